package reports

import (
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/company"
	"github.com/frasier-cos/frasier/internal/org"
)

// Facts holds the content of a delivery, as ids and figures. Package messages makes its text of
// them, when it is sent or takes its place in a project's thread; what its project's ticket tells
// is read then. The zero value is a delivery whose text is its Body. Its JSON is stored.
type Facts struct {
	Mission   org.MissionID  `json:"mission,omitempty"`   // that was planned
	Phase     int            `json:"phase,omitempty"`     // that begins, by its index
	Ended     bool           `json:"ended,omitempty"`     // the project ended, as its ticket says
	Decision  string         `json:"decision,omitempty"`  // that is asked for
	Questions []string       `json:"questions,omitempty"` // that still wait for an answer
	Notice    string         `json:"notice,omitempty"`    // a sentence about the project, of a model's provider or about a step
	Alert     *Alert         `json:"alert,omitempty"`
	Money     *MoneyFacts    `json:"money,omitempty"`
	Parked    *ParkedFacts   `json:"parked,omitempty"`
	Lost      *LostFacts     `json:"lost,omitempty"`
	Quiet     *QuietFacts    `json:"quiet,omitempty"`
	Day       *Daily         `json:"day,omitempty"`
	Late      *LateFacts     `json:"late,omitempty"`
	Schedule  *Schedule      `json:"schedule,omitempty"` // that cannot be read
	Company   *company.Facts `json:"company,omitempty"`
	// Repository is one that somebody asked for in a chat.
	Repository *RepositoryFacts `json:"repository,omitempty"`
	Wait       *Wait            `json:"wait,omitempty"` // that has lasted long
	Room       *RoomFacts       `json:"room,omitempty"` // of a disk that fills
	Reminder   *ReminderFacts   `json:"reminder,omitempty"`
	MeetingDay string           `json:"meeting_day,omitempty"` // of Meetings, as "2026-03-02"; empty for the day on which it is told
	News       *News            `json:"-"`                     // of a noun, which makes their words
	Ordered    *OrderedFacts    `json:"ordered,omitempty"`
	Keep       *KeepFacts       `json:"keep,omitempty"`     // what its pages say now
	Meetings   bool             `json:"meetings,omitempty"` // what stands in calendars today, which is read when it is told
	Agenda     Agenda           `json:"-"`                  // that
	Mail       *MailFacts       `json:"mail,omitempty"`     // mail, which is read when it is told
}

// OrderedFacts tells that a token ordered a project.
type OrderedFacts struct {
	Token string      `json:"token"`
	Cap   org.NanoUSD `json:"cap"` // what it may cost in all
}

// RepositoryFacts tells the outcome for an address that somebody named in a chat.
type RepositoryFacts struct {
	Source     string            `json:"source"`
	Repository coding.Repository `json:"repository,omitzero"` // it is known now
	Why        string            `json:"why,omitempty"`       // it is not
	Trying     time.Duration     `json:"trying,omitempty"`    // for so long it is tried again
	// Environment tells how its checks end, once they were tried; nil before.
	Environment *coding.Environment `json:"environment,omitempty"`
	// Shown is a service of it that people look at, which is ready or failed; nil where it is about none.
	Shown *coding.Shown `json:"shown,omitempty"`
}

// MoneyFacts are about a threshold of the founder's.
type MoneyFacts struct {
	What    MoneyNews     `json:"what"`
	Project org.ProjectID `json:"project,omitempty"` // that spent it; empty for all together
	Cap     org.Cap       `json:"cap,omitzero"`      // of MoneyCap, MoneyNear and MoneyWarn
	Spent   org.NanoUSD   `json:"spent,omitempty"`
	// Mark stands beside Spent: what the next call may cost (MoneyCap),
	// the amount that was passed (MoneyWarn), what the plan was to cost at the
	// most (MoneyBeyond), what is usual (MoneyFast; 0 when unknown).
	Mark     org.NanoUSD `json:"mark,omitempty"`
	Searches SearchMonth `json:"searches,omitzero"`
}

// MoneyNews is the subject of a MoneyFacts.
type MoneyNews string

// The news about money.
const (
	MoneyCap           MoneyNews = "cap"
	MoneyNear          MoneyNews = "near"
	MoneyWarn          MoneyNews = "warn"
	MoneyBeyond        MoneyNews = "beyond"
	MoneyFast          MoneyNews = "fast"
	MoneySearchesNear  MoneyNews = "searches near"
	MoneySearchesSpent MoneyNews = "searches spent"
)

// ParkedFacts are about a message that was put aside because the bot died of it.
type ParkedFacts struct {
	Text    string `json:"text"` // its first 200 characters
	Crashes int    `json:"crashes"`
}

// LostFacts are about a delivery that cannot be sent because what is stored of it
// is damaged.
type LostFacts struct {
	Delivery org.DeliveryID `json:"delivery"`
	Kind     DeliveryKind   `json:"kind"`
	Project  org.ProjectID  `json:"project,omitempty"`
	Title    string         `json:"title,omitempty"`
}

// QuietFacts list what was said today without a ping because the day's are
// used.
type QuietFacts struct {
	Pings int         `json:"pings"` // of a day
	Items []QuietItem `json:"items"`
}

// QuietItem is one thing that was said without a ping.
type QuietItem struct {
	Kind    DeliveryKind  `json:"kind"`
	Title   string        `json:"title,omitempty"`
	Project org.ProjectID `json:"project,omitempty"`
}

// ProjectLine is a project as a list names it.
type ProjectLine struct {
	ID    org.ProjectID    `json:"id"`
	Title string           `json:"title"`
	State org.ProjectState `json:"state,omitempty"`
}

// LateFacts are about a message that its author changed or deleted after work
// on it had begun.
type LateFacts struct {
	Deleted bool          `json:"deleted,omitempty"`
	Begun   bool          `json:"begun,omitempty"` // it is being answered at this moment
	Made    []ProjectLine `json:"made,omitempty"`  // open projects that it started
	Told    []ProjectLine `json:"told,omitempty"`  // open projects whose agents were told its words
}
