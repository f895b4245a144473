package proof

import (
	"slices"
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/safetext"
)

// IsAboutPackages reports whether a finding is that a change wants packages which nobody allowed yet.
func IsAboutPackages(f coding.GuardFinding) bool { return f.Rule == "C20" }

// IsUnshown reports whether a finding is that nothing shows what a change does, or that it is more than it was called.
func IsUnshown(f coding.GuardFinding) bool { return f.Rule == "C14" || f.Rule == "C17" }

// TakesNames reports whether a finding is that what others may use goes or changes.
func TakesNames(f coding.GuardFinding) bool { return f.Rule == "C19" }

const noText = "(it is no text, so there are no lines of it to show)"

// Hunk returns the part of a patch that findings are about, as the patch has it: of a finding with
// a line the piece around it, of another all of its file, and of a change that nothing shows all. What does not fit into most bytes is
// left out, and said so.
func Hunk(patch []byte, findings []coding.GuardFinding, most int) string {
	var out strings.Builder
	for _, part := range coding.PatchParts(string(patch)) {
		about := slices.DeleteFunc(slices.Clone(findings), func(f coding.GuardFinding) bool { return !IsUnshown(f) && (f.Path == "" || f.Path != part.Path) })
		if len(about) == 0 {
			continue
		}
		out.WriteString("--- " + coding.ShownPath(part.Path) + "\n")
		if part.Binary() {
			out.WriteString(noText + "\n")
		}
		shown := false
		for _, line := range part.Body {
			if place, is := strings.CutPrefix(line, "@@ "); is {
				shown = slices.ContainsFunc(about, func(f coding.GuardFinding) bool { return f.Line == 0 || hasLine(place, f.Line) })
			}
			if shown {
				out.WriteString(line + "\n")
			}
		}
	}
	text, _ := safetext.Visible(out.String())
	if len(text) <= most {
		return text
	}
	end := strings.LastIndex(text[:most], "\n")
	return strings.ToValidUTF8(text[:end+1], "") + "... (" + strconv.Itoa(strings.Count(text[end+1:], "\n")) + " lines more)\n"
}

// The line is one of the file after the change.
func hasLine(piece string, line int) bool {
	head, _, _ := strings.Cut(piece, "@@")
	_, after, _ := strings.Cut(head, "+")
	from, count, has := strings.Cut(strings.TrimSpace(after), ",")
	first, err := strconv.Atoi(from)
	n := 1
	if has && err == nil {
		n, err = strconv.Atoi(count)
	}
	return err == nil && line >= first && line < first+n
}
