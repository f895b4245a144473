package outward

import (
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// RoundsMost bounds how often the failing checks of one pull request are mended without a founder, and how often it is brought together with its base.
const RoundsMost = 5

// RemarkID names what was said of a pull request: "k7".
type RemarkID string

// RemarkKind is by what a pull request is spoken of.
type RemarkKind string

// Kinds of remarks.
const (
	SaidByCheck RemarkKind = "check"
	SaidByOne   RemarkKind = "review"
	SaidByBase  RemarkKind = "base" // which moved on, so that the change does not fit it any more
)

// RemarkState says how far a remark is dealt with.
type RemarkState string

// States of remarks. The last two come to nothing, unless a founder takes one that was shown.
const (
	RemarkDue   RemarkState = "due"
	RemarkTaken RemarkState = "taken" // a project settles it
	RemarkShown RemarkState = "shown" // to a founder, with a button
	RemarkLeft  RemarkState = "left"  // it is counted
)

// Spoken is a model's reading of a remark.
type Spoken struct {
	Title  string `json:"title"` // a line
	Text   string `json:"text"`  // all of it, or the end of a log
	Path   string `json:"path,omitempty"`
	Line   int    `json:"line,omitempty"`
	Hunk   string `json:"hunk,omitempty"`
	Link   string `json:"link,omitempty"`
	Review int64  `json:"review,omitempty"`
	Above  string `json:"above,omitempty"`  // what the same person said of the whole, with the first remark of a review
	Remark int64  `json:"remark,omitempty"` // of a line; 0 for what was said of the whole
}

// KeptRemark is a stored remark of a check or a person on a pull request of ours. Of one key there is one.
type KeptRemark struct {
	ID        RemarkID
	Place     string
	Number    int
	Key       string
	Kind      RemarkKind
	State     RemarkState
	By        string // name of the account there, or of the check
	AllowedBy string // whoever ordered it here, where its writer may not
	Part      string // what is settled in one round
	Commit    string // at which it was said; empty for what holds of each
	Spoken    Spoken
	Project   org.ProjectID // that settles it
	Item      string        // of that project's list
	At        time.Time
}

// DueRound collects the remarks on a pull request that are settled next, at once.
type DueRound struct {
	Pull    PullRequest
	Remarks []KeptRemark
	// Root is the project that the pull request is of, and On the newest that went on with it.
	Root, On   org.ProjectID
	Title      string
	Repository string // its name here
	Channel    org.Channel
	Before     int    // rounds about checks so far
	Kind       string // of the changes that it has, where all are of one
}

// RoundBegin is the project that a round orders.
type RoundBegin struct {
	Due     DueRound
	Text    string // what is kept as the message that ordered it
	Project org.NewProject
	Items   map[RemarkID]string // which item settles which
	Cap     org.NanoUSD         // what it may cost; 0 for no bound of its own
	Reply   string
	Joins   string // the base that it is brought together with; empty for a round about something else
}

// DueReply is a remark of a person that is settled, and not answered yet.
type DueReply struct {
	Remark     KeptRemark
	Pull       PullRequest
	Repository string
	Commit     string // that settles it
}

// Reply is the order of TellRemark.
type Reply struct {
	Owner      string `json:"owner"`
	Repository string `json:"repository"`
	Number     int    `json:"number"`
	Review     int64  `json:"review"`
	Remark     int64  `json:"remark"`
	Path       string `json:"path"`
	Line       int    `json:"line"`
	Body       string `json:"body"`
	Mark       string `json:"mark"`
}

// TellRemark answers what was said of a line, where it stands.
const TellRemark Kind = "tell_remark"
