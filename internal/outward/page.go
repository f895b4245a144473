package outward

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
)

// Services that keep documents.
const (
	Notion Service = "notion"
	Google Service = "google"
)

// PageServices lists the services that documents are published in.
func PageServices() []Service { return []Service{Notion, Google} }

// KeepsPages reports whether documents are published there.
func (s Service) KeepsPages() bool { return slices.Contains(PageServices(), s) }

// What is done with a project's page at such a service. Of a project there is one page at each.
const (
	PublishPage Kind = "publish_page" // makes it, or replaces what it says by the newest document
	TrashPage   Kind = "trash_page"   // puts it into the bin there, from which people take it back
)

// PageKinds lists what is done with pages: never two at once with the same one.
func PageKinds() []Kind { return []Kind{PublishPage, TrashPage} }

// KeptPage is a project's page at a service, as it is known here.
type KeptPage struct {
	Project    org.ProjectID    `json:"project"`
	Title      string           `json:"title"`
	State      org.ProjectState `json:"-"`
	Connection string           `json:"connection"`
	Level      Level            `json:"level"`   // by its permit; empty where nobody spoke of it: the first page at a service waits for a yes, those after it need none
	Wanted     int              `json:"wanted"`  // version of its document that is to be there; 0: none
	Version    int              `json:"version"` // that is there; 0: none
	Object     string           `json:"object"`  // its id there; empty before it was made
	Link       string           `json:"link"`    // empty before it was made
	Mark       string           `json:"-"`       // of the action that wrote it last
	Hash       string           `json:"-"`       // of what it said when it was read back
	Why        string           `json:"why"`     // the last try was refused; empty when it was not
	Waits      ActionID         `json:"waits"`   // the action that is not done yet; empty for none
	Waiting    State            `json:"waiting"` // how that one stands
	At         time.Time        `json:"at"`      // when Version was put there; zero for never
	Order      PageWish         `json:"-"`
}

// PageHow names an order about a page.
type PageHow string

// What may be ordered.
const (
	PagePut    PageHow = "put"    // the newest document goes there; where the page is in the bin it comes back
	PageOver   PageHow = "over"   // the same, and what somebody else wrote there meanwhile is replaced
	PageRemove PageHow = "remove" // it goes into the bin, and nothing goes there by itself any more
)

// PageWish is an order that is not an action yet; none where How is empty.
type PageWish struct {
	By  string
	How PageHow
	As  string // its own id: of the same there is one action
}

// Key is the key of the action that is due: that puts the wanted version there, or does what was ordered.
func (p KeptPage) Key() string {
	kind := PublishPage
	if p.Order.How == PageRemove {
		kind = TrashPage
	}
	return fmt.Sprintf("%s:%s:%s:v%d", kind, p.Project, p.Connection, p.Wanted)
}

// PageOrder is the order of PublishPage and TrashPage.
type PageOrder struct {
	Key     string `json:"key"`   // by which it is found there
	Title   string `json:"title"` // as it is called there
	Version int    `json:"version"`
	Text    string `json:"text,omitempty"`  // hash of the document as it was shown; empty where an older version ordered it
	Over    bool   `json:"over,omitempty"`  // what somebody else wrote there meanwhile is replaced
	Fresh   bool   `json:"fresh,omitempty"` // where it is gone, a new one is made
}

// PageAnswer shows a page as its service has it.
type PageAnswer struct {
	Object  string `json:"object"`
	Link    string `json:"link"`
	Version int    `json:"version"`
	Parts   int    `json:"parts,omitempty"` // pages below it, of a document that is too long for one
	Made    bool   `json:"made,omitempty"`  // it was not there before
}

// SinkName is the founders' word for a service that keeps pages.
func SinkName(s Service) string {
	switch s { //nolint:exhaustive // forges keep no pages
	case Notion:
		return "Notion"
	case Google:
		return "Google Docs"
	}
	return string(s)
}

// Place names where a connection makes pages: "Notion, Projects".
func (c Connection) Place() string {
	if c.RoomName == "" {
		return SinkName(c.Service)
	}
	return SinkName(c.Service) + ", " + c.RoomName
}

// PageKey returns the text by which a project's page is found again. Mark is one that nobody else can make for it.
func PageKey(p org.ProjectID, mark string) string {
	const short = 8 // letters: of one project of one office there are no two pages that it could tell apart wrongly
	return string(p) + "-" + mark[:min(short, len(mark))]
}

// PageTitle is the title of a project's page.
func PageTitle(p KeptPage) string {
	if p.State == org.ProjectPartial {
		return "Partial: " + p.Title
	}
	return p.Title
}

// anchor matches the targets of links within our documents.
var anchor = lazyregexp.New(`<a id="[A-Za-z0-9_-]*">|</a>`)

// DescribePage says all that will be seen there, as a founder reads it.
func DescribePage(p KeptPage, c Connection, o PageOrder, markdown string) string {
	what := "A page in"
	if p.Object != "" {
		what = fmt.Sprintf("Version %d of the document in the place of what my page says in", o.Version)
	}
	body := strings.TrimSpace(anchor.ReplaceAllString(markdown, ""))
	if first, rest, ok := strings.Cut(body, "\n"); ok && strings.HasPrefix(first, "# ") {
		body = strings.TrimSpace(rest)
	}
	const most = 2000 // letters of the document: the whole of it is in the project's thread
	return fmt.Sprintf("%s %s, as %s, for whoever sees that place there: the whole document, %s with its sources.\n**%s**\n%s",
		what, c.Place(), c.Account, prose.Count(len(strings.Fields(body)), "word"), o.Title, prose.Clip(body, most, "…"))
}
