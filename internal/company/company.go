package company

import "github.com/frasier-cos/frasier/internal/org"

// News names the subject of a company card for the founder.
type News string

// The news.
const (
	NewsSitting  News = "sitting"  // what a director decided
	NewsPaused   News = "paused"   // Management let a project rest
	NewsStuck    News = "stuck"    // a message that nobody could settle
	NewsQuestion News = "question" // for the founder
	NewsExpired  News = "expired"
	NewsBrief    News = "brief" // of the week
)

// Facts holds the content of such a card.
type Facts struct {
	What    News           `json:"what"`
	From    org.Department `json:"from"`
	Root    org.MemoID     `json:"root,omitempty"`
	Memo    org.MemoID     `json:"memo,omitempty"`
	Title   string         `json:"title,omitempty"`
	Text    string         `json:"text,omitempty"`
	CEO     bool           `json:"ceo,omitempty"`
	Deeds   []Deed         `json:"deeds,omitempty"`
	Options []string       `json:"options,omitempty"`
	Project org.ProjectID  `json:"project,omitempty"`
	Left    org.NanoUSD    `json:"left,omitempty"`
	Cap     org.NanoUSD    `json:"cap,omitempty"`

	Running []org.ProjectName `json:"running,omitempty"` // of an order that is done: its projects that go on,
	Waiting []Memo            `json:"waiting,omitempty"` // and its messages that nobody has settled

	Week []DepartmentWeek `json:"week,omitempty"` // of NewsBrief
}

// DepartmentWeek sums up a department's last week.
type DepartmentWeek struct {
	Department org.Department `json:"department"`
	Decided    int            `json:"decided,omitempty"` // turns
	Ended      int            `json:"ended,omitempty"`   // projects
	Running    int            `json:"running,omitempty"`
	Waiting    int            `json:"waiting,omitempty"` // messages
	Last       string         `json:"last,omitempty"`    // what its director said last
}

// Deed is one action that was carried out.
type Deed struct {
	Op      string         `json:"op"`
	Kind    MemoKind       `json:"kind,omitempty"`
	To      org.Department `json:"to,omitempty"`
	Memo    org.MemoID     `json:"memo,omitempty"` // that was sent
	About   org.MemoID     `json:"about,omitempty"`
	Project org.ProjectID  `json:"project,omitempty"`
	Subject string         `json:"subject,omitempty"`
	Why     string         `json:"why,omitempty"`
	Waits   org.MemoID     `json:"waits,omitempty"`
	Until   string         `json:"until,omitempty"`
	Cap     org.NanoUSD    `json:"cap,omitempty"`
}
