package outward

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// Limits of hooks. Linear says how old a post of it may be (a minute), Slack and the standard of webhooks five.
const (
	HooksMost      = 20         // that there may be
	HookBytes      = 64 << 10   // of one delivery
	HookOrders     = 10         // an hour, unless set
	HookMoney      = org.Dollar // a day, unless set
	HookOrdersMost = 1000       // an hour, that may be set
	HookMoneyMost  = 1000       // dollars a day, that may be set
	deliveryMost   = 100        // letters of a delivery's id
	hookWindow     = 5 * time.Minute
	linearWindow   = time.Minute
)

// HookForm names the way in which a sender signs.
type HookForm string

// The forms of signature.
const (
	HookPlain  HookForm = "plain" // the standard of webhooks, standardwebhooks.com
	HookGitHub HookForm = "github"
	HookLinear HookForm = "linear"
	HookSlack  HookForm = "slack"
)

// HookForms lists them.
func HookForms() []HookForm { return []HookForm{HookPlain, HookGitHub, HookLinear, HookSlack} }

// MakesSecret reports whether the secret is ours to make. Linear and Slack make it, and show it to whoever sets them up.
func (f HookForm) MakesSecret() bool { return f == HookPlain || f == HookGitHub }

// Hook lets a program of somebody else's order one thing, in the founder's words.
type Hook struct {
	Name     string       `json:"name"`
	Form     HookForm     `json:"form"`
	Words    string       `json:"words"` // what it orders; "{{issue.title}}" stands for a field of what it is sent
	Only     []HookFilter `json:"only"`  // it orders nothing unless all of these are so
	Orders   int          `json:"orders_an_hour"`
	Money    org.NanoUSD  `json:"a_day_nano_usd"`
	On       bool         `json:"on"`
	Why      string       `json:"why"` // it is off
	Sealed   []byte       `json:"-"`   // its secret, see package sealed
	At       time.Time    `json:"at"`
	Ordered  int          `json:"ordered"`           // in all
	LastHour int          `json:"last_hour"`         // of these
	Today    org.NanoUSD  `json:"last_day_nano_usd"` // what the orders of the last 24 hours cost or still may
}

// Share divides a day's money by an hour's orders: no single order may cost more.
func (h Hook) Share() org.NanoUSD { return h.Money / org.NanoUSD(max(1, h.Orders)) }

// HookFilter is a field that must have a value.
type HookFilter struct {
	Field string `json:"field"`
	Value string `json:"value"`
}

// HookOrder is a delivery that orders something.
type HookOrder struct {
	Hook     string
	Delivery string // its id at the sender; empty where it gave none
	Digest   string // of what was signed: who captured it can give it another id, and no other digest
	Text     string // the order, in the founder's words
	Lead     string // the beginning of it, for a chat; empty for none
	Matter   string // what the sender wrote in the fields
	Project  org.NewProject
	Reply    string       // told with it
	Full     string       // told once a day when it orders more than it may
	Buttons  []org.Button // below both
}

// Errors of a delivery.
var (
	// ErrHookFull says that a hook has ordered as much as it may for now.
	ErrHookFull = errors.New("it has ordered as much as it may")
	// ErrNobody says that no founder has said anything yet.
	ErrNobody = errors.New("no founder has said anything yet")
	// ErrHookOff says that a hook is switched off.
	ErrHookOff = errors.New("it is off")
	// ErrUnsigned says that a delivery is not from where it says, or not of now.
	ErrUnsigned = errors.New("its signature is not right")
)

// IsHookName reports whether a hook may be called so. Forges knock at "forge".
func IsHookName(name string) bool { return webhookName.MatchString(name) && name != "forge" }

// Delivery is one request of a sender.
type Delivery struct {
	ID     string // empty where the sender gave none
	Digest string // of its body, and of its id where that is signed
	Fields map[string]any
	// Challenge is to be sent back: a sender tries the way. Tries says that it does nothing else.
	Challenge string
	Tries     bool
}

