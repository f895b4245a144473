package view

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
)

// FilePatch is what a patch does to one file.
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
	body := false // within the lines of a file, after the first place in it
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		head := strings.HasPrefix(line, "diff --git ")
		if head || len(out) == 0 {
			out, body = append(out, FilePatch{}), false
		}
		f := &out[len(out)-1]
		switch {
		case head:
			if at := strings.LastIndex(line, " b/"); at >= 0 {
				f.Name = line[at+len(" b/"):]
			}
		case strings.HasPrefix(line, "@@"):
			body = true
			f.Lines = append(f.Lines, PatchLine{"at", line})
		case body && strings.HasPrefix(line, "+"):
			f.Added++
			f.Lines = append(f.Lines, PatchLine{"ins", line})
		case body && strings.HasPrefix(line, "-"):
			f.Deleted++
			f.Lines = append(f.Lines, PatchLine{"del", line})
		case body:
			f.Lines = append(f.Lines, PatchLine{"", line})
		case strings.HasPrefix(line, "new file"), strings.HasPrefix(line, "deleted file"), strings.HasPrefix(line, "rename "), strings.HasPrefix(line, "Binary "):
			f.Lines = append(f.Lines, PatchLine{"at", line})
		}
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

// tried is how a check ended. New tests should fail on the old code.
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
	if t.Phase == coding.TrialRed && !t.Good() {
		out.Icon, out.Tone = "✓", "good"
	}
	return out
}
