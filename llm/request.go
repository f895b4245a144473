package llm

import (
	"encoding/json"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
)

// Block is one part of a prompt. Name is "B0" to "B10"; Cache marks the end of
// a prefix that later calls repeat. Units are pieces of Text that may be left
// out of a prompt that is too long for the model, the least needed first. Facts
// is what the prompt was made of, as JSON, for a test's endpoint that must not
// have to read prose; it is nil in shipped programs (see prompt.Set.Facts) and
// counts neither as text nor as tokens.
type Block struct {
	Name, Text string
	Untooled   string // stands there instead where the model is offered no tools; empty for the same
	Cache      bool
	Units      []string
	Facts      json.RawMessage `json:"-"`
}

// Schema describes the object that a stage wants. Local has every keyword and
// validates the reply; Wire is the reduced form that strict modes accept.
type Schema struct {
	Name        string
	Local, Wire json.RawMessage
}

// Caller says for whom a call is made. Key stands in for the step when there
// is none: a message's id, a mission's id.
type Caller struct {
	Project    org.ProjectID
	Mission    org.MissionID
	Step       org.StepID
	Agent      org.AgentID
	Round, Seq int
	Key        string
}

// Request is one question to a model. Zero MaxTokens, Effort and Limit mean
// the row of the stage in the table of stages.
type Request struct {
	Purpose       string // the stage
	Caller        Caller
	Tier          org.Tier
	AvoidFamilies []string // those of the authors, for a second opinion
	Blocks        []Block
	// Question holds what is asked, where the prompt around it may have changed by
	// the time that it is asked again after a crash: its reply, which is paid
	// for, is then used all the same. Empty means every word of the prompt.
	Question string
	Schema   *Schema // nil for Markdown
	// Check finds what is wrong with an object that satisfies the schema, in
	// sentences for the model; nil means nothing.
	Check     func(json.RawMessage) []string
	Tools     []Tool    // that the model may call, with Verbatim; where it takes none, its blocks say how to do without
	Verbatim  bool      // the text is taken as it is, with all its characters: for source text, which the caller makes harmless where it is shown
	Pictures  []Picture // shown before the words; only models that see are asked, see Client.seers
	NotModel  string    // who is not asked about the pictures: whoever looked at them before
	MaxTokens int
	Effort    string        // low, medium, high or empty
	Limit     time.Duration // of one try
	Input     work.StageInput
}

// Reply is a usable answer. Text has neither thoughts nor, unless it was asked for verbatim, live mentions;
// Object is set when the request had a schema.
type Reply struct {
	Text          string
	Object        json.RawMessage
	Calls         []Call // of the request's tools
	Offered       bool   // the model was offered them
	Model, Family string
	Target        string // the model of the settings that answered; Model is what its endpoint calls it
	Asked, Served org.Tier
	Downgraded    bool     // a lower tier than asked answered
	FromMemo      bool     // the ledger had the answer; nobody was called
	Cut           bool     // the text ends before its end
	Notes         []string // what was unusual, in sentences
}
