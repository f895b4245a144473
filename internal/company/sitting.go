package company

import (
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// State is the state of the company.
type State struct {
	On          bool
	Cap         org.NanoUSD // of a week
	Channel     org.Channel // where the founder switched it on: cards are sent there
	Money       WeekMoney
	Next        time.Time // the next weekly review
	Departments []DepartmentState
	Open        []Memo // that have not ended, oldest first
}

// DepartmentState is the state of one department.
type DepartmentState struct {
	Department org.Department
	Director   string
	Due        time.Time // when its director thinks next; zero for not by itself
	Sat        time.Time // when he thought last
	Open       int       // messages that wait for him
	Last       string    // what he said last
	Projects   []Project
}

// Running returns its projects that have not ended.
func (d DepartmentState) Running() []Project { return listRunning(d.Projects) }

func listRunning(of []Project) []Project {
	var out []Project
	for _, p := range of {
		if !p.State.Ended() {
			out = append(out, p)
		}
	}
	return out
}

// WeekMoney is the budget of a week of the company, and what is left of it.
type WeekMoney struct {
	Week     string // its first day
	Cap      org.NanoUSD
	Spent    org.NanoUSD // by the company's projects in this week
	Bound    org.NanoUSD // what its open projects may still cost
	Thinking org.NanoUSD // what directors cost in this week
}

// ThinkingCap returns the most that directors may cost in a week.
func (m WeekMoney) ThinkingCap() org.NanoUSD { return m.Cap / 100 * org.ThinkingShare }

// Left returns the most that projects may still be opened with. What directors may cost is set
// aside.
func (m WeekMoney) Left() org.NanoUSD { return max(0, m.Cap-m.ThinkingCap()-m.Spent-m.Bound) }

// OpenMost returns the highest cap that a new project may have.
func (m WeekMoney) OpenMost() org.NanoUSD { return m.Left() / 100 * org.OpenShare }

// Project is a project as directors see it.
type Project struct {
	ID       org.ProjectID
	Title    string
	State    org.ProjectState
	OpenedBy org.Department // empty for the founder's own
	For      org.MemoID
	Health   string
	Cap      org.NanoUSD
	Spent    org.NanoUSD
	PausedBy org.MemoID // the progress update that paused it; empty when the founder did
	Resumed  time.Time  // by the founder; zero for never
	Outcome  string
}

// SittingLease is a claim on a department.
type SittingLease struct {
	Department org.Department
	N          int
	Owner      string
	Fence      int64
}

// Sitting is one turn of a director: what he is shown, and what his answer is judged by.
type Sitting struct {
	Lease      SittingLease
	Mode       DirectorMode
	Review     bool // the weekly one
	Day        time.Time
	Memos      []Memo   // to be settled, each by one action
	Orders     []Memo   // the founder's directives that the memos come from
	Rules      []string // the founder's standing rules
	Heard      []Memo   // answers to what those memos waited for
	Results    []Result // the documents that the memos and the answers speak of
	Objectives []Memo   // of Business, for this department
	Sent       []Memo   // by this department, that have not ended
	Past       []PastSitting
	Habits     []string // what code noticed of it, such as what it put off again and again
	Projects   []Project
	Money      WeekMoney
	Roots      map[org.MemoID]int // memos under each root
	Open       int                // open projects of the company
	Asked      int                // questions to the founder in this week
	Tier       org.Tier           // that the founder set for all directors; empty for the usual
	Hash       string             // of all that could make a difference
}

// KeptSitting is a turn that was carried out, as it can be done again.
type KeptSitting struct {
	Sitting Sitting // of one that is no longer kept, only whose it is, its number and mode
	Answer  string  // DirectorReply as JSON
	Kept    bool
	Setup   string // id of how the process was set up
}

// Result is a document that a project delivered, as a director reads it.
type Result struct {
	Project org.ProjectID
	Text    string   // plain, cut to what a director is shown
	Making  []string // how its parts were made, in lines, where a review is asked for
}

// PastSitting is a turn that is over, as the director remembers it.
type PastSitting struct {
	N       int
	At      time.Time
	Summary string
	Did     []string // what each action did, and what became of it
}

// The names of what a director can do.
const (
	OpSend    = "send"
	OpOpen    = "open_project"
	OpSteer   = "steer"
	OpAsk     = "ask_founder"
	OpDefer   = "defer"
	OpDecline = "decline"
	OpDone    = "done"
	OpNote    = "note"
)

// DirectorAction is one order of a director. Which fields it needs depends on Op.
type DirectorAction struct {
	Op      string   `json:"op"`
	Message string   `json:"message"` // the memo that it is about
	Kind    MemoKind `json:"kind"`
	To      string   `json:"to"`
	Project string   `json:"project"`
	After   string   `json:"after"` // a memo, "#2" for what the second action sends, or a day
	Subject string   `json:"subject"`
	Body    string   `json:"body"`
	Status  string   `json:"status"`
	Cap     float64  `json:"cap"` // dollars
	Items   []string `json:"items"`
}

// DirectorReply is the answer of a director.
type DirectorReply struct {
	Summary string           `json:"summary"`
	Actions []DirectorAction `json:"actions"`
}
