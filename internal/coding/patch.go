package coding

import (
	"slices"
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
)

// PatchPart is the part of a patch about one file.
type PatchPart struct {
	Path string   // as it lies in the tree after the change, or before it where the file goes; empty for what is no patch
	Head []string // lines between the file's name and its first place, without the names
	Body []string // lines from the first place on
}

// headMark begins a file in a patch. No line of a file begins so: those have a sign before them.
const headMark = "diff --git "

// A side that has no file has this name.
const none = "/dev/null"

// OldMac stands behind the lines of a file whose lines end with CR alone: git takes it for one line.
const OldMac = `\ lines of this file end with CR alone, as old Macs wrote them; git takes them all for one line`

// PatchParts reads a unified diff file by file, whatever the names are and whether git quoted them or not. What is no
// patch is one part without a name. Its lines are text that can be shown: bytes that are no UTF-8 have a mark.
func PatchParts(patch string) []PatchPart {
	var out []PatchPart
	var names patchNames
	name := func() {
		if len(out) > 0 {
			out[len(out)-1].Path = names.findPath()
		}
		names = patchNames{}
	}
	for line := range strings.Lines(patch) {
		line = strings.TrimRight(line, "\r\n")
		head, is := strings.CutPrefix(line, headMark)
		if is || len(out) == 0 {
			name()
			out = append(out, PatchPart{})
		}
		p := &out[len(out)-1]
		switch {
		case is:
			names.head = head
		case len(p.Body) > 0 || strings.HasPrefix(line, "@@"):
			p.Body = append(p.Body, splitShownLines(strings.ToValidUTF8(line, "\uFFFD"))...)
		case p.Binary(): // what it holds is for git alone
		case !names.readPatchLine(line):
			p.Head = append(p.Head, strings.ToValidUTF8(line, "\uFFFD"))
		}
	}
	name()
	return out
}

// A line that old Macs wrote is several for whoever reads it.
func splitShownLines(line string) []string {
	if !strings.Contains(line, "\r") || !strings.ContainsAny(line[:1], "+- ") {
		return []string{line}
	}
	parts := strings.Split(line[1:], "\r")
	out := make([]string, 0, len(parts)+1)
	for _, part := range parts {
		out = append(out, line[:1]+part)
	}
	return append(out, OldMac)
}

type patchNames struct{ head, before, after, to string }

// It returns false when the line names no file.
func (n *patchNames) readPatchLine(line string) bool {
	for begins, at := range map[string]*string{"--- ": &n.before, "+++ ": &n.after, "rename to ": &n.to, "copy to ": &n.to} {
		if rest, ok := strings.CutPrefix(line, begins); ok {
			if rest, ok = strings.CutSuffix(rest, "\t"); !ok { // diff writes the time behind a tab
				rest, _, _ = strings.Cut(rest, "\t")
			}
			*at = UnquotePath(rest)
			return begins == "--- " || begins == "+++ "
		}
	}
	return false
}

func (n *patchNames) findPath() string {
	side := func(name, prefix string) string { return strings.TrimPrefix(name, prefix) }
	switch {
	case n.to != "":
		return n.to
	case n.after != "" && n.after != none:
		return side(n.after, "b/")
	case n.before != "" && n.before != none:
		return side(n.before, "a/")
	}
	// Nothing but the head names a file whose content is no text, or whose rights alone change. Both names are one then.
	if _, rest, ok := cutQuoted(n.head); ok {
		return side(UnquotePath(strings.TrimPrefix(rest, " ")), "b/")
	}
	if half := len(n.head) / 2; len(n.head)%2 == 1 && n.head[half] == ' ' && side(n.head[:half], "a/") == side(n.head[half+1:], "b/") {
		return side(n.head[half+1:], "b/")
	}
	if at := strings.LastIndex(n.head, " b/"); at >= 0 {
		return n.head[at+len(" b/"):]
	}
	return ""
}

// Binary reports whether the file is no text.
func (p PatchPart) Binary() bool { return p.hasLine("GIT binary patch") || p.hasLine("Binary files ") }

func (p PatchPart) hasLine(words string) bool {
	return slices.ContainsFunc(p.Head, func(l string) bool { return strings.HasPrefix(l, words) })
}

// ReadablePatch is a patch as people and models read it: each file under its own name, and text whatever its bytes are.
// It is not for git to apply.
func ReadablePatch(patch []byte) string {
	var b strings.Builder
	for _, p := range PatchParts(string(patch)) {
		before, after := "a/"+ShownPath(p.Path), "b/"+ShownPath(p.Path)
		if p.Path != "" {
			b.WriteString(headMark + before + " " + after + "\n")
		}
		for _, l := range p.Head {
			b.WriteString(l + "\n")
		}
		if p.Path != "" && len(p.Body) > 0 {
			if p.hasLine("new file mode ") {
				before = none
			}
			if p.hasLine("deleted file mode ") {
				after = none
			}
			b.WriteString("--- " + before + "\n+++ " + after + "\n")
		}
		for _, l := range p.Body {
			b.WriteString(l + "\n")
		}
	}
	return b.String()
}

// HunkStart returns the line of the file after the change at which a hunk begins, by its "@@" line; 0 for another line.
func HunkStart(line string) int {
	m := hunkLine.FindStringSubmatch(line)
	if m == nil {
		return 0
	}
	n, err := strconv.Atoi(m[1])
	if err != nil {
		return 0
	}
	return n
}

var hunkLine = lazyregexp.New(`^@@ -[0-9,]+ \+([0-9]+)`)
