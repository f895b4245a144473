// Package outward is the vocabulary of what Frasier does at others: on a forge, in a tracker, in documents. Each such
// deed is a row before its first byte leaves, with what it is to do, what a founder read of it, who allowed it and what
// the other side answered, so that after a kill it is neither forgotten nor done twice.
package outward

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// ActionID names an action: "a7".
type ActionID string

// Kind says what an action does.
type Kind string

// Kinds of actions.
const (
	OpenPull Kind = "open_pull" // opens a pull request for a project's branch

	TellPlan Kind = "tell_plan" // says below an issue what will be done
	TellDone Kind = "tell_done" // says there what was done

	MirrorProject Kind = "mirror_project" // has a project stand in a tracker as it stands here
	TakeOrder     Kind = "take_order"     // does what stands in a project of a tracker
)

// State of an action.
type State string

// States of an action. The last three are ends.
const (
	Proposed State = "proposed" // waits for a founder's yes
	Allowed  State = "allowed"  // is to be done
	Doing    State = "doing"    // somebody has it in hand, and it may be done already
	Done     State = "done"
	Refused  State = "refused" // by the other side
	Dropped  State = "dropped" // by a founder
)

// Ended reports whether nothing more happens with an action.
func (s State) Ended() bool { return s == Done || s == Refused || s == Dropped }

// Action is one deed at others. Of the same key there is one.
type Action struct {
	ID         ActionID        `json:"id"`
	Key        string          `json:"key"` // what is to be there once: "pull:p7"
	Kind       Kind            `json:"kind"`
	Connection string          `json:"connection"` // its name
	Project    org.ProjectID   `json:"project"`
	Place      string          `json:"place"`  // where it happens: "github.com/acme/shop"
	Effect     string          `json:"effect"` // all that will be seen there, as a founder reads it
	Order      json.RawMessage `json:"order"`  // what is sent, by kind
	State      State           `json:"state"`
	AllowedBy  string          `json:"allowed_by"` // who, or the setting that did
	Link       string          `json:"link"`       // to what was made; empty for nothing
	Answer     json.RawMessage `json:"answer"`     // what the other side has there, read back
	Why        string          `json:"why"`        // of a refusal, or of the last try
	Tries      int             `json:"tries"`
	At         time.Time       `json:"at"`
	Due        time.Time       `json:"due"` // not before

	Undoes ActionID `json:"undoes,omitempty"`    // the action that it takes back
	Undone ActionID `json:"undone_by,omitempty"` // the action that took it back
	// Object names the thing that it changes there, and Field the part of it; both empty for what is done once. What a founder took back is not
	// changed again by itself.
	Object string `json:"object,omitempty"`
	Field  string `json:"field,omitempty"`
	// Step is the one whose change a pull request is, where it is put down; empty for all of its project's.
	Step org.StepID `json:"-"`
}

// Claim is an action in hand. Only whoever has the newest fence may end it.
type Claim struct {
	Action Action
	Owner  string
	Fence  int64
	Again  bool // it was in hand before, so it may be done already
}

// Ending closes a claim.
type Ending struct {
	State  State // Done, Refused, or Allowed for another try at Due
	Link   string
	Answer json.RawMessage
	Why    string
	Due    time.Time
}

// Service is a kind of other side.
type Service string

// Forges that can be connected.
const (
	GitHub Service = "github"
	Gitea  Service = "gitea" // and Forgejo
	Linear Service = "linear"
)

// Services lists the forges that can be connected.
func Services() []Service { return []Service{GitHub, Gitea} }

// Connection allows Frasier something at a place, as somebody.
type Connection struct {
	Name    string    `json:"name"` // "github", or what the founder calls it
	Service Service   `json:"service"`
	Address string    `json:"address"` // of its API's host: "https://github.com"
	Account string    `json:"account"` // as whom
	Rights  []string  `json:"rights"`  // what the token may, in the service's words; none where it does not say
	On      bool      `json:"on"`
	Why     string    `json:"why"` // it is off
	Sealed  []byte    `json:"-"`   // the token, see package sealed
	At      time.Time `json:"at"`
	Ends    time.Time `json:"ends"` // of the token; zero where it is not told
	// Room is the place there in which documents are made, in the service's words, and RoomName its name for people; empty for no place of its own.
	Room     string `json:"room"`
	RoomName string `json:"room_name"`
}

// HoldsCode reports whether it is a forge's, and on.
func (c Connection) HoldsCode() bool { return c.On && (c.Service == GitHub || c.Service == Gitea) }

// Again is the command that makes a connection anew.
func (c Connection) Again() string {
	if c.Service == ToolService {
		return "frasier tools add " + strings.TrimPrefix(c.Address, toolPlace)
	}
	return "frasier connect " + string(c.Service)
}

// Pull is the order of OpenPull.
type Pull struct {
	Host       string `json:"host,omitempty"` // empty in rows of older versions
	Owner      string `json:"owner"`
	Repository string `json:"repository"`
	Head       string `json:"head"` // branch
	Base       string `json:"base"` // branch
	Title      string `json:"title"`
	Body       string `json:"body"`
	Draft      bool   `json:"draft"`
	// Onto is the branch that it is to come into in the end, where Base is that of another pull request; else empty.
	Onto string `json:"onto,omitempty"`
}

// PullAnswer shows a pull request as the forge has it.
type PullAnswer struct {
	Number int    `json:"number"`
	Link   string `json:"link"`
	State  string `json:"state"` // open, closed, merged
	Draft  bool   `json:"draft"`
	Head   string `json:"head"` // commit
}
