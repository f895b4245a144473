package org_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/frasier-cos/frasier/internal/org"
)

// fields splits a table in a text into its words.
func fields(table string) [][]string {
	var out [][]string
	for line := range strings.Lines(table) {
		if f := strings.Fields(line); len(f) > 0 {
			out = append(out, f)
		}
	}
	return out
}

// What a step may become, written out.
const moves = `
pending      in_progress failed cancelled
in_progress  pending in_review completed failed cancelled
in_review    pending completed failed cancelled
failed       pending
completed
cancelled
`

func states() []org.StepState {
	return []org.StepState{org.StepPending, org.StepInProgress, org.StepInReview, org.StepCompleted, org.StepFailed, org.StepCancelled, "", "nonsense"}
}

func TestCanBecome(t *testing.T) {
	may := map[string][]string{}
	for _, row := range fields(moves) {
		may[row[0]] = row[1:]
	}
	for _, from := range states() {
		for _, to := range states() {
			if got, want := from.CanBecome(to), slices.Contains(may[string(from)], string(to)); got != want {
				t.Errorf("%q to %q: got %v, want %v", from, to, got, want)
			}
		}
	}
}

// However a step moves, an end is an end but for a founder's retry of a
// failure, and nothing stays where it is.
func TestWalks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := org.StepPending
		for _, next := range rapid.SliceOfN(rapid.SampledFrom(states()), 1, 40).Draw(t, "moves") {
			if !s.CanBecome(next) {
				continue
			}
			if s == next || s.Ended() && (s != org.StepFailed || next != org.StepPending) || next == "" || next == "nonsense" {
				t.Fatalf("a step went from %q to %q", s, next)
			}
			if next == org.StepCompleted && !s.Claimed() {
				t.Fatalf("a step that nobody held went from %q to completed", s)
			}
			s = next
		}
	})
}

func TestEnded(t *testing.T) {
	for s, want := range map[org.ProjectState]bool{
		org.ProjectActive: false, org.ProjectPaused: false, org.ProjectCompleted: true, org.ProjectPartial: true, org.ProjectFailed: true,
		org.ProjectCancelled: true, "": false,
	} {
		if s.Ended() != want {
			t.Errorf("project %q ended: got %v, want %v", s, s.Ended(), want)
		}
	}
	for s, want := range map[org.MissionState]bool{
		org.MissionPlanning: false, org.MissionInProgress: false, org.MissionPaused: false, org.MissionCompleted: true, org.MissionPartial: true,
		org.MissionFailed: true, org.MissionCancelled: true, "": false,
	} {
		if s.Ended() != want {
			t.Errorf("mission %q ended: got %v, want %v", s, s.Ended(), want)
		}
	}
}

func TestHoldReasons(t *testing.T) {
	if got := org.Hold(0).Reasons(); got != nil {
		t.Errorf("no hold: got %q, want nil", got)
	}
	bits := []org.Hold{org.HoldMission, org.HoldGate, org.HoldBackoff, org.HoldBudget, org.HoldCap, org.HoldUnreviewed}
	numbers, all, seen := []int{1, 2, 4, 8, 16, 32}, org.Hold(0), map[string]bool{}
	for i, b := range bits {
		if int(b) != numbers[i] {
			t.Errorf("bit %d is %d, want %d: it is stored", i, b, numbers[i])
		}
		all |= b
		r := b.Reasons()
		if len(r) != 1 || r[0] == "" || seen[r[0]] {
			t.Errorf("hold %d: %q; want one reason of its own", b, r)
			continue
		}
		seen[r[0]] = true
	}
	if got := all.Reasons(); len(got) != len(bits) {
		t.Errorf("every hold: %q; want %d reasons", got, len(bits))
	}
	if d := cmp.Diff([]string{"waits for your approval", "your spending cap is reached"}, (org.HoldGate | org.HoldBudget).Reasons()); d != "" {
		t.Errorf("two holds (-want +got):\n%s", d)
	}
}

