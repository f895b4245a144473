package messages

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/reports"
)

// describePush says of a project's branch whether it is at its repository's address; empty for one that stays here.
func (c coded) describePush() string {
	if len(c.merged) == 0 || c.merged[0].Order.Push == nil {
		return ""
	}
	o := c.merged[0].Order
	host := wording.Plain(cmp.Or(coding.AddressHost(o.Repository.Source), o.Repository.Source))
	switch o.Push.State {
	case coding.PushDue:
		return fmt.Sprintf("I push the branch to %s when all is done.", host)
	case coding.PushThere:
		if o.WentOnto() {
			return fmt.Sprintf("It is on `%s` at %s: `git pull` brings it.", o.PushAs, host)
		}
		what, name := "The branch is at %s too: `git fetch origin %s`.", o.PushedAs()
		if last := c.merged[len(c.merged)-1]; o.PushAs == "" && last.Placed.OpensEach() {
			what, name = "A branch for each change is at %s too; the last has them all: `git fetch origin %s`.", coding.StepBranch(o.Branch, last.Step.ID)
		}
		return fmt.Sprintf(what, host, name)
	case coding.PushRefused:
	}
	const most = 300
	return fmt.Sprintf("I could not push the branch: %s. Nothing is lost: the branch is here.", strings.TrimRight(wording.Plain(wording.Clip(strings.ReplaceAll(o.Push.Why, o.Repository.Source, coding.AddressShown(o.Repository.Source)), most)), "."))
}

// CodePushed says in a project's thread that its branch is at its repository's address, or why it is not and where it is
// instead. ok is false for a branch that stays here.
func CodePushed(ticket reports.Ticket) (text string, ok bool) {
	c := codedOf(ticket.Changes)
	if len(c.merged) == 0 || c.merged[0].Order.Push == nil || c.merged[0].Order.Push.State == coding.PushDue {
		return "", false
	}
	text = c.describePush()
	if c.merged[0].Order.Push.State == coding.PushRefused {
		text += fmt.Sprintf(" Branch `%s`: %s.", c.branch(), c.describeExport(ticket.Project.ID))
	}
	return text, true
}
