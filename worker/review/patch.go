package review

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/coding"
)

// splitPatch cuts a patch into parts of at most so many bytes, between files where it can, else between
// hunks, else between lines. Each part says which file and which lines it goes on with; nothing is left out.
func splitPatch(patch string, most int) []string {
	var out []string
	var b strings.Builder
	flush := func() {
		if strings.TrimSpace(b.String()) != "" {
			out = append(out, b.String())
		}
		b.Reset()
	}
	for _, file := range splitFiles(patch) {
		if b.Len()+len(file) > most {
			flush()
		}
		if len(file) <= most {
			b.WriteString(file)
			continue
		}
		out = append(out, splitFile(file, most)...)
	}
	flush()
	return out
}

// splitFiles cuts a patch where the next file begins.
func splitFiles(patch string) []string {
	var out []string
	for line := range strings.Lines(patch) {
		if len(out) == 0 || strings.HasPrefix(line, "diff --git ") {
			out = append(out, "")
		}
		out[len(out)-1] += line
	}
	return out
}

// splitFile cuts the patch of one long file. In front of each part stands the head of the file and, where it begins in the
// middle of a hunk, which one.
func splitFile(file string, most int) []string {
	head, body := "", file
	if at := strings.Index(file, "\n@@"); at >= 0 {
		head, body = file[:at+1], file[at+1:]
	}
	const room = 400 // for what says where it goes on
	most -= min(len(head)+room, most/2)
	var out []string
	var b strings.Builder
	hunk, at := "", 0 // the line of the file after the change that is next
	begin := func() {
		b.WriteString(head)
		if len(out) > 0 && hunk != "" {
			fmt.Fprintf(&b, "%s (goes on)\n", strings.TrimRight(strings.Replace(hunk, fmt.Sprintf("+%d", coding.HunkStart(hunk)), fmt.Sprintf("+%d", at), 1), "\n"))
		}
	}
	begin()
	empty := b.Len()
	for line := range strings.Lines(body) {
		for _, piece := range cutLine(line, most) {
			if strings.HasPrefix(piece, "@@") {
				hunk, at = piece, coding.HunkStart(piece)
			}
			if b.Len() > empty && b.Len()-empty+len(piece) > most {
				out = append(out, b.String())
				b.Reset()
				begin()
				empty = b.Len()
			}
			b.WriteString(piece)
		}
		if !strings.HasPrefix(line, "-") && !strings.HasPrefix(line, "@@") && !strings.HasPrefix(line, `\`) {
			at++
		}
	}
	return append(out, b.String())
}

// cutLine cuts a line that is longer than a part.
func cutLine(line string, most int) []string {
	var out []string
	for len(line) > most {
		at := most
		for at > 1 && !utf8.RuneStart(line[at]) {
			at--
		}
		out = append(out, line[:at]+"\n")
		line = line[:1] + line[at:]
	}
	return append(out, line)
}

// numberLines puts the number of each line of a part in front of it, as it is in the file after the change: whoever names a
// place copies it. Lines that are taken out have none.
func numberLines(part string) string {
	var b strings.Builder
	within, at := false, 0
	for line := range strings.Lines(part) {
		switch {
		case strings.HasPrefix(line, "diff --git "):
			within = false
		case strings.HasPrefix(line, "@@"):
			within, at = true, coding.HunkStart(line)
		case within && (strings.HasPrefix(line, "+") || strings.HasPrefix(line, " ")):
			fmt.Fprintf(&b, "%5d ", at)
			at++
		case within:
			b.WriteString("      ")
		}
		b.WriteString(line)
	}
	return b.String()
}
