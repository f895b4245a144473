package outward

import (
	"strconv"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/org"
)

// TellFinding says of a line of somebody's pull request what is wrong there.
const TellFinding Kind = "tell_finding"

// SinkReviews takes findings. They wait for a founder's yes unless he allowed them for the project.
const SinkReviews Sink = "reviews"

// ReadingState says how far the reading of a pull request has come.
type ReadingState string

// States of a reading. The last two are ends.
const (
	ReadingAsked   ReadingState = "asked" // it is looked at next
	ReadingBegun   ReadingState = "begun"
	ReadingFound   ReadingState = "found" // what was found is to be shown
	ReadingShown   ReadingState = "shown"
	ReadingRefused ReadingState = "refused"
)

// Reading is a pull request of somebody else that a founder has read. Of one pull request there is one.
type Reading struct {
	Place      string        `json:"place"`
	Number     int           `json:"number"`
	Repository string        `json:"repository"`
	Channel    org.Channel   `json:"-"`
	By         string        `json:"by"`
	State      ReadingState  `json:"state"`
	Project    org.ProjectID `json:"project"`
	Title      string        `json:"title"`
	Link       string        `json:"link"`
	Author     string        `json:"author"`
	Head       string        `json:"head"`
	Base       string        `json:"base"`
	Found      *coding.Found `json:"found"` // nil before it was read
	Why        string        `json:"why"`
	At         time.Time     `json:"at"`
	Tries      int           `json:"-"`
}

// Name is the founders' word for it: "acme/shop#34".
func (r Reading) Name() string { return IssueOrder{Place: r.Place, Number: r.Number}.Name() }

// ReadingBegin is the project that reads a pull request.
type ReadingBegin struct {
	Reading Reading
	Text    string
	Project org.NewProject
	Cap     org.NanoUSD
	Reply   string
}

// FindingOrder is the order of TellFinding.
type FindingOrder struct {
	Owner      string `json:"owner"`
	Repository string `json:"repository"`
	Number     int    `json:"number"`
	Commit     string `json:"commit"` // that was read
	Path       string `json:"path"`
	Line       int    `json:"line"` // 0 for the whole file
	Body       string `json:"body"`
	Mark       string `json:"mark"`
}

var linkPull = lazyregexp.New(`^https?://([^/\s]+)/([A-Za-z0-9][A-Za-z0-9_.-]{0,99})/([A-Za-z0-9_.][A-Za-z0-9_.-]{0,99})/pulls?/([1-9][0-9]{0,8})/?(?:files|commits)?/?(?:#[A-Za-z0-9_-]*)?$`)

// ParsePull reads "acme/shop#34" or a pull request's address. The host of the short form is empty.
func ParsePull(text string) (p Place, number int, ok bool) {
	text = strings.Trim(strings.TrimSpace(text), "<>")
	m := linkPull.FindStringSubmatch(text)
	if m == nil {
		m := shortIssue.FindStringSubmatch(text)
		if m == nil {
			return Place{}, 0, false
		}
		number, err := strconv.Atoi(m[3])
		return Place{Owner: m[1], Name: m[2]}, number, err == nil
	}
	number, err := strconv.Atoi(m[4])
	return Place{Host: strings.ToLower(m[1]), Owner: m[2], Name: m[3]}, number, err == nil
}
