package org

import "time"

// Company is how the company stands.
type Company struct {
	On      bool
	Cap     NanoUSD // of a week
	Channel Channel // where the founder switched it on: cards are sent there
	Money   WeekMoney
	Next    time.Time // the next weekly review
	Rooms   []DepartmentState
	Open    []Memo // that have not ended, oldest first
}

// DepartmentState is how one department stands.
type DepartmentState struct {
	Department Department
	Director   string
	Due        time.Time // when its director thinks next; zero for not by itself
	Sat        time.Time // when he thought last
	Open       int       // messages that wait for him
	Last       string    // what he said last
	Projects   []CompanyProject
}

// WeekMoney is what a week of the company may cost, and what is left of it.
type WeekMoney struct {
	Week     string // its first day
	Cap      NanoUSD
	Spent    NanoUSD // by the company's projects in this week
	Bound    NanoUSD // what its open projects may still cost
	Thinking NanoUSD // what directors cost in this week
}

// ThinkingCap is what directors may cost in a week.
func (m WeekMoney) ThinkingCap() NanoUSD { return m.Cap / 100 * ThinkingShare }

// Left is what projects may still be opened with. What directors may cost is set aside.
func (m WeekMoney) Left() NanoUSD { return max(0, m.Cap-m.ThinkingCap()-m.Spent-m.Bound) }

// OpenMost is the highest cap that a new project may have.
func (m WeekMoney) OpenMost() NanoUSD { return m.Left() / 100 * OpenShare }

// CompanyProject is a project as directors see it.
type CompanyProject struct {
	ID       ProjectID
	Title    string
	State    ProjectState
	OpenedBy Department // empty for the founder's own
	For      MemoID
	Health   string
	Cap      NanoUSD
	Spent    NanoUSD
	PausedBy MemoID    // the progress update that paused it; empty when the founder did
	Resumed  time.Time // by the founder; zero for never
	Outcome  string
}

// SittingLease is a claim on a department.
type SittingLease struct {
	Department Department
	N          int
	Owner      string
	Fence      int64
}

// Sitting is one turn of a director: what he is shown, and by what his answer is judged.
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
	Projects   []CompanyProject
	Money      WeekMoney
	Roots      map[MemoID]int // memos under each root
	Open       int            // open projects of the company
	Asked      int            // questions to the founder in this week
	Tier       Tier           // that the founder set for all directors; empty for the usual
	Hash       string         // of all that could make a difference
}

// KeptSitting is a turn that was carried out, as it can be done again.
type KeptSitting struct {
	Sitting Sitting // of one that is no longer kept, only whose it is, its number and mode
	Answer  string  // DirectorReply as JSON
	Kept    bool
}

// Result is a document that a project delivered, as a director reads it.
type Result struct {
	Project ProjectID
	Text    string   // plain, ResultChars at most
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

// DirectorReply is what a director answers.
type DirectorReply struct {
	Summary string           `json:"summary"`
	Actions []DirectorAction `json:"actions"`
}

// CompanyNews is what a card of the company tells the founder.
type CompanyNews string

// The news.
const (
	NewsSitting  CompanyNews = "sitting"  // what a director decided
	NewsPaused   CompanyNews = "paused"   // Management let a project rest
	NewsStuck    CompanyNews = "stuck"    // a message that nobody could settle
	NewsQuestion CompanyNews = "question" // for the founder
	NewsExpired  CompanyNews = "expired"
	NewsBrief    CompanyNews = "brief" // of the week
)

// CompanyFacts are what such a card is made of.
type CompanyFacts struct {
	What    CompanyNews `json:"what"`
	From    Department  `json:"from"`
	Root    MemoID      `json:"root,omitempty"`
	Memo    MemoID      `json:"memo,omitempty"`
	Title   string      `json:"title,omitempty"`
	Text    string      `json:"text,omitempty"`
	CEO     bool        `json:"ceo,omitempty"`
	Deeds   []Deed      `json:"deeds,omitempty"`
	Options []string    `json:"options,omitempty"`
	Project ProjectID   `json:"project,omitempty"`
	Left    NanoUSD     `json:"left,omitempty"`
	Cap     NanoUSD     `json:"cap,omitempty"`

	Running []ProjectName `json:"running,omitempty"` // of an order that is done: its projects that go on,
	Waiting []Memo        `json:"waiting,omitempty"` // and its messages that nobody has settled

	Week []DepartmentWeek `json:"week,omitempty"` // of NewsBrief
}

// DepartmentWeek is how a department fared in the last week.
type DepartmentWeek struct {
	Department Department `json:"department"`
	Decided    int        `json:"decided,omitempty"` // turns
	Ended      int        `json:"ended,omitempty"`   // projects
	Running    int        `json:"running,omitempty"`
	Waiting    int        `json:"waiting,omitempty"` // messages
	Last       string     `json:"last,omitempty"`    // what its director said last
}

// Deed is one action that was carried out.
type Deed struct {
	Op      string     `json:"op"`
	Kind    MemoKind   `json:"kind,omitempty"`
	To      Department `json:"to,omitempty"`
	Memo    MemoID     `json:"memo,omitempty"` // that was sent
	About   MemoID     `json:"about,omitempty"`
	Project ProjectID  `json:"project,omitempty"`
	Subject string     `json:"subject,omitempty"`
	Why     string     `json:"why,omitempty"`
	Waits   MemoID     `json:"waits,omitempty"`
	Until   string     `json:"until,omitempty"`
	Cap     NanoUSD    `json:"cap,omitempty"`
}
