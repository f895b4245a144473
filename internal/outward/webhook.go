package outward

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/org"
)

// Limits of webhooks. A post is tried eight times in a day, as the standard of webhooks advises.
const (
	WebhooksMost = 20                  // that there may be
	PostsMost    = 1000                // that wait for one webhook; what comes later waits in the journal
	PostTries    = 8                   // of one post
	PostsFor     = 24 * time.Hour      // from its first try to its last
	PostsKept    = 30 * 24 * time.Hour // after they ended
)

// Webhook is an address that hears of events, each signed with a secret of its own.
type Webhook struct {
	Name    string          `json:"name"`
	Address HookAddress     `json:"address"` // as String shows it
	Kinds   []org.EventKind `json:"kinds"`   // that it hears of; none means UsualKinds
	On      bool            `json:"on"`
	Why     string          `json:"why"` // it is off, or of the last try that failed
	Waiting int             `json:"waiting"`
	Dead    int             `json:"dead"` // that it never took, of the last PostsKept
	Sealed  []byte          `json:"-"`    // its secret, see package sealed
	At      time.Time       `json:"at"`
}

// WebhookNews tells that an address did not take what it was to hear.
type WebhookNews struct {
	Name    string `json:"name"`
	Address string `json:"address"` // as HookAddress shows it
	Why     string `json:"why"`
	Off     bool   `json:"off,omitempty"` // nothing is sent there any more
}

// UsualKinds are the events that a webhook hears of where it names none: a project's beginning and end, questions and their answers, and
// what is done at others.
func UsualKinds() []org.EventKind {
	return []org.EventKind{
		org.EventProjectCreated, org.EventProjectCompleted, org.EventProjectFailed, org.EventProjectCancelled, org.EventEscalation, org.EventDecided, org.EventAction,
	}
}

// Hears reports whether it hears of events of a kind.
func (w Webhook) Hears(kind org.EventKind) bool {
	if len(w.Kinds) == 0 {
		return slices.Contains(UsualKinds(), kind)
	}
	return slices.Contains(w.Kinds, kind)
}

// webhookName matches the names that a webhook may have: they are typed in commands.
var webhookName = lazyregexp.New(`^[a-z][a-z0-9-]{0,31}$`)

// IsWebhookName reports whether a webhook may be called so.
func IsWebhookName(name string) bool { return webhookName.MatchString(name) }

// Post is one event on its way to one webhook.
type Post struct {
	Webhook Webhook
	Event   org.Event
	Tries   int       // with this one
	Since   time.Time // its first try
	Fence   int64
}

// ID names it there, the same at each try: "ci-4711".
func (p Post) ID() string { return p.Webhook.Name + "-" + strconv.FormatInt(p.Event.Seq, 10) }

// PostEnding is the outcome of one try.
type PostEnding struct {
	Sent bool
	Dead bool      // it is tried no more
	Off  bool      // neither is any other: the address wants none
	Why  string    // it was not sent
	Due  time.Time // of the next try
}

// SignPost puts the headers of the standard of webhooks (standardwebhooks.com) on a request: its id, its time, and the signature of both
// and of the body.
func SignPost(h http.Header, secret []byte, id string, at time.Time, body []byte) {
	seconds := strconv.FormatInt(at.Unix(), 10)
	sum := hmac.New(sha256.New, secret)
	fmt.Fprintf(sum, "%s.%s.", id, seconds)
	sum.Write(body)
	h.Set("Webhook-Id", id)
	h.Set("Webhook-Timestamp", seconds)
	h.Set("Webhook-Signature", "v1,"+base64.StdEncoding.EncodeToString(sum.Sum(nil)))
}

// WebhookSecretPrefix stands before the base64 of a secret, as the standard has it.
const WebhookSecretPrefix = "whsec_"
