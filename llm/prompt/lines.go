package prompt

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/work"
)

// Words and numbers of ids count: s2 comes before s10.
func compareIDs(a, b string) int {
	for a != "" && b != "" {
		x, restA := splitRun(a)
		y, restB := splitRun(b)
		m, errM := strconv.Atoi(x)
		n, errN := strconv.Atoi(y)
		if errM == nil && errN == nil && m != n {
			return cmp.Compare(m, n)
		}
		if x != y {
			return cmp.Compare(x, y)
		}
		a, b = restA, restB
	}
	return cmp.Compare(a, b)
}

func splitRun(s string) (head, rest string) {
	digit := func(c byte) bool { return c >= '0' && c <= '9' }
	i := 1
	for i < len(s) && digit(s[i]) == digit(s[0]) {
		i++
	}
	return s[:i], s[i:]
}

// No caller's list is changed.
func sortCopy[T any](list []T, less func(a, b T) int) []T {
	out := slices.Clone(list)
	slices.SortStableFunc(out, less)
	return out
}

func sortTexts(list []string) []string { return sortCopy(list, cmp.Compare[string]) }

func needLines(needs []work.Need) string {
	var lines []string
	for _, n := range sortCopy(needs, func(a, b work.Need) int { return compareIDs(a.ID, b.ID) }) {
		l := "[" + n.ID + "] " + n.Text
		if n.Kind != "" {
			l += " (" + n.Kind + ")"
		}
		lines = append(lines, l)
	}
	return formatBullets(lines)
}

func formatCriteria(list []org.Criterion) string {
	var lines []string
	for _, c := range sortCopy(list, func(a, b org.Criterion) int { return compareIDs(a.ID, b.ID) }) {
		lines = append(lines, "["+c.ID+"] "+c.Text+sayCount(c))
	}
	return formatBullets(lines)
}

// The words of such a criterion do not give the number.
func sayCount(c org.Criterion) string {
	n := strconv.Itoa(c.N)
	if c.N <= 0 || slices.Contains(strings.FieldsFunc(c.Text, func(r rune) bool { return r < '0' || r > '9' }), n) {
		return ""
	}
	switch c.Check {
	case org.CheckWords:
		return " (counted: at most " + n + " words)"
	case org.CheckCount:
		return " (counted: " + n + " entries)"
	case org.CheckSections:
		return " (counted: " + n + " headings)"
	case org.CheckSources:
		return " (counted: " + n + " sources)"
	case org.CheckTable, org.CheckContains, org.CheckJudge:
	}
	return ""
}

func formatQuestions(list []work.SubQuestion) string {
	var lines []string
	for _, q := range sortCopy(list, func(a, b work.SubQuestion) int { return compareIDs(a.ID, b.ID) }) {
		l := "[" + q.ID + "] " + q.Text
		if q.Need != "" {
			l += " (needs: " + q.Need
			if q.FreshDays > 0 {
				l += fmt.Sprintf(", not older than %d days", q.FreshDays)
			}
			l += ")"
		}
		lines = append(lines, l)
	}
	return formatBullets(lines)
}

func formatItems(list []org.Item) string {
	var b strings.Builder
	saidAt := map[string]string{} // what is said of several is printed with the first of them
	for _, i := range sortCopy(list, func(a, b org.Item) int { return compareIDs(a.Key, b.Key) }) {
		if i.Done {
			continue
		}
		said := strings.Join(i.Said, " ")
		if first, again := saidAt[said]; again && said != "" {
			said = "as for " + first
		} else {
			saidAt[said] = i.Key
		}
		fmt.Fprintf(&b, "- key %s: %s\n", i.Key, prose.OneLine(i.Title))
		for _, f := range []struct{ name, text string }{
			{"detail", i.Detail},
			{"said besides", said},
			{"accept", strings.Join(i.Accept, "; ")},
			{"needs", strings.Join(i.Needs, ", ")},
			{"role", i.Role},
			{"tier", string(i.Tier)},
			{"effort", i.Effort},
			{"parts", strings.Join(i.Entities, "; ")},
			{"changes the code", describeChange(i)},
		} {
			if f.text != "" {
				fmt.Fprintf(&b, "  %s: %s\n", f.name, prose.OneLine(f.text))
			}
		}
	}
	return strings.TrimRight(b.String(), "\n")
}

