package safetext

import (
	"strings"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
)

// Bounds of what is read as Markdown. They are far above what anybody writes;
// beyond them the marks are read as the characters that they are, because the
// time and the memory to read them grow faster than the text.
const (
	nestAtMost    = 24   // quotes and lists opened on one line
	indentAtMost  = 200  // spaces before a line
	columnsAtMost = 64   // of a table
	marksAtMost   = 1000 // brackets and emphasis marks in one paragraph
	cellMarks     = 6000 // the same in one run of table rows
)

var (
	blockMark  = lazyregexp.New(`^(?:[-+*#>]|\d{1,9}[.)])`)
	tableRuler = lazyregexp.New(`^[ \t|:-]+$`)
)

// Markdown bounds how long a text of whatever origin can keep a reader of Markdown:
// marks beyond the bounds get a backslash, so that they are read as the characters
// that they are. All that a person would write comes back as it is, but for the ends
// of lines, which become "\n", and bytes that are no text.
func Markdown(body string) string {
	body = strings.ToValidUTF8(strings.NewReplacer("\r\n", "\n", "\r", "\n", "\x00", "").Replace(body), "\uFFFD")
	if len(body) <= nestAtMost {
		return body
	}
	var out []string
	var block []int // lines of the present paragraph, as indices into out
	prose, cells := 0, 0
	end := func() {
		if prose > marksAtMost || cells > cellMarks {
			for _, i := range block {
				out[i] = escapeMarks(out[i])
			}
		}
		block, prose, cells = block[:0], 0, 0
	}
	for _, l := range strings.Split(body, "\n") {
		l = limitDepth(l)
		t := strings.TrimLeft(l, " \t")
		if t == "" || blockMark.MatchString(t) {
			end()
		}
		if strings.Count(t, "|") > columnsAtMost && tableRuler.MatchString(t) {
			l = strings.Replace(l, "-", `\-`, 1)
		}
		out = append(out, l)
		block = append(block, len(out)-1)
		if strings.HasPrefix(t, "|") {
			cells += countMarks(t)
		} else {
			prose += countMarks(t)
		}
	}
	end()
	return strings.Join(out, "\n")
}

// A reader of Markdown looks for the partners of such characters.
func countMarks(l string) int {
	n := 0
	for _, r := range l {
		switch r {
		case '[', ']', '*', '_', '~', '`', '<':
			n++
		}
	}
	return n
}

func escapeMarks(l string) string {
	var b strings.Builder
	escaped := false
	for _, r := range l {
		if !escaped && strings.ContainsRune("[]*_~`<", r) {
			b.WriteByte('\\')
		}
		escaped = r == '\\' && !escaped
		b.WriteRune(r)
	}
	return b.String()
}

func limitDepth(l string) string {
	if len(l) < nestAtMost {
		return l
	}
	body := strings.TrimLeft(l, " \t")
	if n := len(l) - len(body); n > indentAtMost {
		l = strings.Repeat(" ", indentAtMost) + body
	}
	if strings.Trim(l, "-*_ \t") == "" && strings.Count(l, "-")+strings.Count(l, "*") > nestAtMost {
		return l[:len(l)-len(body)] + "---"
	}
	at := 0
	for range nestAtMost {
		n := measureOpener(l[at:])
		if n == 0 {
			return l
		}
		at += n
	}
	if measureOpener(l[at:]) == 0 {
		return l
	}
	return l[:at] + escapeOpener(l[at:])
}

// The spaces around the mark count; 0 when the line begins with no quote or list mark.
func measureOpener(l string) int {
	n := len(l) - len(strings.TrimLeft(l, " \t"))
	if n == len(l) {
		return 0
	}
	digits := n
	for digits < len(l) && l[digits] >= '0' && l[digits] <= '9' {
		digits++
	}
	switch {
	case digits > n && digits < len(l) && (l[digits] == '.' || l[digits] == ')'):
		return digits + 1
	case digits == n && strings.IndexByte(">-+*", l[n]) >= 0:
		return n + 1
	}
	return 0
}

func escapeOpener(l string) string {
	n := measureOpener(l)
	return l[:n-1] + `\` + l[n-1:]
}
