package deliver

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/quote"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/check"
)

// Mend is a change of a few words in one part, so that it agrees with the
// others. Part is the part's key, or the name of a line of what is not known,
// as g3. Old and New are written as Excerpt shows the text; without New the
// words are struck.
type Mend struct{ Part, Old, New string }

// A change may make a part longer by so many characters: it puts words right and writes nothing
// new.
const mendGrowth = 300

var (
	plainMark = lazyregexp.New(`[ \t]*\[(\d+[a-z]*)\]`)
	paraMark  = lazyregexp.New(`^(?:\[¶\d+\]\s*)+`)
)

// Mend makes a change that code can answer for, and reports whether it did: the
// old words stand exactly once in the part, no citation and no number is new,
// and no two parts set a price differently because of it. The change is made in
// the part's result, and the document is joined anew, so that everything that
// is written of it holds the change. A sum goes with its number.
func (d *Document) Mend(m Mend) bool {
	was, now := strings.TrimSpace(paraMark.ReplaceAllString(m.Old, "")), strings.TrimSpace(paraMark.ReplaceAllString(m.New, ""))
	if !isLocal(was, now) || !d.hasKnownNumbers(now) || !hasAll(d.listLabels(now), d.listLabels(was)) {
		return false
	}
	was, dropped := d.removeCitations(was), len(d.listLabels(was))-len(d.listLabels(now))
	now = d.removeCitations(now)
	if heading := strings.TrimLeft(was, "#"); heading != was { // in the document it may stand on another level
		was, now = strings.TrimSpace(heading), strings.TrimSpace(strings.TrimLeft(now, "#"))
	}
	key := d.findPart(strings.TrimSpace(m.Part), was)
	at := slices.IndexFunc(d.steps, func(s work.Upstream) bool {
		return s.Key == key && s.State == org.StepCompleted && s.Kind != org.KindAssembly
	})
	if at < 0 {
		return false
	}
	body, decided := work.CutFigures(d.steps[at].Result)
	result, ok := replaceOnce(body, was, now, dropped)
	if !ok {
		return false
	}
	steps := slices.Clone(d.steps)
	steps[at].Result = work.WithFigures(result, check.StandingFigures(decided, result))
	next := Compose(d.Project, steps, d.zone)
	next.Unread = d.Unread
	if len(next.findConflicts()) > len(d.findConflicts()) || next.findSection(key) == nil || next.findSection(key).Body == "" {
		return false
	}
	next.mended = d.mended
	if !slices.Contains(next.mended, key) {
		next.mended = append(slices.Clone(next.mended), key)
	}
	*d = next
	return true
}

// Mended lists the steps whose results were changed, as they are now.
func (d Document) Mended() []work.Upstream {
	return slices.DeleteFunc(slices.Clone(d.steps), func(s work.Upstream) bool { return !slices.Contains(d.mended, s.Key) })
}

// PartText returns a part as prompts show it.
func (d Document) PartText(key string) string {
	if s := d.findSection(key); s != nil {
		return shortenCitations(s.Body)
	}
	return ""
}

// PartOf returns the key of the part that a remark names, by its own key or by a line of what is
// not known that has these words; empty for none.
func (d Document) PartOf(name, words string) string {
	words = d.removeCitations(strings.TrimSpace(paraMark.ReplaceAllString(words, "")))
	if name = strings.TrimSpace(name); gapName.MatchString(name) && words == "" {
		return ""
	}
	if key := d.findPart(name, words); d.findSection(key) != nil {
		return key
	}
	return ""
}

// A line of what is not known is found by its words, since its number changes when another goes.
func (d Document) findPart(name, was string) string {
	if !gapName.MatchString(name) {
		return name
	}
	for _, g := range d.Gaps {
		if strings.Contains(d.removeCitations(shortenCitations(g.Text)), was) {
			return g.Section
		}
	}
	return ""
}

// Citations are written as [3a].
func (d Document) listLabels(text string) []string {
	var out []string
	cited := d.mapCitations()
	for _, m := range plainMark.FindAllStringSubmatch(text, -1) {
		if _, ok := cited[m[1]]; ok {
			out = append(out, m[1])
		}
	}
	return out
}

func (d Document) removeCitations(text string) string {
	cited := d.mapCitations()
	return plainMark.ReplaceAllStringFunc(text, func(m string) string {
		if _, ok := cited[plainMark.FindStringSubmatch(m)[1]]; ok {
			return ""
		}
		return m
	})
}

