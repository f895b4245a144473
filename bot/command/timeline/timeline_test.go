package timeline_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/bot/command/timeline"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// The critical path goes from the last step back over what each waited for, and
// over the end of the mission before where a step needed nothing.
func TestWhereTheTimeWent(t *testing.T) {
	t.Parallel()
	begin := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	line := func(minute int, kind org.EventKind, s org.StepID) org.Event {
		return org.Event{At: begin.Add(time.Duration(minute) * time.Minute), Kind: kind, Step: s}
	}
	ticket := reports.Ticket{
		Now: begin.Add(time.Hour), Missions: []org.Mission{{ID: "n1"}, {ID: "n2"}},
		Steps: []org.Step{
			{ID: "s1", Mission: "n1"}, {ID: "s2", Mission: "n1"}, {ID: "s3", Mission: "n1", DependsOn: []org.StepID{"s1", "s2"}}, {ID: "s4", Mission: "n2", DependsOn: []org.StepID{"s1"}},
		},
	}
	path, waited, took := timeline.SplitTime(ticket, []org.Event{
		line(0, org.EventStepReady, "s1"), line(0, org.EventStepReady, "s2"), line(0, org.EventStepStarted, "s1"), line(0, org.EventStepStarted, "s2"),
		line(2, org.EventStepCompleted, "s1"), line(4, org.EventStepRejected, "s2"), line(4, org.EventStepReady, "s2"), line(7, org.EventStepStarted, "s2"),
		line(9, org.EventStepCompleted, "s2"), line(9, org.EventStepReady, "s3"), line(10, org.EventStepStarted, "s3"), line(11, org.EventStepCompleted, "s3"),
		line(11, org.EventStepReady, "s4"), line(11, org.EventStepStarted, "s4"), line(12, org.EventStepCompleted, "s4"),
	})
	minutes := func(n ...int) []time.Duration {
		out := make([]time.Duration, 0, len(n))
		for _, m := range n {
			out = append(out, time.Duration(m)*time.Minute)
		}
		return out
	}
	if diff := cmp.Diff([]org.StepID{"s2", "s3", "s4"}, path); diff != "" {
		t.Errorf("path:\n%s", diff)
	}
	if diff := cmp.Diff(minutes(3, 1, 0), waited); diff != "" {
		t.Errorf("waited:\n%s", diff)
	}
	if diff := cmp.Diff(minutes(6, 1, 1), took); diff != "" {
		t.Errorf("took:\n%s", diff)
	}
}