func TestAfterReview(t *testing.T) {
	for _, c := range []struct {
		strikes int
		pass    bool
		want    int
		state   org.StepState
	}{
		{0, true, 0, org.StepCompleted},
		{2, true, 2, org.StepCompleted},
		{0, false, 1, org.StepPending},
		{1, false, 2, org.StepPending},
		{2, false, 3, org.StepFailed},
		{3, false, 4, org.StepFailed},
	} {
		if n, s := org.AfterReview(c.strikes, c.pass); n != c.want || s != c.state {
			t.Errorf("AfterReview(%d, %v): got %d, %s; want %d, %s", c.strikes, c.pass, n, s, c.want, c.state)
		}
	}
}

// mission is done of n steps, with a final one and an assembly.
func mission(done, n int, final org.StepState) []org.Step {
	var out []org.Step
	for i := range n {
		s := org.Step{State: org.StepCompleted}
		if i >= done {
			s.State = org.StepFailed
		}
		out = append(out, s)
	}
	return append(out, org.Step{Final: true, State: final}, org.Step{Kind: org.KindAssembly, State: org.StepCompleted})
}

func TestMissionOutcome(t *testing.T) {
	critical := mission(9, 10, org.StepCompleted)
	critical[9].Critical = true
	safe := mission(9, 10, org.StepCompleted)
	safe[0].Critical = true
	for _, c := range []struct {
		name  string
		steps []org.Step
		want  org.MissionState
	}{
		{"all", mission(10, 10, org.StepCompleted), org.MissionCompleted},
		{"69 %", mission(69, 100, org.StepCompleted), org.MissionFailed},
		{"70 %", mission(70, 100, org.StepCompleted), org.MissionPartial},
		{"71 %", mission(71, 100, org.StepCompleted), org.MissionPartial},
		{"7 of 10", mission(7, 10, org.StepCompleted), org.MissionPartial},
		{"2 of 3", mission(2, 3, org.StepCompleted), org.MissionFailed},
		{"5 of 7", mission(5, 7, org.StepCompleted), org.MissionPartial},
		{"the final step alone is missing", mission(10, 10, org.StepFailed), org.MissionPartial},
		{"69 % and no final step", mission(69, 100, org.StepFailed), org.MissionFailed},
		{"a critical step failed", critical, org.MissionFailed},
		{"a critical step is done", safe, org.MissionPartial},
		{"one step, done", []org.Step{{State: org.StepCompleted}}, org.MissionCompleted},
		{"one final step, failed", []org.Step{{Final: true, State: org.StepFailed}}, org.MissionFailed},
		{"a cancelled step counts as missing", []org.Step{{State: org.StepCompleted}, {State: org.StepCancelled}}, org.MissionFailed},
	} {
		if got := org.MissionOutcome(c.steps, true); got != c.want {
			t.Errorf("MissionOutcome of %s: got %s, want %s", c.name, got, c.want)
		}
		if got := org.MissionOutcome(c.steps, false); got != org.MissionFailed {
			t.Errorf("MissionOutcome of %s without a document: got %s, want failed", c.name, got)
		}
	}
}

func TestHopeless(t *testing.T) {
	now := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	const patience = 2 * time.Minute
	for _, c := range []struct {
		bad   int
		since time.Time
		want  bool
	}{
		{0, time.Time{}, false},
		{19, now, false},
		{20, now, true},
		{21, now, true},
		{1, now.Add(-patience + time.Nanosecond), false},
		{1, now.Add(-patience), true},
		{1, now.Add(-patience - time.Nanosecond), true},
	} {
		h := org.ModelHealth{BadInARow: c.bad, BadSince: c.since}
		if got := h.Hopeless(now, patience); got != c.want {
			t.Errorf("Hopeless(%d in a row since %s): got %v, want %v", c.bad, fmt.Sprint(now.Sub(c.since)), got, c.want)
		}
	}
}
