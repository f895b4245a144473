package view

import (
	"fmt"
	"slices"
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
// file ("at"), what a reviewer found in the line before ("note") or one that stays.
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

// Annotate puts what reviewers found below the lines of which they said it, as the files are with the change; what is of a whole
// file, or of a line that the patch does not show, stands at its top. It returns what is of no file of the patch.
func Annotate(files []FilePatch, found []coding.ReviewFinding) (out []FilePatch, rest []coding.ReviewFinding) {
	of := map[string][]coding.ReviewFinding{}
	for _, f := range found {
		if name := coding.ShownPath(f.File); slices.ContainsFunc(files, func(p FilePatch) bool { return p.Name == name }) {
			of[name] = append(of[name], f)
		} else {
			rest = append(rest, f)
		}
	}
	for _, p := range files {
		out = append(out, p.annotate(of[p.Name]))
	}
	return out, rest
}

func (p FilePatch) annotate(found []coding.ReviewFinding) FilePatch {
	if len(found) == 0 {
		return p
	}
	at := 0 // the line of the file
	var lines []PatchLine
	shown := map[int]bool{}
	for _, l := range p.Lines {
		lines = append(lines, l)
		switch l.Kind {
		case "at":
			at = coding.HunkStart(l.Text) - 1
			continue
		case "del":
			continue
		}
		at++
		for i, f := range found {
			if f.Line == at && at > 0 && !shown[i] {
				shown[i] = true
				lines = append(lines, PatchLine{"note", f.Text})
			}
		}
	}
	var top []PatchLine
	for i, f := range found {
		if shown[i] {
			continue
		}
		text := f.Text
		if f.Line > 0 {
			text = fmt.Sprintf("line %d: %s", f.Line, text)
		}
		top = append(top, PatchLine{"note", text})
	}
	p.Lines = append(top, lines...)
	return p
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
