package org

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