// An item that changes no code says nothing of it.
func describeChange(i org.Item) string {
	switch {
	case !i.Code:
		return ""
	case i.Change != "":
		return "yes, as " + i.Change
	case len(i.Patches) > 0:
		return "yes, by a patch of the founder's"
	}
	return "yes"
}

func formatKeys(list []org.Item) string {
	const most = 60
	var b strings.Builder
	for _, i := range sortCopy(list, func(a, b org.Item) int { return compareIDs(a.Key, b.Key) }) {
		if i.Done {
			continue
		}
		fmt.Fprintf(&b, "- key %s: %s\n", i.Key, prose.Clip(prose.OneLine(i.Title), most, "…"))
		if len(i.Needs) > 0 {
			fmt.Fprintf(&b, "  needs: %s\n", prose.OneLine(strings.Join(i.Needs, ", ")))
		}
		if how := describeChange(i); how != "" {
			fmt.Fprintf(&b, "  changes the code: %s\n", how)
		}
	}
	return strings.TrimRight(b.String(), "\n")
}

// Printed reports whether a request is shown whole in a prompt and holds every item's title.
func Printed(request string, list []org.Item) bool {
	if utf8.RuneCountInString(request) > requestTokens*org.CharsPerToken {
		return false
	}
	text := prose.OneLine(request)
	return len(list) > 0 && !slices.ContainsFunc(list, func(i org.Item) bool { return !strings.Contains(text, prose.OneLine(i.Title)) })
}

func formatSteps(list []work.PlannedStep) string {
	var b strings.Builder
	for _, s := range sortCopy(list, func(a, b work.PlannedStep) int { return compareIDs(a.Key, b.Key) }) {
		fmt.Fprintf(&b, "- key %s: %s\n  kind: %s; depth: %s; role: %s\n", s.Key, prose.OneLine(s.Title), s.Kind, s.Depth, prose.OneLine(s.Role))
		if s.Goal != "" {
			fmt.Fprintf(&b, "  goal: %s\n", prose.OneLine(s.Goal))
		}
		for _, f := range []struct {
			name string
			list []string
		}{{"depends on", s.Needs}, {"builds on", s.BuildsOn}, {"parts", s.Entities}, {"serves", s.Serves}} {
			if len(f.list) > 0 {
				fmt.Fprintf(&b, "  %s: %s\n", f.name, prose.OneLine(strings.Join(f.list, ", ")))
			}
		}
		for _, c := range s.Acceptance {
			fmt.Fprintf(&b, "  accept [%s] %s\n", c.ID, prose.OneLine(c.Text))
		}
		if s.Final {
			b.WriteString("  final: yes\n")
		}
	}
	return strings.TrimRight(b.String(), "\n")
}

func formatCitations(list []work.Citation) string {
	var lines []string
	for _, c := range sortCopy(list, func(a, b work.Citation) int {
		return cmp.Or(compareIDs(a.Passage, b.Passage), cmp.Compare(a.Claim, b.Claim))
	}) {
		lines = append(lines, fmt.Sprintf("[%s] %s: %q", c.Passage, c.Claim, c.Quote))
	}
	return formatBullets(lines)
}

func formatCandidates(list []Candidate) string {
	var b strings.Builder
	for _, c := range sortCopy(list, func(a, b Candidate) int { return compareIDs(a.ID, b.ID) }) {
		fmt.Fprintf(&b, "%s: %s | %s | %s\n", c.ID, prose.OneLine(c.Title), prose.OneLine(c.Site), prose.OneLine(c.Snippet))
	}
	return b.String()
}
