package reports

import (
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
)

// KeepEvery is the rhythm in which the pages of a document are read again.
type KeepEvery string

// The times that there are.
const (
	KeepDaily   KeepEvery = "daily"
	KeepWeekly  KeepEvery = "weekly"
	KeepMonthly KeepEvery = "monthly" // 30 days
)

// Term is the time between two looks; 0 for a word that is none of these.
func (k KeepEvery) Term() time.Duration {
	const day = 24 * time.Hour
	return map[KeepEvery]time.Duration{KeepDaily: day, KeepWeekly: 7 * day, KeepMonthly: 30 * day}[k]
}

const (
	// KeepsMost bounds the documents that are kept true at a time.
	KeepsMost = 50
	// KeepPagesMost bounds the pages of one document that are read again at one look: the first ones that it cites.
	KeepPagesMost = 200
)

// PageState says in which state a page was when it was read again.
type PageState string

// Only a changed page makes a claim doubtful. All others say what kept us from telling.
const (
	PageSame    PageState = "same"
	PageChanged PageState = "changed"
	PageGone    PageState = "gone"   // it says that there is no such page any more
	PageWalled  PageState = "walled" // robots.txt, a sign-in, a payment, a check for people
	PageMoved   PageState = "moved"  // it leads to another page, which does not say the same
	PageOther   PageState = "other"  // hardly anything of it is as it was: it cannot be compared
	PageUnread  PageState = "unread" // no answer, or nothing that can be read
)

// Keep is a document whose pages are read again and again.
type Keep struct {
	Project org.ProjectID `json:"project"`
	Title   string        `json:"title"`
	Every   KeepEvery     `json:"every"`
	Due     time.Time     `json:"due_at"`
	Last    time.Time     `json:"last_at,omitzero"`
	Rounds  int           `json:"rounds"`
	Pages   []KeptPage    `json:"pages"`
	Changes []KeptChange  `json:"changes"` // that wait for a word
}

// KeptPage is a page as it was found last.
type KeptPage struct {
	URL   string    `json:"url"`
	State PageState `json:"state"`
	Why   string    `json:"why,omitempty"`
}

// KeptChange is a claim whose page says something else now.
type KeptChange struct {
	Step  org.StepID     `json:"step"`
	N     int            `json:"n"` // of the step's quotes
	URL   string         `json:"url"`
	Claim string         `json:"claim"`
	Quote string         `json:"quote"`
	Now   string         `json:"now,omitempty"` // empty where the page says nothing of it any more
	Text  org.DocumentID `json:"-"`             // of the page as it is now
}

// KeepWork is a document whose pages are due, with all that is to be found there.
type KeepWork struct {
	Project org.ProjectID
	Round   int
	Pages   []KeepPage
}

// KeepPage is a page with the quotes that the document takes from it.
type KeepPage struct {
	URL    string
	Origin work.Origin
	Was    string // its text as it was read
	Quotes []KeepQuote
}

// KeepQuote is one of them.
type KeepQuote struct {
	Step  org.StepID
	N     int
	Claim string
	Quote string
}

// KeepFound is one page after a look.
type KeepFound struct {
	KeptPage

	Text    work.Document // as it is now; only of a changed page
	Changes []KeptChange
}

// KeepFacts tell what a look found that was not told before.
type KeepFacts struct {
	Pages   int          `json:"pages"` // that were looked at
	Changes []KeptChange `json:"changes,omitempty"`
	More    int          `json:"more,omitempty"` // changes besides these
	Others  []KeptPage   `json:"others,omitempty"`
	Shared  bool         `json:"shared,omitempty"`
	Steps   int          `json:"steps,omitempty"` // that a new version does again
	Effort  string       `json:"effort,omitempty"`
}
