package llm

import (
	"context"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
)

// Provider carries one call to whoever answers it. It tries once: retries,
// fallbacks and the ledger are the Client's. An answer with a fault inside
// returns both, the part that came and the *Fault.
type Provider interface {
	Complete(ctx context.Context, w Wire) (Raw, error)
}

// Records is the ledger. BeginCall stores a try before it is made; when it
// returns true, the CallEnd holds the usable reply of an earlier run of the
// same key. EndCall stores what became of the try.
type Records interface {
	BeginCall(ctx context.Context, c org.ModelCall) (org.CallEnd, bool, error)
	EndCall(ctx context.Context, e org.CallEnd) (org.ModelHealth, error)
}

// Wire is one call as a provider gets it: Messages for those that read prose,
// Purpose, Input and Blocks for those that do not.
type Wire struct {
	Purpose   string
	Input     work.StageInput
	Blocks    []Block
	Model     string
	Tier      org.Tier
	Messages  []Message
	Schema    *Schema // nil for Markdown
	Tools     []Tool
	MaxTokens int
	Effort    string // empty when the model takes none
	Stream    bool
	Session   string        // keeps calls of one step on one upstream
	Ignore    []string      // upstream providers that just failed
	Loose     bool          // upstreams need not support every parameter
	Traits    map[Trait]int // what was learnt of how the model wants to be asked
}

// Who says a message.
const roleSystem, roleUser = "system", "user"

// Message is one message of a conversation.
type Message struct {
	Role  string // roleSystem, roleUser
	Parts []Part
}

// Part is one piece of a message: words or a picture. Cache marks it as the end
// of a prefix to be cached.
type Part struct {
	Text    string
	Cache   bool
	Picture *Picture // nil for words
}

// Raw came back from the endpoint, as it is.
type Raw struct {
	Text, Reasoning, Refusal string
	Calls                    []Call
	Model                    string // served
	Provider                 string // upstream
	Generation               string // the endpoint's id of this answer
	Finish, NativeFinish     string
	Usage                    Usage
	CacheHit                 bool // the endpoint's own response cache answered
	ended                    bool // the stream said that it is at its end
	pieces                   []wireCall
}

// Usage counts what a call used. Known is false when the endpoint said
// nothing.
type Usage struct {
	Known      bool
	In, Out    int
	Cached     int // of In, read from a cache
	CacheWrite int // of In, written to a cache
	Reasoning  int // of Out
	Cost       org.NanoUSD
	CostKnown  bool // the endpoint named a cost that can be one
	CostBad    bool // the endpoint named a cost that cannot be one
}

// Fault holds the facts of a try that went wrong: classification makes the decision.
type Fault struct { //nolint:errname // it is the facts of a try; Error is what callers get
	Place      Place
	Status     int    // of the HTTP response; 0 without one
	Code       string // of the error body, number or word
	Kind       string // the endpoint's error type
	Message    string
	Words      string        // all that the endpoint said, in lower case and without web addresses
	Param      string        // of the request, that the endpoint names
	Source     string        // which limit was hit, when the endpoint says
	Waits      bool          // the endpoint named a time to wait
	RetryAfter time.Duration // that time
	Generation string
	// Written tells that the whole request had left before the way broke, so
	// that the model may have been paid for it.
	Written bool
	Err     error
	afford  int // the tokens that the account has credit for, when the endpoint says
}

// Error returns the fault as one line.
func (f *Fault) Error() string { return f.formatLine() }

// Unwrap returns the cause.
func (f *Fault) Unwrap() error { return f.Err }

// Place says where a try went wrong.
type Place string

// The places.
const (
	PlaceStatus   Place = "status"   // an HTTP error status
	PlaceBody     Place = "body"     // an error object inside a 200
	PlaceStream   Place = "stream"   // an error in the middle of an answer
	PlaceCut      Place = "cut"      // the answer ended without an end
	PlaceStall    Place = "stall"    // no data for too long
	PlaceDeadline Place = "deadline" // the time was up with part of an answer there
	PlaceSilence  Place = "silence"  // the time was up before the first byte
	PlaceNetwork  Place = "network"  // no connection, or it broke
	PlaceProtocol Place = "protocol" // what came is no answer
	PlacePage     Place = "page"     // an HTML page of some gateway
)
