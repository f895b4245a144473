package ticket_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/bot/ticket"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/nountest"
)

// What an event has told is one silent line in the name of whoever it is about.
func TestEventsToldInALine(t *testing.T) {
	tk := market()
	tk.Steps[1].Reviewed = "not done: no reviewer could be reached"
	tk.Steps[2].State, tk.Steps[2].Cause = org.StepFailed, "no source could be read"
	for _, c := range []struct {
		kind org.EventKind
		step org.StepID
		want string // how the line begins; empty for none
	}{
		{org.EventStepCompleted, "s2", "“Rivals and their prices” is done, but nobody reviewed it"},
		{org.EventStepCompleted, "s1", ""},
		{org.EventStepFailed, "s3", "I couldn't finish “Rents in Chiado"},
		{org.EventStageDone, "s3", ""},
	} {
		said := ticket.Messages(tk, event(40, c.kind, c.step, nil))
		if c.want == "" && len(said) == 0 {
			continue
		}
		if len(said) != 1 || !strings.HasPrefix(said[0].Body, c.want) || said[0].Kind != reports.DeliverLine || !said[0].Card.Silent || said[0].Card.As != "Scout" {
			t.Errorf("%s of %s: %+v; want one silent line of Scout's that begins %q", c.kind, c.step, said, c.want)
		}
	}
	tk.Single = true
	if said := ticket.Messages(tk, event(41, org.EventStepFailed, "s3", nil)); len(said) > 0 {
		t.Errorf("a single task's thread is told %+v", said)
	}
}

// The words of lines that stand beside the table.
func TestWords(t *testing.T) {
	tk := market()
	tk.Steps[1].Reviewed = "not done: no reviewer could be reached"
	line := func(kind org.EventKind, step org.StepID) string {
		for _, v := range ticket.Messages(tk, event(40, kind, step, nil)) {
			return v.Body
		}
		return ""
	}
	nountest.Golden(
		t,
		nountest.Example{Name: "Unreviewed", Message: line(org.EventStepCompleted, "s2")},
	)
}

// What becomes of a change of code is told where it happens: where the work began, whether it came
// into the founder's folder, and what the repository said of its branch. What is due is told of later.
func TestChangesOfCodeAreToldInALine(t *testing.T) {
	shop := coding.Repository{Name: "shop", Ref: "main", Kind: coding.RepositoryPath, Source: "/srv/shop"}
	order := coding.CodeOrder{Repository: shop, Branch: "frasier/p3-prices"}
	how := coding.Place(coding.PlaceFacts{Tier: org.T2, Model: true, Tip: "3f2c1ab90817", Order: order})
	told := func(kind org.EventKind, single bool, edit func(*coding.StepChange)) string {
		tk := market()
		tk.Single = single
		c := coding.StepChange{Step: tk.Steps[1], Placed: &how, Order: order, Merged: &coding.Commit{N: 1}}
		edit(&c)
		tk.Changes = []coding.StepChange{c}
		var lines []string
		for _, s := range ticket.Messages(tk, event(40, kind, "s2", nil)) {
			if s.Kind != reports.DeliverLine || !s.Card.Silent {
				t.Errorf("%s: %+v is no silent line", kind, s)
			}
			lines = append(lines, s.Body)
		}
		return strings.Join(lines, "\n")
	}
	arrival := func(s coding.ArrivalState) func(*coding.StepChange) {
		return func(c *coding.StepChange) { c.Arrival = &coding.Arrival{State: s, Files: 3} }
	}
	push := func(s coding.PushState) func(*coding.StepChange) {
		return func(c *coding.StepChange) { c.Order.Push = &coding.Push{State: s} }
	}
	same := func(*coding.StepChange) {}
	for _, c := range []struct {
		name, got, want string
	}{
		{"begun", told(org.EventPlaced, false, same), "3f2c1ab"},
		{"begun, a single task", told(org.EventPlaced, true, same), ""},
		{"arrived", told(org.EventArrived, true, arrival(coding.ArrivalThere)), "/srv/shop"},
		{"arrival due", told(org.EventArrived, false, arrival(coding.ArrivalDue)), ""},
		{"pushed", told(org.EventPushed, true, push(coding.PushThere)), "frasier/p3-prices"},
		{"push due", told(org.EventPushed, false, push(coding.PushDue)), ""},
	} {
		if !strings.Contains(c.got, c.want) || (c.got == "") != (c.want == "") {
			t.Errorf("%s: %q, want %q in it", c.name, c.got, c.want)
		}
	}
}
