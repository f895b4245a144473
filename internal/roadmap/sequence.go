package roadmap

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"

	"github.com/frasier-cos/frasier/internal/prose"
)

// sequenceTurn is a place in a sequence: "Week 2", "KW 12", "Q1 2027", "März", "Second month".
// Its stem is what stays the same from one to the next.
type sequenceTurn struct {
	stem    string
	numbers []int // as they stand in the words
}

// The number stands in the words of a heading.
type counters struct {
	digits *regexp.Regexp
	open   *regexp.Regexp // "4+", "4 ff.", "4 and later": the last of a sequence has no end
	from   *regexp.Regexp // "from week 4 on"
	words  map[string]countedWord
}

type countedWord struct {
	number int
	kind   string
	among  bool // only beside another word
}

func newCounters() *counters {
	c := &counters{
		digits: regexp.MustCompile(`[0-9]+`),
		open:   regexp.MustCompile(`([0-9])\s*(?:\+|(?:ff?\.?|(?:and\s+)?(?:on|onwards?|beyond|later|after)|und\s+(?:danach|später|folgende)|et\s+(?:après|suivants|plus)|en\s+adelante|y\s+después|em\s+diante|e\s+(?:depois|oltre|seguenti)|in\s+poi|en\s+verder|i\s+dalej|och\s+framåt|и\s+далее|і\s+далі|以降|以后|以後|이후)(?:\s|$))`),
		from:   regexp.MustCompile(`^(?:from|ab|à\s+partir\s+d(?:e|u)(?:\s+la)?|desde(?:\s+la|\s+el)?|a\s+partir\s+d(?:e|a|o)|dalla?|vanaf|od|från)\s+`),
		words:  map[string]countedWord{},
	}
	for _, list := range listSequences() {
		for i, names := range list.names {
			for name := range strings.FieldsSeq(names) {
				c.words[name] = countedWord{i + 1, list.kind, list.among}
				if letters := []rune(name); list.short && len(letters) > 3 {
					c.words[string(letters[:3])] = countedWord{i + 1, list.kind, list.among}
				}
			}
		}
	}
	return c
}

// It returns false when the heading says no place in a sequence.
func (c *counters) parseTurn(label string) (sequenceTurn, bool) {
	const words, longest = 5, 60 // of what stands before the name of a part
	label = convertDigits(label)
	if t, counts := c.parseHan(label); counts {
		return t, true
	}
	head := label
	if at := strings.IndexAny(head, ":("); at > 0 {
		head = head[:at]
	}
	for _, dash := range []string{" – ", " — ", " - ", " | ", ", "} {
		if before, _, found := strings.Cut(head, dash); found && c.isCounting(before) {
			head = before
		}
	}
	head = c.open.ReplaceAllString(strings.ToLower(strings.TrimSpace(head)), "$1")
	head = strings.Trim(c.from.ReplaceAllString(head, ""), ".:–—-*_# ")
	if head == "" || len(head) > longest {
		return sequenceTurn{}, false
	}
	t, counts := c.parseCounting(head)
	counts = counts && len(strings.Fields(head)) <= words
	if !counts || len(t.numbers) == 1 && strings.HasPrefix(t.stem, "#") {
		if first, leads := c.parseLeading(strings.TrimSpace(label)); leads {
			return first, true
		}
	}
	return t, counts
}

func (c *counters) isCounting(text string) bool {
	_, is := c.parseCounting(strings.ToLower(strings.TrimSpace(text)))
	return is
}

// Some words count.
func (c *counters) parseCounting(head string) (sequenceTurn, bool) {
	var t sequenceTurn
	var stem []string
	tokens := strings.FieldsFunc(head, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("./-–—'’#", r) })
	for i, w := range tokens {
		w = strings.Trim(w, ",;*_")
		switch n, kind := c.parseWord(w, i > 0 || len(tokens) > 1); {
		case kind != "":
			t.numbers = append(t.numbers, n)
			stem = append(stem, kind)
		case c.digits.MatchString(w):
			stem = append(stem, c.digits.ReplaceAllStringFunc(w, func(d string) string {
				n, err := strconv.Atoi(d)
				if err != nil {
					n = 0
				}
				t.numbers = append(t.numbers, n)
				return "#"
			}))
		case len(w) == 1 && w[0] >= 'a' && w[0] <= 'z' && i == 1 && len(tokens) == 2: // "Part A"
			t.numbers = append(t.numbers, int(w[0]-'a')+1)
			stem = append(stem, "#")
		case w != "":
			stem = append(stem, w)
		}
	}
	t.stem = strings.Join(stem, " ")
	return t, len(t.numbers) > 0 && (strings.Trim(t.stem, "# ") != "" || len(t.numbers) > 1)
}

