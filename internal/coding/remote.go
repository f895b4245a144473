package coding

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
)

// Intent is all that a program elsewhere is told of a change that it is to make. Nothing in it is a place on this machine. Its
// fields are a promise to those who write such programs.
type Intent struct {
	Step       org.StepID    `json:"step"`
	Ask        string        `json:"ask"` // names this very question: the change answers it and no later one
	Project    org.ProjectID `json:"project"`
	Title      string        `json:"title"`
	Goal       string        `json:"goal"`
	Acceptance []string      `json:"acceptance"`
	Words      []string      `json:"words"`    // that the founder said of it since
	Feedback   []string      `json:"feedback"` // what stands against the changes before
	Kind       ChangeKind    `json:"kind"`

	Repository IntentRepository `json:"repository"`
	Base       IntentBase       `json:"base"`
	Branch     string           `json:"branch"`
	Isolation  Isolation        `json:"isolation"`
	Checks     []string         `json:"checks"`
	Services   []string         `json:"services"`
	Start      string           `json:"start,omitempty"` // the change before as a patch on the base, to go on from

	Files   []IntentFile `json:"files"` // of the base; none where they are more than an answer holds
	Partial bool         `json:"partial,omitempty"`
	Bytes   int          `json:"patch_bytes"` // the longest change that is taken
	Until   time.Time    `json:"until"`
}

// IntentRepository names the repository. Its address is there where it has one that others reach.
type IntentRepository struct {
	Name    string `json:"name"`
	Address string `json:"address,omitempty"`
	Ref     string `json:"ref"`
}

// IntentBase names the commit that the patch of a change applies to.
type IntentBase struct {
	Commit string `json:"commit"`
	Tree   string `json:"tree"`
}

// IntentFile is one file of the base, as text or, where it is none, in base64.
type IntentFile struct {
	Path   string `json:"path"`
	Mode   string `json:"mode"`
	Text   string `json:"text,omitempty"`
	Base64 []byte `json:"base64,omitempty"`
}

// Realised holds a program's own report of where it worked. It is its word, and decides nothing.
type Realised struct {
	Provider string          `json:"provider,omitempty"`
	Ref      string          `json:"ref,omitempty"` // that the provider knows the work by
	URL      string          `json:"url,omitempty"`
	Branch   string          `json:"branch,omitempty"`
	Services []RemoteService `json:"services,omitempty"`
}

// RemoteService is a service that runs elsewhere, as whoever runs it says.
type RemoteService struct {
	Name  string `json:"name"`
	State string `json:"state,omitempty"`
	URL   string `json:"url"`
}

// Handed is a change that a program elsewhere hands in.
type Handed struct {
	Step     org.StepID `json:"step"`
	Ask      string     `json:"ask"`
	Key      string     `json:"key"` // new for each change; the same one twice is one change
	Patch    string     `json:"patch"`
	Said     string     `json:"said"`
	Realised Realised   `json:"realised"`
}

// RemoteAsk is a change that a program elsewhere was asked for, and what it handed in.
type RemoteAsk struct {
	Step     org.StepID
	Round, N int
	Name     string // of the question, as the intent has it
	Intent   []byte // JSON; empty once it was answered
	Until    time.Time
	By       string // whose token handed the change in; empty while nobody did
	Patch    []byte
	Said     string
	Realised Realised
	At       time.Time // when it was handed in
}

// Answered reports whether a change was handed in.
func (a RemoteAsk) Answered() bool { return a.By != "" }

// AskName names a question to programs elsewhere.
func AskName(id org.StepID, round, n int) string { return fmt.Sprintf("%s.%d.%d", id, round, n) }

// Errors of HandIn that whoever hands a change in acts on.
var (
	// ErrOver says that nothing is asked of the step any more.
	ErrOver = errors.New("nothing is asked of it any more")
	// ErrKeyUsed says that a key stood for another change before.
	ErrKeyUsed = errors.New("the key stood for another change")
)

// What a program may report: longer is cut, more is left out.
const (
	reportedMost  = 200 // letters of a name
	addressMost   = 500
	servicesMost  = 10
	saidMost      = 2000
	intentFiles   = 2000
	intentFileSum = 6 << 20 // bytes
)

// FitsIntent reports whether so many files of so many bytes stand in an answer.
func FitsIntent(files, bytes int) bool { return files <= intentFiles && bytes <= intentFileSum }

// Tame cuts a report to what is kept of it: plain names, and addresses that a browser opens.
func (r Realised) Tame() Realised {
	out := Realised{Provider: tameName(r.Provider), Ref: tameName(r.Ref), URL: tameAddress(r.URL), Branch: tameName(r.Branch)}
	for _, s := range r.Services[:min(len(r.Services), servicesMost)] {
		one := RemoteService{Name: tameName(s.Name), State: tameName(s.State), URL: tameAddress(s.URL)}
		if one.Name != "" && one.URL != "" {
			out.Services = append(out.Services, one)
		}
	}
	return out
}

// TameSaid cuts what a program says of its change.
func TameSaid(text string) string {
	return strings.TrimSpace(prose.Clip(strings.ToValidUTF8(text, ""), saidMost, "…"))
}

func tameName(s string) string {
	s = strings.Join(strings.Fields(strings.ToValidUTF8(s, "")), " ")
	return prose.Clip(strings.Map(func(r rune) rune {
		if r < ' ' {
			return -1
		}
		return r
	}, s), reportedMost, "…")
}

// tameAddress returns an address of the web without a login; empty for anything else.
func tameAddress(s string) string {
	u, err := url.Parse(strings.TrimSpace(s))
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil || len(s) > addressMost {
		return ""
	}
	return u.String()
}
