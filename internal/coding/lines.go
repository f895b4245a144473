package coding

import (
	"slices"
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/prose"
)

// RunLines are those lines of a file that can be run: of which tests ran and of which they did not.
type RunLines struct {
	Ran  []int `json:"ran,omitempty"`
	Idle []int `json:"idle,omitempty"`
}

// Join adds what another run says: a line that ran once has run.
func (l RunLines) Join(o RunLines) RunLines {
	out := RunLines{Ran: slices.Concat(l.Ran, o.Ran)}
	slices.Sort(out.Ran)
	out.Ran = slices.Compact(out.Ran)
	for _, n := range slices.Concat(l.Idle, o.Idle) {
		if _, ran := slices.BinarySearch(out.Ran, n); !ran {
			out.Idle = append(out.Idle, n)
		}
	}
	slices.Sort(out.Idle)
	out.Idle = slices.Compact(out.Idle)
	return out
}

// LinesOf returns which lines of files a run of tests ran on a tree, by file; empty where nothing told. A file that is not
// among them is one of which nothing told.
func LinesOf(all []Trial, tree string) map[string]RunLines {
	for _, t := range TrialsOf(all, TrialLines, tree) {
		return t.Lines
	}
	return nil
}

// ChangedLines returns the lines of a file that go and that come, by their numbers before and after.
func (p PatchPart) ChangedLines() (gone, come []int) {
	before, after := 0, 0
	for _, l := range p.Body {
		switch m := pieceLine.FindStringSubmatch(l); {
		case m != nil:
			before, after = prose.ParseDigits(m[1]), prose.ParseDigits(m[2]) // 0 for longer than any file
		case strings.HasPrefix(l, "-"):
			gone = append(gone, before)
			before++
		case strings.HasPrefix(l, "+"):
			come = append(come, after)
			after++
		case strings.HasPrefix(l, " "):
			before++
			after++
		}
	}
	return gone, come
}

var pieceLine = lazyregexp.New(`^@@ -(\d+)(?:,\d+)? \+(\d+)`)

// FormatLines names lines by their numbers: "3, 7-9".
func FormatLines(lines []int) string {
	var out []string
	for i := 0; i < len(lines); {
		end := i
		for end+1 < len(lines) && lines[end+1] == lines[end]+1 {
			end++
		}
		text := strconv.Itoa(lines[i])
		if end > i {
			text += "-" + strconv.Itoa(lines[end])
		}
		out = append(out, text)
		i = end + 1
	}
	return strings.Join(out, ", ")
}

// HasCode reports whether a line of a program does something when it is run: none that is blank, a remark, or holds nothing but what stands
// around others does.
func HasCode(line string) bool {
	line = strings.TrimSpace(line)
	for _, remark := range []string{"//", "/*", "*/", "* ", "#"} {
		if strings.HasPrefix(line, remark) {
			return false
		}
	}
	bare := strings.Trim(line, " \t(){}[];,:")
	return bare != "" && bare != "*" && !slices.Contains([]string{"else", "try", "finally", "do", "begin", "end", "pass"}, bare)
}