// Of "1 Research", "II. Build" and "B) Sell" only the number says the place.
func (c *counters) parseLeading(label string) (sequenceTurn, bool) {
	first, rest, _ := strings.Cut(label, " ")
	bare := strings.Trim(first, ".:)(–—-*_#")
	if strings.TrimSpace(rest) == "" || bare == "" {
		return sequenceTurn{}, false
	}
	if n, err := strconv.Atoi(bare); err == nil && len(bare) <= 2 {
		return sequenceTurn{"leading number", []int{n}}, true
	}
	if bare == first || bare != strings.ToUpper(bare) {
		return sequenceTurn{}, false
	}
	if n := parseRoman(strings.ToLower(bare)); n > 0 && (len(bare) > 1 || bare == "I" || bare == "V") {
		return sequenceTurn{"leading roman", []int{n}}, true
	}
	if len(bare) == 1 && bare[0] >= 'A' && bare[0] <= 'Z' {
		return sequenceTurn{"leading letter", []int{int(bare[0]-'A') + 1}}, true
	}
	return sequenceTurn{}, false
}

// Both places must be of one sequence.
func (t sequenceTurn) isAfter(before sequenceTurn) bool {
	if t.stem != before.stem || len(t.numbers) != len(before.numbers) || slices.Equal(t.numbers, before.numbers) {
		return false
	}
	if slices.Compare(t.numbers, before.numbers) > 0 {
		return true
	}
	a, b := slices.Clone(t.numbers), slices.Clone(before.numbers)
	slices.Reverse(a) // the year last
	slices.Reverse(b)
	switch {
	case slices.Compare(a, b) > 0:
		return true
	case t.stem == "month" && len(a) == 1: // December and January
		return (a[0]-b[0]+12)%12 <= 3
	}
	return false
}

// The word is a month, a day of the week, a numeral or a roman number; kind is "" when it is none.
func (c *counters) parseWord(word string, among bool) (int, string) {
	if w, known := c.words[word]; known && (among || !w.among) {
		return w.number, w.kind
	}
	if n := parseRoman(word); among && n > 0 {
		return n, "#"
	}
	return 0, ""
}

type head struct {
	node  ast.Node
	level int
	turn  sequenceTurn
}

// A line of its own over a list stands below any heading.
const lineLevel = 7

// Headings, and lines over lists, count when two or more of one level have words that differ by a
// number that rises.
func (s *scanner) findSequences(doc ast.Node) map[ast.Node]bool {
	out := map[ast.Node]bool{}
	groups := map[string][]head{} // by level and stem
	var order []string
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		level := s.findHeadLevel(n)
		if level == 0 {
			continue
		}
		t, counts := s.counters.parseTurn(s.readOneLine(n))
		if !counts || isBesideStem(t.stem) {
			continue
		}
		key := fmt.Sprint(level, t.stem)
		if len(groups[key]) == 0 {
			order = append(order, key)
		}
		groups[key] = append(groups[key], head{n, level, t})
	}
	for _, key := range order {
		g := groups[key]
		rising := 0
		for i := 1; i < len(g); i++ {
			if g[i].turn.isAfter(g[i-1].turn) {
				rising++
			}
		}
		if rising == 0 || rising*2 < len(g)-1 {
			continue
		}
		read := false
		for _, h := range g {
			label := s.readOneLine(h.node)
			read = read || !s.isPhaseLabel(label)
			out[h.node] = true
		}
		if read {
			s.notes = append(s.notes, fmt.Sprintf("I read %q to %q as phases, one after the other.", s.readOneLine(g[0].node), s.readOneLine(g[len(g)-1].node)))
		}
	}
	return out
}

// A line over a list or a table has a level too; other blocks have 0.
func (s *scanner) findHeadLevel(n ast.Node) int {
	switch n := n.(type) {
	case *ast.Heading:
		return n.Level
	case *ast.Paragraph:
		next := n.NextSibling()
		if n.Lines().Len() != 1 || next == nil || next.Kind() != ast.KindList && next.Kind() != extast.KindTable {
			return 0
		}
		return lineLevel
	}
	return 0
}

// Groups count so: "Week 1:" over a list, "Week 2:" over the next one.
func (s *scanner) isRising(items []*ast.ListItem) bool {
	var before sequenceTurn
	for i, li := range items {
		first := li.FirstChild()
		if first == nil || !isText(first) || first.Lines().Len() == 0 || !s.holdsItems(li) {
			return false
		}
		t, counts := s.counters.parseTurn(readPassage(s.src, first).lines[0])
		if !counts || isBesideStem(t.stem) || i > 0 && !t.isAfter(before) {
			return false
		}
		before = t
	}
	return len(items) > 1
}

// Parts run side by side because nothing says which comes first.
func (s *scanner) makeBesideNote() string {
	const named = 4
	var labels []string
	for _, p := range s.places {
		if p.section < 1 || p.phase >= 0 {
			continue
		}
		for _, d := range s.drafts {
			if !d.gone && d.section == p.section && len(d.targets) == 0 {
				labels = append(labels, strconv.Quote(p.label))
				break
			}
		}
	}
	if len(s.phases) > 0 || len(labels) < 2 {
		return ""
	}
	more := ""
	if len(labels) > named {
		more = fmt.Sprintf(" and %s", prose.Count(len(labels)-named, "other part"))
		labels = labels[:named]
	}
	return strings.Join(labels, ", ") + more + " run side by side: nothing says which comes first. Begin their headings with Phase 1, Phase 2 to have them in order."
}