// OpenDelivery checks that a delivery comes from who knows the secret, and that it is of now where the sender signs a time. What is wrong
// with it is told to nobody: it is ErrUnsigned.
func OpenDelivery(form HookForm, secret string, head http.Header, raw []byte, now time.Time) (Delivery, error) {
	if !isSigned(form, secret, head, raw, now) {
		return Delivery{}, ErrUnsigned
	}
	sum := sha256.Sum256(raw)
	d := Delivery{Digest: hex.EncodeToString(sum[:])}
	var err error
	if d.Fields, err = readFields(head.Get("Content-Type"), raw); err != nil {
		return Delivery{}, fmt.Errorf("%w: %w", ErrUnsigned, err)
	}
	switch form {
	case HookPlain:
		d.ID = head.Get("Webhook-Id")
		sum := sha256.Sum256([]byte(d.ID + "." + string(raw))) // it is signed: the same words once more are another delivery
		d.Digest = hex.EncodeToString(sum[:])
	case HookGitHub:
		d.ID = head.Get("X-Github-Delivery")
		d.Fields["event"] = head.Get("X-Github-Event")
		d.Tries = d.Fields["event"] == "ping"
	case HookLinear:
		d.ID = head.Get("Linear-Delivery")
		if at, ok := readMillis(d.Fields["webhookTimestamp"]); !ok || isOld(at, now, linearWindow) {
			return Delivery{}, ErrUnsigned
		}
	case HookSlack:
		if id, ok := d.Fields["event_id"].(string); ok {
			d.ID = id
		}
		if d.Fields["type"] == "url_verification" {
			d.Tries = true
			if challenge, ok := d.Fields["challenge"].(string); ok {
				d.Challenge = challenge
			}
		}
	}
	if len(d.ID) > deliveryMost {
		return Delivery{}, ErrUnsigned
	}
	return d, nil
}

// isSigned looks at the bytes as they came, in the same time whatever is wrong with them.
func isSigned(form HookForm, secret string, head http.Header, raw []byte, now time.Time) bool {
	switch form {
	case HookPlain:
		id, sent := head.Get("Webhook-Id"), head.Get("Webhook-Timestamp")
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, WebhookSecretPrefix))
		sum := sumMAC(key, []byte(id+"."+sent+"."), raw) // once, however many signatures there are
		fits := false
		for _, one := range strings.Fields(head.Get("Webhook-Signature")) { // several while a secret is replaced
			version, text, _ := strings.Cut(one, ",")
			said, bad := base64.StdEncoding.Strict().DecodeString(text)
			fits = hmac.Equal(sum, said) && version == "v1" && bad == nil || fits
		}
		return fits && err == nil && len(key) > 0 && id != "" && isNow(sent, now)
	case HookGitHub:
		return isHexMAC(secret, head.Get("X-Hub-Signature-256"), "sha256=", nil, raw)
	case HookLinear:
		return isHexMAC(secret, head.Get("Linear-Signature"), "", nil, raw)
	case HookSlack:
		sent := head.Get("X-Slack-Request-Timestamp")
		return isHexMAC(secret, head.Get("X-Slack-Signature"), "v0=", []byte("v0:"+sent+":"), raw) && isNow(sent, now)
	}
	return false
}

func isHexMAC(secret, said, prefix string, before, raw []byte) bool {
	sum, err := hex.DecodeString(strings.TrimPrefix(said, prefix))
	return hmac.Equal(sumMAC([]byte(secret), before, raw), sum) && err == nil && strings.HasPrefix(said, prefix) && secret != ""
}

func sumMAC(key, before, raw []byte) []byte {
	sum := hmac.New(sha256.New, key)
	sum.Write(before)
	sum.Write(raw)
	return sum.Sum(nil)
}

func isNow(seconds string, now time.Time) bool {
	n, err := strconv.ParseInt(seconds, 10, 64)
	return err == nil && !isOld(time.Unix(n, 0), now, hookWindow)
}

func isOld(at, now time.Time, window time.Duration) bool {
	return now.Sub(at).Abs() > window
}

func readMillis(v any) (time.Time, bool) {
	n, ok := v.(json.Number)
	if !ok {
		return time.Time{}, false
	}
	ms, err := n.Int64()
	return time.UnixMilli(ms), err == nil
}

// readFields reads JSON, or a form whose field "payload" may hold JSON.
func readFields(contentType string, raw []byte) (map[string]any, error) {
	kind, _, err := mime.ParseMediaType(contentType)
	if err != nil || kind != "application/x-www-form-urlencoded" {
		return parseFields(string(raw))
	}
	form, err := url.ParseQuery(string(raw))
	if err != nil {
		return nil, err
	}
	if inner := form.Get("payload"); inner != "" {
		return parseFields(inner)
	}
	out := map[string]any{}
	for name := range form {
		out[name] = form.Get(name)
	}
	return out, nil
}

func parseFields(text string) (map[string]any, error) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var out map[string]any
	if err := d.Decode(&out); err != nil {
		return nil, err
	}
	if out == nil {
		return nil, errors.New("it is no object")
	}
	return out, nil
}
