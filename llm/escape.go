package llm

import (
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
)

// Models write backslashes of LaTeX, of Windows paths and of patterns into JSON
// as they are, where two are asked for. Some of that is no JSON; the rest is
// read without a complaint, as control characters: "\frac" as a form feed and
// "rac".

// commands of LaTeX begin like an escape of JSON which texts hold for good reasons: a line feed, a
// tab.
const commands = ` nabla natural nearrow neg neq newline nexists nleq ngeq nmid nolimits not notin nsubseteq nu nwarrow
	tan tanh tau text textbf textit textrm textsf textstyle texttt tfrac therefore theta thickapprox thinspace tilde times to top triangle triangleq twoheadrightarrow
	vartheta `

// Backslashes that cannot have been meant as escapes are doubled.
func escapeBackslashes(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	quoted, start := false, 0
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '"':
			if quoted = !quoted; quoted {
				start = i + 1
			}
		case s[i] == '\\' && quoted && i+1 < len(s):
			if isLiteralBackslash(s, start, i) {
				b.WriteByte('\\')
				b.WriteByte('\\')
				continue
			}
			b.WriteByte(s[i])
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// The backslash at i of a string that begins at start may stand for itself, though it is not
// doubled.
func isLiteralBackslash(s string, start, i int) bool {
	next := s[i+1]
	switch next {
	case '"', '\\', '/':
		return false
	case 'u':
		return !unicodeEscape.MatchString(s[i:])
	case 'b', 'f':
		return true // no text of ours holds a backspace or a form feed
	case 'r':
		return !strings.HasPrefix(s[i:], `\r\n`) && !atEnd(s[i+2:])
	case 'n', 't':
		return isPath(s[start:], i-start) || isCommand(s[start:], i-start)
	}
	return true // no escape of JSON
}

func atEnd(rest string) bool { return strings.HasPrefix(rest, `"`) }

var (
	unicodeEscape = lazyregexp.New(`^\\u[0-9A-Fa-f]{4}`)
	// windowsPath matches a drive or a share and what follows without a space: two backslashes at
	// the least, or one before a name with an ending.
	windowsPath = lazyregexp.New(`(?:^|[^A-Za-z0-9]|\\[nrt])((?:[A-Za-z]:|\\\\[A-Za-z0-9_.-]+)(?:\\[A-Za-z0-9_.$~-]+){2,}|[A-Za-z]:\\[A-Za-z0-9_-]+\.[A-Za-z0-9]{1,5}\b)`)
	// nearPath matches names with a backslash between each two, and an ending.
	nearPath   = lazyregexp.New(`(?:^|[\s"'(` + "`" + `])((?:\.{1,2}|[A-Za-z0-9_-][A-Za-z0-9_.-]+)(?:\\[A-Za-z0-9_.$~-]{2,}){2,})`)
	pathEnding = lazyregexp.New(`\.[A-Za-z0-9]{1,5}$`)
	// fileName matches a name with the ending of a file, which nothing stands below; those of
	// sites are none.
	fileName   = lazyregexp.New(`[A-Za-z0-9_-]\.[a-z0-9]{0,3}[a-z][a-z0-9]?$`)
	siteName   = lazyregexp.New(`(?i)\.(com|org|net|io|dev|app|de|fr|es|eu|co|uk)$`)
	commandRun = lazyregexp.New(`^\\([a-z]+)`)
	mathAround = lazyregexp.New(`\$|\\[(\[{]|\\\\[a-z(\[]|\\[bf][a-z]|\\(?:[ac-eg-mo-qsv-z]|r[ha])[a-z]+|[_^]\{`)
)

// The backslash at i may belong to a path of Windows.
func isPath(s string, i int) bool {
	whole := stringEnd(s)
	if path := findPath(windowsPath, whole, i); path != "" {
		// "Plan C:" with a list below it is no path.
		return strings.Count(path, `\`) > strings.Count(path, `\n`) || pathEnding.MatchString(path)
	}
	path := findPath(nearPath, whole, i)
	return pathEnding.MatchString(path) && (path[0] == '.' || holdsBareBackslash(path))
}

// The path is around the place i; empty when there is none.
func findPath(pattern *lazyregexp.Regexp, whole string, i int) string {
	for at := 0; at <= i; {
		m := pattern.FindStringSubmatchIndex(whole[at:])
		if m == nil {
			return ""
		}
		path := endAtFile(whole[at+m[2] : at+m[3]])
		if start := at + m[2]; start <= i && i < start+len(path) {
			return path
		}
		at += m[2] + max(1, len(path))
	}
	return ""
}

// A path ends at its first name that is a file's: a line feed or a tab behind that begins what
// comes next.
func endAtFile(path string) string {
	for at := strings.IndexByte(path, '\\'); at >= 0; {
		if name := path[:at]; strings.IndexByte("ntr", (path + " ")[at+1]) >= 0 && fileName.MatchString(strings.ToLower(name)) && !siteName.MatchString(name) {
			return name
		}
		next := strings.IndexByte(path[at+1:], '\\')
		if next < 0 {
			break
		}
		at += 1 + next
	}
	return path
}

// One backslash of a path that can be no escape of a text tells that the others of it are none
// either.
func holdsBareBackslash(path string) bool {
	for i := range len(path) - 1 {
		if path[i] == '\\' && strings.IndexByte(`nt"\/u`, path[i+1]) < 0 {
			return true
		}
	}
	return false
}

// The backslash at i begins a command when its whole name is one, and the text shows formulas
// elsewhere too.
func isCommand(s string, i int) bool {
	m := commandRun.FindStringSubmatch(s[i:])
	if m == nil || !slices.Contains(strings.Fields(commands), m[1]) {
		return false
	}
	whole := stringEnd(s)
	return mathAround.MatchString(whole[:i]) || mathAround.MatchString(whole[i+len(m[0]):])
}

// A string of JSON is cut at its end.
func stringEnd(s string) string {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return s[:i]
		}
	}
	return s
}
