package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/engine"
)

func TestCrashCause(t *testing.T) {
	if got, want := engine.CrashCause(1), "the worker died 1 time while working on it"; got != want {
		t.Errorf("CrashCause: got %q, want %q", got, want)
	}
}

func TestVerdicts(t *testing.T) {
	done := org.Step{Title: "A", State: org.StepCompleted}
	root := org.Step{Title: "B", State: org.StepFailed, Cause: "no sources were found."}
	fallen := org.Step{Title: "C", State: org.StepFailed, Cause: engine.CascadeCause("B", root.Cause), CauseStep: "s2"}
	assembly := org.Step{Title: "Z", Kind: org.KindAssembly, State: org.StepCompleted}
	for _, c := range []struct {
		name  string
		state org.MissionState
		steps []org.Step
		want  string
	}{
		{"all", org.MissionCompleted, []org.Step{done, assembly}, "all of 2 steps done"},
		{"partial", org.MissionPartial, []org.Step{done, fallen, root, assembly}, `1 of 3 steps done; missing: "B" (no sources were found), "C"`},
		{"no document", org.MissionFailed, []org.Step{done}, "the document was not assembled"},
	} {
		if got := engine.MissionVerdict(c.state, c.steps, c.state != org.MissionFailed); got != c.want {
			t.Errorf("MissionVerdict of %s: got %q, want %q", c.name, got, c.want)
		}
	}
	if want := `needs "B", which failed: no sources were found`; fallen.Cause != want {
		t.Errorf("CascadeCause: got %q, want %q", fallen.Cause, want)
	}
	var many []org.Step
	for i := range 7 {
		many = append(many, org.Step{Title: fmt.Sprint("T", i), State: org.StepFailed, Cause: "x"})
	}
	if got := engine.ProjectVerdict(many); !strings.HasSuffix(got, `"T4" (x) and 2 more`) {
		t.Errorf("ProjectVerdict of seven: got %q, want five and the number of the others", got)
	}
}

func TestJournalLines(t *testing.T) {
	p := org.Project{Title: "Q", State: org.ProjectPartial, Outcome: "missing: x", Phases: []org.Phase{{Label: "find"}, {Label: "write"}}}
	file := []org.Attachment{{Name: "a.md"}, {Name: "b.md"}}
	for _, c := range []struct{ what, got, want string }{
		{"ReceivedText", engine.ReceivedText(org.Message{Author: "Ana"}), "Message from Ana"},
		{"ReceivedText with a file", engine.ReceivedText(org.Message{Author: "Ana", Attachments: file[:1]}), "Message from Ana with a.md"},
		{"ReceivedText with two", engine.ReceivedText(org.Message{Author: "Ana", Attachments: file}), "Message from Ana with 2 attachments"},
		{"MissionEndText", engine.MissionEndText("find", org.MissionPartial, "7 of 10 steps done"), "find: partial, 7 of 10 steps done"},
		{"ProjectEndText", engine.ProjectEndText(p), "Project Q: partial, missing: x"},
		{"CrashCause", engine.CrashCause(3), "the worker died 3 times while working on it"},
		{"ProjectVerdict", engine.ProjectVerdict(nil), "every step is done"},
	} {
		if c.got != c.want {
			t.Errorf("%s: got %q, want %q", c.what, c.got, c.want)
		}
	}
}
