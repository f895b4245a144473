package report

import (
	"fmt"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
)

// describeStep says what an open step does or waits for. The steps are those of its project by id;
// When its present run began.
func (o situation) describeStep(s org.Step, steps map[org.StepID]*org.Step, since time.Time) string {
	switch s.State {
	case org.StepInReview:
		return "is in review, worked on since " + formatClock(since)
	case org.StepInProgress:
		if s.Stage == "" {
			return "is worked on since " + formatClock(since)
		}
		return fmt.Sprintf("is worked on since %s; %s is done", formatClock(since), s.Stage)
	case org.StepCompleted, org.StepFailed, org.StepCancelled:
		return "has ended: " + string(s.State)
	case org.StepPending:
	}
	var reasons []string
	if needs := listOpenNeeds(s, steps); s.OpenDeps > 0 {
		reasons = append(reasons, "waits for "+strings.Join(needs, ", "))
	}
	for _, r := range s.Held.Reasons() {
		if s.Held&org.HoldBackoff != 0 && r == org.HoldBackoff.Reasons()[0] && !s.RunAfter.IsZero() {
			r += " at " + formatClock(s.RunAfter)
		}
		reasons = append(reasons, "is held: "+r)
	}
	switch {
	case len(reasons) > 0:
		return strings.Join(reasons, "; ")
	case o.working && s.Crashes >= org.MaxCrashes-1:
		return fmt.Sprintf("is ready; its worker died %s, so it waits for a worker that has nothing else to do", prose.CountOf(s.Crashes, "time", "times"))
	case o.working:
		return "is ready and waits for a free worker"
	default:
		return "is ready, and no worker is running"
	}
}

func indexSteps(steps []org.Step) map[org.StepID]*org.Step {
	out := make(map[org.StepID]*org.Step, len(steps))
	for i := range steps {
		out[steps[i].ID] = &steps[i]
	}
	return out
}

func listOpenNeeds(s org.Step, steps map[org.StepID]*org.Step) []string {
	var out []string
	for _, id := range s.DependsOn {
		if n := steps[id]; n != nil && !n.State.Ended() {
			out = append(out, fmt.Sprintf("%q", n.Title))
		}
	}
	if len(out) == 0 {
		return []string{prose.CountOf(s.OpenDeps, "step", "steps")}
	}
	return out
}

func formatClock(at time.Time) string {
	if at.IsZero() {
		return "an unknown time"
	}
	return moment.Mark(at, moment.Minute)
}
