package reports

import (
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
)

// Hit is one search result. Rank counts from 0 in its provider's order.
type Hit struct {
	URL      string `json:"url"`
	Title    string `json:"title"`
	Snippet  string `json:"snippet"`
	Age      string `json:"age"`
	Provider string `json:"provider"`
	Rank     int    `json:"rank"`
}

// Receipt tells the cost and the course of a project. Its JSON names are an interface.
type Receipt struct {
	Outcome     string         `json:"outcome"`
	Mode        string         `json:"mode"` // "model" or "offline"
	Calls       int            `json:"calls"`
	TokensIn    int            `json:"tokens_in"`
	TokensOut   int            `json:"tokens_out"`
	CostUSD     float64        `json:"cost_usd"`
	CostUnknown int            `json:"cost_unknown"`       // calls whose cost is unknown
	Foreseen    *work.Foreseen `json:"foreseen,omitempty"` // by the plans; nil when they foresaw nothing
	Seconds     float64        `json:"seconds"`
	Steps       map[string]int `json:"steps"` // state to number
	Reviews     int            `json:"reviews"`
	Strikes     int            `json:"strikes"`
	Models      map[string]int `json:"models"` // model served to calls
}

// CostReport is the spend since a time, summed and by group.
type CostReport struct {
	Since     time.Time      `json:"since"` // the first moment of the founder's first day; zero for all there ever were
	Total     org.CostLine   `json:"total"`
	ByProject []org.CostLine `json:"by_project"`
	ByTier    []org.CostLine `json:"by_tier"`
	ByAgent   []org.CostLine `json:"by_agent"`
	ByModel   []org.CostLine `json:"by_model"`
	ByPurpose []org.CostLine `json:"by_purpose"`
	Traffic   []Traffic      `json:"traffic"`
}

// ProjectStatus is one project as status shows it.
type ProjectStatus struct {
	Project   org.Project           `json:"project"`
	Steps     map[org.StepState]int `json:"steps"`
	Ready     int                   `json:"ready"`
	Waiting   []string              `json:"waiting"` // what it waits for, a sentence each
	Spent     org.CostLine          `json:"spent"`
	Cap       org.NanoUSD           `json:"cap_nano_usd,omitempty"` // on the whole project; 0 without one
	Decisions []string              `json:"decisions"`              // open escalations
	Asked     int                   `json:"-"`                      // steps that ended with one of them, and have not failed yet
}

// StatusReport is the whole instance at a glance.
type StatusReport struct {
	Projects   []ProjectStatus `json:"projects"`
	Messages   int             `json:"messages"`            // heard so far
	Unanswered int             `json:"unanswered"`          // heard and not yet answered
	Queue      int             `json:"queue"`               // steps that could start now
	Working    int             `json:"working"`             // steps that are being worked on
	Outbox     int             `json:"outbox"`              // deliveries not yet sent
	Stuck      int             `json:"stuck"`               // of these, refused three times
	StuckIn    string          `json:"stuck_in,omitempty"`  // the channel of the one refused most
	StuckNext  time.Time       `json:"stuck_next,omitzero"` // when that is tried again
	Waits      []Wait          `json:"waits,omitempty"`     // what a fault has held up for long
	Parked     []string        `json:"parked"`              // messages of the last day that were put aside, a sentence each
	Critics    []string        `json:"critics"`             // whose scores let nothing pass, a sentence each
	Workers    []WorkerAge     `json:"workers"`
	Unparsed   []org.CostLine  `json:"ghosts"` // by purpose
	// Searches are the web searches of this month.
	Searches SearchMonth `json:"searches"`
}

// WorkerAge says when a process was last heard of.
type WorkerAge struct {
	Owner string    `json:"holder"`
	Seen  time.Time `json:"seen"`
	Role  string    `json:"-"` // one of work.Role*
}

// WhyReport explains one step or project.
type WhyReport struct {
	Subject   string            `json:"subject"`
	State     string            `json:"state"`
	Reasons   []string          `json:"reasons"` // sentences, the most direct cause first
	Calls     []CallLine        `json:"calls"`
	Sources   []work.Citation   `json:"sources"`
	Reviews   []work.Review     `json:"reviews"`
	Decisions []org.Event       `json:"decisions"`
	Upstream  []work.Upstream   `json:"-"`
	Notes     work.PlanNotes    `json:"plan"`
	Rejected  []work.Rejection  `json:"rejected"`
	Placed    *coding.Placement `json:"placed,omitempty"`  // how a step changes code; nil for others
	Spent     []SpentLine       `json:"spent,omitempty"`   // where time and money of a change of code went
	Arrival   *coding.Arrival   `json:"arrival,omitempty"` // of its change in the founder's own folder; nil for one that stays out
}

// CallLine is one model call as why shows it.
type CallLine struct {
	Purpose    string         `json:"purpose"`
	Asked      org.Tier       `json:"asked"`
	Served     org.Tier       `json:"served"`
	Model      string         `json:"model"`
	State      org.CallState  `json:"state"`
	Cost       org.NanoUSD    `json:"cost_nano_usd"`
	CostSource org.CostSource `json:"cost_source"`
	Error      string         `json:"error,omitempty"`
	At         time.Time      `json:"at"`
}

// StepCitation is a citation together with the step whose result makes the
// claim.
type StepCitation struct {
	Step org.StepID `json:"step"`
	Key  string     `json:"key"` // of the step
	work.Citation
}

// CheckResult is one line of verify.
type CheckResult struct {
	Name   string `json:"name"`
	OK     bool   `json:"ok"`
	Detail string `json:"detail"`         // what is wrong, with ids; empty when OK
	Hint   bool   `json:"hint,omitempty"` // it is well and should be known all the same
	// Passing marks what is wrong now and no fault of the settings: time mends it, or a start.
	Passing bool `json:"passing,omitempty"`
}
