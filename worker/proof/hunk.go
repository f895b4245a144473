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
	text, _ := safetext.Visible(writePieces(patch, findings))
	if len(text) <= most {
		return text
	}
	end := strings.LastIndex(text[:most], "\n")
	return strings.ToValidUTF8(text[:end+1], "") + "... (" + strconv.Itoa(strings.Count(text[end+1:], "\n")) + " lines more)\n"
}

func writePieces(patch []byte, findings []coding.GuardFinding) string {
	var out strings.Builder
	for _, part := range coding.PatchParts(string(patch)) {
		about := slices.DeleteFunc(slices.Clone(findings), func(f coding.GuardFinding) bool { return !IsUnshown(f) && (f.Path == "" || f.Path != part.Path) })
		if len(about) == 0 {
			continue
		}
		out.WriteString("--- " + coding.ShownPath(part.Path) + "\n")
		for _, line := range part.Head {
			if isMode(line) {
				out.WriteString(line + "\n")
			}
		}
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
	return out.String()
}

// isMode reports whether a line of a patch's head makes a file something else than a plain one, such as a program.
func isMode(line string) bool {
	return strings.HasPrefix(line, "new mode ") || strings.HasPrefix(line, "new file mode ") && line != "new file mode 100644"
}

// The line is one of the file after the change.
func hasLine(piece string, line int) bool {
	_, _, first, n := readPlace(piece)
	return line >= first && line < first+n
}

// readPlace reads where a piece begins before and after the change, and how many lines it has there: "-10,3 +10,2 @@ func TestFee".
func readPlace(piece string) (before, lines, after, now int) {
	head, _, _ := strings.Cut(piece, "@@")
	side := func(sign string) (first, n int) {
		_, rest, _ := strings.Cut(head, sign)
		rest, _, _ = strings.Cut(rest, " ")
		from, count, has := strings.Cut(rest, ",")
		first, err := strconv.Atoi(from)
		n = 1
		if has && err == nil {
			n, err = strconv.Atoi(count)
		}
		if err != nil {
			return 0, 0
		}
		return first, n
	}
	before, lines = side("-")
	after, now = side("+")
	return before, lines, after, now
}