// A local change puts a few words in the place of others and leaves the form of the text as it is.
// It brings no address and no mention: the checks that look for those have seen the parts and not
// the change.
func isLocal(was, now string) bool {
	if slices.ContainsFunc([]string{"://", "www.", "@"}, func(s string) bool { return strings.Contains(now, s) && !strings.Contains(was, s) }) {
		return false
	}
	if was == "" || was == now || utf8.RuneCountInString(now) > utf8.RuneCountInString(was)+mendGrowth {
		return false
	}
	if now == "" { // a row of a table goes whole or not at all
		return !strings.Contains(was, "|") || strings.HasPrefix(was, "|") && strings.HasSuffix(was, "|")
	}
	if strings.ContainsAny(now, "<`") || strings.Contains(now, "](") {
		return false
	}
	if strings.Contains(now, "\n") {
		return addsRows(was, now)
	}
	return strings.Count(was, "|") == strings.Count(now, "|") && strings.HasPrefix(was, "#") == strings.HasPrefix(now, "#")
}

// A plan of dates takes up what another part dates: a row may get others beside it, each with as
// many cells.
func addsRows(was, now string) bool {
	const atMost = 4 // with the row that was there
	lines := strings.Split(now, "\n")
	for _, l := range lines {
		l = strings.TrimSpace(l)
		if !strings.HasPrefix(l, "|") || !strings.HasSuffix(l, "|") || strings.Count(l, "|") != strings.Count(was, "|") {
			return false
		}
	}
	return strings.HasPrefix(was, "|") && strings.HasSuffix(was, "|") && !strings.Contains(was, "\n") && len(lines) <= atMost
}

// A number is known when it stands in a part, in the title or in what the project is for.
func (d Document) hasKnownNumbers(text string) bool {
	var b strings.Builder
	b.WriteString(d.Title + "\n\n" + d.Project.Goal + "\n\n")
	for _, s := range d.Sections() {
		b.WriteString(finalMark.ReplaceAllString(s.Body, "") + "\n\n")
	}
	have := check.Numbers(b.String())
	for _, n := range check.Numbers(plainMark.ReplaceAllString(text, "")) {
		same := func(o quote.Number) bool { return o.Value == n.Value && (o.Unit == n.Unit || o.Cell) }
		if !slices.ContainsFunc(have, same) {
			return false
		}
	}
	return true
}

// promptView is a result as prompts show it, without markers and sums; from and to are where each
// of its bytes stands in the result.
type promptView struct {
	text     string
	from, to []int
}

func makeView(result string) promptView {
	hidden := computed.FindAllStringIndex(result, -1)
	for _, m := range check.MarkerSpans(result) {
		for m[0] > 0 && (result[m[0]-1] == ' ' || result[m[0]-1] == '\t') {
			m[0]--
		}
		hidden = append(hidden, []int{m[0], m[1]})
	}
	slices.SortFunc(hidden, func(a, b []int) int { return a[0] - b[0] })
	var v promptView
	var b strings.Builder
	take := func(from, to int) {
		for i := from; i < to; i++ {
			b.WriteByte(result[i])
			v.from, v.to = append(v.from, i), append(v.to, i+1)
		}
	}
	at := 0
	for _, h := range hidden {
		if h[0] >= at {
			take(at, h[0])
		}
		at = max(at, h[1])
	}
	take(at, len(result))
	v.text = b.String()
	v.from = append(v.from, len(result))
	return v
}

// The words stand exactly once in the result as prompts show it. Only what differs is touched:
// what is hidden there, a marker or a sum, stays where the words around it stay. A sum whose
// number changes goes, and so do markers behind the words when so many citations were dropped.
func replaceOnce(result, was, now string, dropped int) (string, bool) {
	v := makeView(result)
	if was == "" || was == now || !standsOnce(v.text, was) {
		return "", false
	}
	at := strings.Index(v.text, was)
	rows := strings.HasPrefix(was, "|") && (now == "" || strings.Contains(now, "\n"))
	if rows && (at > 0 && v.text[at-1] != '\n' || at+len(was) < len(v.text) && v.text[at+len(was)] != '\n') {
		return "", false
	}
	head, tail := measureCommon(was, now)
	first, last := at+head, at+len(was)-tail
	start := v.from[first]
	end := start
	if first < last {
		end = v.to[last-1]
	} else if first > 0 && computed.FindString(result[v.to[first-1]:start]) == "" {
		start, end = v.to[first-1], v.to[first-1] // before a marker, behind a sum
	}
	rest := removeSums(result, start, end, now)
	if dropped > 0 && len(check.MarkerSpans(result[start:end])) == 0 {
		trimmed := strings.TrimLeft(rest, " \t")
		if m := check.MarkerSpans(trimmed); len(m) > 0 && m[0][0] == 0 {
			rest = trimmed[m[0][1]:]
		}
	}
	out := result[:start] + now[head:len(now)-tail] + rest
	if now == "" {
		out = joinAround(result[:start], rest)
	}
	return out, true
}

