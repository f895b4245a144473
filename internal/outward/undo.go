package outward

import (
	"encoding/json"
	"fmt"
	"time"
)

// TakeBack reverses an action that is done. Its row names that action in Undoes.
const TakeBack Kind = "take_back"

// TakenBack is the text of a status that was taken back: forges delete none.
const TakenBack = "Taken back"

// UndoOrder is the order of TakeBack: all that is known of the action that it reverses.
type UndoOrder struct {
	Of     ActionID        `json:"of"`
	Kind   Kind            `json:"kind"`
	Order  json.RawMessage `json:"order"`
	Answer json.RawMessage `json:"answer"`
	Link   string          `json:"link"`
}

// Frozen is an object at others, or a field of one, that a founder took back: nothing is done to it by itself until he says so.
type Frozen struct {
	Place  string    `json:"place"`
	Object string    `json:"object"`
	Field  string    `json:"field"`  // empty for all of it
	Action ActionID  `json:"action"` // that took it back
	At     time.Time `json:"at"`
}

// Holds reports whether it keeps a field of an object from being changed; an empty field is all of the object.
func (f Frozen) Holds(place, object, field string) bool {
	return f.Place == place && f.Object == object && (f.Field == "" || field == "" || f.Field == field)
}

// Kinds lists all kinds of actions.
func Kinds() []Kind {
	return []Kind{
		OpenPull, SetStatus, TellPlan, TellDone, TellRemark, TellFinding, MarkReady, MergePull, ClosePull, DropBranch, PublishPage, TrashPage, MirrorProject, TakeOrder, CallTool, SaveDraft, SendDraft, TakeBack,
	}
}

// Inverse says what taking an action back does there, as a founder reads it. Where there is no way back, why says so and effect is empty.
func (a Action) Inverse() (effect, why string) {
	at := a.Link
	if at == "" {
		at = a.Place
	}
	switch a.Kind {
	case OpenPull:
		return fmt.Sprintf("The pull request is closed without being merged: %s. Its branch stays.", at), ""
	case MarkReady:
		return fmt.Sprintf("The pull request is a draft again: %s", at), ""
	case ClosePull:
		return fmt.Sprintf("The pull request is open again: %s", at), ""
	case DropBranch:
		return fmt.Sprintf("The branch of the pull request is there again, at the commit that it was deleted at: %s", at), ""
	case TellPlan, TellDone, TellRemark, TellFinding:
		return fmt.Sprintf("What I said there is deleted: %s", at), ""
	case SetStatus:
		return fmt.Sprintf("The status %s says that it was taken back: %s. No forge deletes one.", ProofContext, at), ""
	case PublishPage:
		return fmt.Sprintf("The page goes into the bin there, from which people can take it back: %s. Nothing goes there by itself until you publish it again.", at), ""
	case TrashPage:
		return fmt.Sprintf("The page is out of the bin again: %s", at), ""
	case MergePull:
		return "", "others may have built on what was merged. A change that reverts it is work like any other: tell me to revert it"
	case MirrorProject:
		return fmt.Sprintf("The project and its issues go into the bin in Linear, from which people can take them back for 30 days: %s. It stays out of there until you say `!linear %s on`.", at, a.Project), ""
	case TakeOrder:
		return "", "what was ordered is work like any other: cancel its project"
	case CallTool:
		return "", "only whoever made the tool knows what takes that back"
	case SaveDraft:
		return "The draft is deleted, unless you changed it since.", ""
	case SendDraft:
		return "", "a mail that is sent is with others"
	case TakeBack:
		return "", "that took something back already. To have it done again, order it again"
	}
	return "", "I don't know a way back from it"
}

// Object names a pull request among what a founder may have taken back.
func (p PullRequest) Object() string { return p.Name() }
