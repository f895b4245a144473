package outward

import (
	"strconv"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/org"
)

// IssuesADay bounds what one repository's issues may order in 24 hours.
const IssuesADay = 20

// Person is an account at a forge. Names change hands there, numbers do not.
type Person struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
}

// Issue is one at a forge, as it is there now.
type Issue struct {
	Number int       `json:"number"`
	Title  string    `json:"title"`
	Body   string    `json:"body"`
	Link   string    `json:"link"`
	State  string    `json:"state"` // open, closed
	Author Person    `json:"author"`
	IsPull bool      `json:"is_pull"`
	Labels []string  `json:"labels"`
	Edited time.Time `json:"edited"` // it, its labels or what was said below it
}

// IssueEdit says when a label of an issue was set last, and when somebody changed its title or text last, as far as its forge says.
type IssueEdit struct {
	Labelled time.Time // zero where it is not set
	At       time.Time // zero for never, or where its forge does not say
	By       Person    // who changed it
}

// Late reports whether it was changed when, or after, it was labelled.
func (e IssueEdit) Late() bool {
	return !e.At.IsZero() && !e.Labelled.IsZero() && !e.At.Before(e.Labelled)
}

// Comment stands below an issue or a pull request.
type Comment struct {
	ID     int64     `json:"id"`
	Author Person    `json:"author"`
	Body   string    `json:"body"`
	Link   string    `json:"link"`
	At     time.Time `json:"at"`
}

// IssueState says how far an order by an issue has come.
type IssueState string

// States of an order by an issue. The last two are ends.
const (
	IssueAsked   IssueState = "asked" // it is read next
	IssueOrdered IssueState = "ordered"
	IssueRefused IssueState = "refused"
)

// IssueOrder is an issue that somebody ordered. Of one issue there is one.
type IssueOrder struct {
	Place      string        `json:"place"` // "github.com/acme/shop"
	Number     int           `json:"number"`
	Repository string        `json:"repository"` // its name here
	Channel    org.Channel   `json:"-"`          // where its project is talked about
	By         string        `json:"by"`         // a founder, or "label:7" for the account that set it
	State      IssueState    `json:"state"`
	Project    org.ProjectID `json:"project"` // empty before it is ordered
	Title      string        `json:"title"`
	Link       string        `json:"link"`
	Private    bool          `json:"private"` // who reads there may read our repository
	Why        string        `json:"why"`     // it was refused
	At         time.Time     `json:"at"`
	Tries      int           `json:"-"` // to read it
}

// IssueBegin is the project that an issue orders.
type IssueBegin struct {
	Order   IssueOrder
	Text    string // what was read there, as it is kept
	Project org.NewProject
	Cap     org.NanoUSD // what it may cost; 0 for no bound of its own
	Reply   string      // to whoever reads its channel
}

// IssueAnswer waits to be written below an issue.
type IssueAnswer struct {
	Order  IssueOrder
	End    bool // what was done; else what will be
	Items  []AnswerItem
	State  org.ProjectState
	Spent  org.NanoUSD
	Thread string // of the project, in its chat; empty for none
	Pull   string // link to its pull request; empty for none
}

// AnswerItem is one piece of a project.
type AnswerItem struct {
	Title string
	Done  bool
}

// Name is the founders' word for it: "acme/shop#12".
func (o IssueOrder) Name() string {
	name := o.Place
	if host, rest, ok := strings.Cut(name, "/"); ok && strings.Contains(rest, "/") && host != "" {
		name = rest
	}
	return name + "#" + strconv.Itoa(o.Number)
}

// Said is the order of the kinds of comments.
type Said struct {
	Owner      string `json:"owner"`
	Repository string `json:"repository"`
	Number     int    `json:"number"` // of the issue or pull request
	Body       string `json:"body"`
	Mark       string `json:"mark"` // that shows us that it is ours
}

var (
	shortIssue = lazyregexp.New(`^([A-Za-z0-9][A-Za-z0-9_.-]{0,99})/([A-Za-z0-9_.][A-Za-z0-9_.-]{0,99})#([1-9][0-9]{0,8})$`)
	linkIssue  = lazyregexp.New(`^https?://([^/\s]+)/([A-Za-z0-9][A-Za-z0-9_.-]{0,99})/([A-Za-z0-9_.][A-Za-z0-9_.-]{0,99})/issues/([1-9][0-9]{0,8})/?(?:#issue[A-Za-z0-9_-]*)?$`)
)

// ParseIssue reads "acme/shop#12" or an issue's address. The host of the short form is empty.
func ParseIssue(text string) (p Place, number int, ok bool) {
	text = strings.Trim(strings.TrimSpace(text), "<>")
	if m := shortIssue.FindStringSubmatch(text); m != nil {
		p, text = Place{Owner: m[1], Name: m[2]}, m[3]
	} else if m := linkIssue.FindStringSubmatch(text); m != nil {
		p, text = Place{Host: strings.ToLower(m[1]), Owner: m[2], Name: m[3]}, m[4]
	} else {
		return Place{}, 0, false
	}
	number, err := strconv.Atoi(text)
	return p, number, err == nil
}