// It returns what follows a change, without the sums of numbers that the change takes away.
func removeSums(result string, start, end int, now string) string {
	rest := result[end:]
	spans := computed.FindAllStringIndex(result, -1)
	slices.Reverse(spans)
	for _, m := range spans {
		if m[0] < end {
			continue
		}
		line := strings.LastIndexByte(result[:m[0]], '\n') + 1
		before := quote.Numbers(result[line:m[0]])
		if len(before) == 0 {
			continue
		}
		n := before[len(before)-1]
		if line+n.Start < end && line+n.End > start && !strings.Contains(now, strings.TrimSpace(n.Text)) {
			rest = rest[:m[0]-end] + rest[m[1]-end:]
		}
	}
	return rest
}

var emptyLines = lazyregexp.New(`(?m)^[ \t]*(?:[-*+]|\d+[.)])?[ \t]*$\n`)

func joinAround(before, after string) string {
	line := strings.LastIndexByte(before, '\n') + 1
	rest, more, found := strings.Cut(after, "\n")
	if strings.TrimSpace(itemMark.ReplaceAllString(before[line:]+" ", "")) == "" && strings.Trim(rest, " .;") == "" { // nothing is left of the line
		if !found {
			return strings.TrimRight(before[:line], "\n")
		}
		if line == 0 || strings.HasSuffix(before[:line], "\n\n") {
			more = emptyLines.ReplaceAllString(more[:countEmptyLines(more)], "") + more[countEmptyLines(more):]
		}
		return before[:line] + more
	}
	if before == "" || strings.HasSuffix(before, " ") || strings.HasSuffix(before, "\n") {
		after = strings.TrimLeft(after, " ")
	}
	if after == "" || strings.ContainsRune(" .,;:!?\n", rune(after[0])) {
		before = strings.TrimRight(before, " ")
	}
	return before + after
}

func countEmptyLines(text string) int { return len(text) - len(strings.TrimLeft(text, "\n")) }

// Only whole words and figures count.
func measureCommon(a, b string) (head, tail int) {
	for head < min(len(a), len(b)) && a[head] == b[head] {
		head++
	}
	for head > 0 && (!isBorder(a, head) || !isBorder(b, head)) {
		head--
	}
	for tail < min(len(a), len(b))-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	for tail > 0 && (!isBorder(a, len(a)-tail) || !isBorder(b, len(b)-tail)) {
		tail--
	}
	return head, tail
}

// No word and no figure may run over a border.
func isBorder(text string, at int) bool {
	if at == 0 || at == len(text) {
		return true
	}
	if !utf8.RuneStart(text[at]) {
		return false
	}
	before, size := utf8.DecodeLastRuneInString(text[:at])
	after, width := utf8.DecodeRuneInString(text[at:])
	if isWordRune(before) && isWordRune(after) {
		return false
	}
	const within = ".,:'’-/"
	digit := func(s string, last bool) bool {
		r, _ := utf8.DecodeRuneInString(s)
		if last {
			r, _ = utf8.DecodeLastRuneInString(s)
		}
		return unicode.IsDigit(r)
	}
	goesOn := strings.ContainsRune(within, after) && unicode.IsDigit(before) && digit(text[at+width:], false)
	begins := strings.ContainsRune(within, before) && unicode.IsDigit(after) && digit(text[:at-size], true)
	return !goesOn && !begins
}

func standsOnce(text, words string) bool {
	if strings.Count(text, words) != 1 {
		return false
	}
	at := strings.Index(text, words)
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	first, _ := utf8.DecodeRuneInString(words)
	last, _ := utf8.DecodeLastRuneInString(words)
	after, _ := utf8.DecodeRuneInString(text[at+len(words):])
	return (!isWordRune(before) || !isWordRune(first)) && (!isWordRune(last) || !isWordRune(after))
}

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

func hasAll(list, other []string) bool {
	return !slices.ContainsFunc(list, func(x string) bool { return !slices.Contains(other, x) })
}
