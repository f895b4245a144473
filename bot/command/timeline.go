package command

import (
	"cmp"
	"context"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
)

// timeline lists what was decided in a project, by whom and when, and how many
// of the model's replies could not be read.
func (d *Handler) timeline(ctx context.Context, o *order) (org.Reply, error) {
	p, err := d.which(ctx, o, false)
	if err != nil {
		return org.Reply{}, err
	}
	events, err := d.Store.Timeline(ctx, p.ID)
	if err != nil {
		return org.Reply{}, err
	}
	status, err := d.Store.ProjectStatus(ctx, p.ID, d.Now())
	if err != nil {
		return org.Reply{}, err
	}
	s := sheet{head: fmt.Sprintf("**What was decided in %s %s**\n", p.ID, title(p.Title)), again: "timeline " + string(p.ID)}
	for _, e := range events {
		s.blocks = append(s.blocks, fmt.Sprintf("- %s %s: %s", e.At.Format("2 Jan 15:04"), decider(e), clip(tame(e.Text), 220)))
	}
	if t := status.Spent; t.Calls > 0 {
		s.blocks = append(s.blocks, fmt.Sprintf("\n%s, %s of them unreadable.", org.Count(t.Calls, "model call"), share(t.Unparsed, t.Calls)))
	}
	return s.reply(o.Page), nil
}

// decider says who decided what an entry of the journal tells.
func decider(e org.Event) string {
	switch e.Kind { //nolint:exhaustive // all others are decided by rules
	case org.EventDecided:
		return cmp.Or(e.Data["by"], "Frasier")
	case org.EventMessageHandled:
		return "chief"
	case org.EventCommand, org.EventSteering, org.EventGateSet, org.EventCapSet, org.EventAccepted, org.EventProjectPaused, org.EventProjectResumed, org.EventProjectCancelled:
		return "you"
	case org.EventMissionPlanned, org.EventMissionReplanned, org.EventAgentHired:
		return "planner"
	case org.EventStepRejected:
		return "reviewer " + tame(cmp.Or(e.Data["reviewer"], "code"))
	case org.EventDiagnosed:
		return "debugger"
	case org.EventAlert:
		return "watcher"
	}
	return "rule"
}

// share is a part of a whole in percent, with both figures.
func share(part, whole int) string {
	return fmt.Sprintf("%d (%.1f %%)", part, 100*float64(part)/float64(max(1, whole)))
}
