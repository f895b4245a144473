// Package mirror holds the rules by which work stands in a tracker of others as it stands here: how each thing there should
// look, what of it is to be sent, and what a change of a founder's there orders. It has no input or output.
package mirror

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
)

// Sink is a tracker that has a mirror.
type Sink string

// Linear is the one there is.
const Linear Sink = "linear"

// Kind of a thing there.
type Kind string

// Kinds of things, in the order in which they are made: what one refers to comes before it.
const (
	Project    Kind = "project"
	Milestone  Kind = "milestone"
	Label      Kind = "label"
	Issue      Kind = "issue"
	Relation   Kind = "relation"
	Comment    Kind = "comment"
	Attachment Kind = "attachment"
	Update     Kind = "update"
)

// Field of a thing. Those that refer to other things hold their keys.
type Field string

// Fields.
const (
	Title   Field = "title"
	Summary Field = "summary" // a project's short description
	Body    Field = "body"    // our block of a text; all of a comment
	Around  Field = "around"  // what others wrote around our block; never sent
	State   Field = "state"
	In      Field = "in"     // the thing that it belongs to
	Phase   Field = "phase"  // an issue's milestone
	Labels  Field = "labels" // ours alone, sorted, one a line
	From    Field = "from"
	To      Field = "to"
	Link    Field = "link"
	Health  Field = "health"
	Place   Field = "place" // in an order, from 0
)

// States of issues and projects there, by what they mean.
const (
	Open      = "open" // not begun; Linear's backlog, triage and unstarted
	Working   = "working"
	Review    = "review"
	Done      = "done"
	Canceled  = "canceled"
	Started   = "started"
	Paused    = "paused"
	Completed = "completed"
)

// Object is the wanted form of a thing there.
type Object struct {
	Key    string // ours, such as "step:s12"
	Kind   Kind
	Fields map[Field]string
}

// Life says how far a thing has come there.
type Life string

// Lives of a thing.
const (
	New     Life = "new"  // it is to be made, or was and nobody knows yet
	Live    Life = "live" // it is there
	Gone    Life = "gone" // somebody took it away there, and it is not made again
	Refused Life = "refused"
)

// Agreed holds the last value of a field that both sides had, as each writes it.
type Agreed struct {
	Sent   string `json:"sent"`             // of ours
	Seen   string `json:"seen"`             // as the other side has it, which may write the same differently
	Frozen bool   `json:"frozen,omitempty"` // it is the founder's, and never written again
}

// Known is the stored state of a thing there.
type Known struct {
	Key     string
	Kind    Kind
	Project org.ProjectID
	ID      string // there
	Link    string
	Name    string // as people there call it: "ENG-12"
	Life    Life
	Base    map[Field]Agreed
	Tries   int    // how often it was sent to be made
	Why     string // it was refused, or is gone
}

// Theirs is a thing as the other side has it now.
type Theirs struct {
	ID     string
	Link   string
	Name   string
	Fields map[Field]string
	Gone   bool           // archived, in the bin, moved away or not there
	Why    string         // it is gone
	May    map[Field]bool // whether who changed the field last may order; a field that is missing was changed by nobody that is known
}

// ChangeKind says what a founder's change there becomes here.
type ChangeKind string

// What it may become.
const (
	Pause     ChangeKind = "pause"
	Resume    ChangeKind = "resume" // asked back first
	AskCancel ChangeKind = "cancel" // asked back first
	Drop      ChangeKind = "drop"
	Redo      ChangeKind = "redo"
	Guide     ChangeKind = "guide" // words to whoever works on it
	Line      ChangeKind = "line"  // a command
	PutBack   ChangeKind = "put_back"
	Ignored   ChangeKind = "ignored" // of somebody who may not order
	TellGone  ChangeKind = "gone"
)

// Change carries a change there over to here, once of its key.
type Change struct {
	Key     string // such as "state:step:s12:canceled:2026-03-02T09:00:00Z"
	Kind    ChangeKind
	Object  string // its key
	Project org.ProjectID
	By      string // the account there; empty where nobody knows
	Text    string
	At      time.Time
}

// ID is the id that a thing gets there: the same for the same office, key and generation, so that one that was made is known again.
// It has the form of a random UUID.
func ID(office, key string, generation int) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%d", office, key, generation))
	const version, variant = 0x40, 0x80
	sum[6] = sum[6]&0x0f | version
	sum[8] = sum[8]&0x3f | variant
	h := hex.EncodeToString(sum[:16])
	return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
}

// Setup is a tracker as it is mirrored to.
type Setup struct {
	Sink       Sink          `json:"sink"`
	Connection string        `json:"connection"` // its name
	Office     string        `json:"office"`     // the workspace's id there
	Team       string        `json:"team"`       // its id there
	TeamName   string        `json:"team_name"`
	Founders   []string      `json:"founders"` // ids of the accounts there that may order
	Policy     outward.Level `json:"policy"`   // by the permit of new projects
	Seen       string        `json:"-"`        // all that changed up to then was looked at, as the tracker writes times; empty before the first look
	Poll       time.Time     `json:"poll"`
	Tries      int           `json:"tries"` // that failed, one behind the other
	Since      time.Time     `json:"since"` // the first of them; zero without
	Why        string        `json:"why"`   // of the last one
	Strange    int           `json:"strange"`
}

// Job is a project that is to stand there as it stands here.
type Job struct {
	Project    org.ProjectID
	Origin     string // the thing there that ordered it; empty for an order given here
	Generation int
	Done, Head int64 // lines of the journal: up to which it stands there, and its newest
	Fresh      bool  // what is there is newer than what is known here
	Look       bool  // something changed there
	Tries      int
	Coarse     bool // one issue stands for each part
	Archive    Archive
	Known      map[string]Known
	Answers    []Answer
}

// Archive says whether a project's issues are put away there, to make room.
type Archive string

// What may be of it.
const (
	NotArchived Archive = ""
	ToArchive   Archive = "asked"
	Archived    Archive = "done"
)

// Answer is the reply to a founder's words there.
type Answer struct {
	Key    string
	Object string
	Text   string
}

// Ended says how far a job came.
type Ended struct {
	Project org.ProjectID
	Done    int64
	Tries   int // that failed, one behind the other; 0 where it stands there
	Why     string
	Due     time.Time // of the next try
}

// Order is a thing there that orders work.
type Order struct {
	Theirs string
	Kind   Kind     // Project or Issue
	Items  []string // ids of issues, in the order of its list
}

// Standing sums what is mirrored of a project.
type Standing struct {
	Project org.ProjectID `json:"project"`
	Title   string        `json:"title"`
	On      bool          `json:"on"`
	Link    string        `json:"link"`
	Things  int           `json:"things"`
	Waiting int           `json:"waiting"` // to be made
	Gone    int           `json:"gone"`
	Refused int           `json:"refused"`
	Why     string        `json:"why"` // of the last failure; empty for none
}

// ProjectKey is the key of a project's own thing.
func ProjectKey(p org.ProjectID) string { return "project:" + string(p) }

// ItemKey is the key of the issue that an item of a project's list is; empty for the one task of a project without a list.
func ItemKey(p org.ProjectID, item string) string { return "item:" + string(p) + ":" + item }
