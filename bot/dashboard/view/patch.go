package view

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
)

// FilePatch holds the lines of a patch that change one file.
type FilePatch struct {
	Name           string
	Added, Deleted int
	Lines          []PatchLine
}

// PatchLine is one line of a patch: added ("ins"), deleted ("del"), a place in the
// file ("at") or one that stays.
type PatchLine struct{ Kind, Text string }

// Patch reads a unified diff, file by file. What is none stays as lines of one file
// without a name.
func Patch(text string) []FilePatch {
	var out []FilePatch
	for _, p := range coding.PatchParts(text) {
		f := FilePatch{Name: coding.ShownPath(p.Path)}
		for _, l := range p.Head {
			switch {
			case strings.HasPrefix(l, "GIT binary patch"), strings.HasPrefix(l, "Binary "):
				f.Lines = append(f.Lines, PatchLine{"at", "it is no text, so its lines are not shown"})
			case strings.HasPrefix(l, "new file"), strings.HasPrefix(l, "deleted file"), strings.HasPrefix(l, "rename "), strings.HasPrefix(l, "old mode"), strings.HasPrefix(l, "new mode"):
				f.Lines = append(f.Lines, PatchLine{"at", l})
			}
		}
		for _, l := range p.Body {
			switch {
			case strings.HasPrefix(l, "+"):
				f.Added++
				f.Lines = append(f.Lines, PatchLine{"ins", l})
			case strings.HasPrefix(l, "-"):
				f.Deleted++
				f.Lines = append(f.Lines, PatchLine{"del", l})
			case strings.HasPrefix(l, "@@"):
				f.Lines = append(f.Lines, PatchLine{"at", l})
			default:
				f.Lines = append(f.Lines, PatchLine{"", l})
			}
		}
		out = append(out, f)
	}
	return out
}

// phase says what a check ran on.
func phase(t coding.Trial) string {
	said, known := map[string]string{
		coding.TrialRed: "the new tests on the old code", coding.TrialBefore: "before the change", coding.TrialGreen: "after the change", coding.TrialMerged: "merged with the rest",
	}[t.Phase]
	if !known {
		return t.Phase
	}
	return said
}

// New tests should fail on the old code.
func tried(t coding.Trial) Mark {
	out := Mark{"✓", "passed", "good"}
	if t.Passed > 0 {
		out.Word = fmt.Sprintf("%d passed", t.Passed)
	}
	switch {
	case t.Reason != "":
		out = Mark{"✗", t.Reason, "bad"}
	case len(t.Failing) > 0:
		out = Mark{"✗", fmt.Sprintf("%d passed, failed: %s", t.Passed, clip(200, strings.Join(t.Failing, ", "))), "bad"}
	case t.Exit != 0:
		out = Mark{"✗", fmt.Sprintf("failed (exit %d)", t.Exit), "bad"}
	}
	if t.Phase == coding.TrialRed && !t.Good() && t.NotRun() == "" {
		out.Icon, out.Tone = "✓", "good"
	}
	return out
}
