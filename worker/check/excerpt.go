package check

import (
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/quote"
	"github.com/frasier-cos/frasier/internal/work"
)

// Lengths of excerpts, in bytes.
const (
	shortExcerpt = 400 // up to here more is shown rather than too little
	longExcerpt  = 600 // what is longer stays as its author quoted it
	shortUnit    = 60  // a sentence so short needs the one before it
)

// passageUnit is shown whole: a sentence, an item of a list, or a row of a table.
type passageUnit struct {
	start, end int
	heading    bool
	head       int // where what it needs to be understood begins: the sentence before, or the head of the table
	words      map[string]bool
	numbers    []quote.Number
	days       []int
}

func splitUnits(text string) []passageUnit {
	var out []passageUnit
	add := func(start, end, head int) {
		s := text[start:end]
		u := passageUnit{start: start, end: end, head: head, words: map[string]bool{}, numbers: slices.Concat(quote.Numbers(s), parseSpelled(s)), days: findDays(s)}
		for _, w := range listContentWords(s) {
			u.words[makeSingular(w)] = true
		}
		out = append(out, u)
	}
	at, table := 0, -1
	for line := range strings.SplitAfterSeq(text, "\n") {
		t := strings.TrimSpace(line)
		start := at + strings.Index(line, t)
		at += len(line)
		switch {
		case t == "":
			table = -1
		case isRuler(t):
		case strings.HasPrefix(t, "|"):
			if table < 0 {
				table = start
			}
			add(start, start+len(t), table)
		case isListItem(t) && len(t) <= shortExcerpt:
			mark := strings.IndexByte(t, ' ') + 1
			add(start+mark, start+len(t), start+mark)
		default:
			table = -1
			heading := len(t) - len(strings.TrimLeft(t, "#> "))
			n := len(out)
			addSentences(t[heading:], start+heading, add)
			for i := range out[n:] {
				out[n+i].heading = t[0] == '#'
			}
		}
	}
	return out
}

func addSentences(line string, offset int, add func(start, end, head int)) {
	at, before := 0, -1
	for _, s := range splitParagraph(line) {
		from := at + strings.Index(line[at:], s)
		at = from + len(s)
		head := from
		if before >= 0 && (hasPronoun(s) || len(s) < shortUnit) {
			head = before
		}
		add(offset+from, offset+at, offset+head)
		before = from
	}
}

// What the units need to be understood comes along where that is not long.
func (s *source) widenSpan(start, end int) (int, int) {
	first := slices.IndexFunc(s.units, func(u passageUnit) bool { return u.end > start })
	if first < 0 {
		return start, end
	}
	from, to := s.units[first].start, end
	for _, u := range s.units[first:] {
		if u.start >= end {
			break
		}
		to = max(to, u.end)
	}
	from = min(from, start)
	switch head := s.units[first].head; {
	case to-min(head, from) <= shortExcerpt:
		return min(head, from), to
	case to-from <= longExcerpt:
		return from, to
	}
	return start, end
}

// citedStatement has what one citation stands behind: a sentence, or a cell with the name of its
// row and of its column.
type citedStatement struct {
	words   []string
	numbers []quote.Number
	days    []int
	small   []quote.Number // "five": found in too many places to look for, but of two places the one that has it
}

func newStatement(text string) citedStatement {
	text, _ = extractSums(text)
	text = blankMarkers(text)
	x := citedStatement{words: listContentWords(Plain(text)), numbers: quote.Numbers(blankDays(text)), days: findDays(text)}
	for _, n := range parseSpelled(text) {
		if n.Unit = ""; !isBareSmall(n) { // "first" and "two" find too much
			x.numbers = append(x.numbers, n)
		}
	}
	for _, n := range slices.Concat(x.numbers, parseSpelled(text)) {
		if n.Unit = ""; isBareSmall(n) {
			x.small = append(x.small, n)
		}
	}
	x.numbers = slices.DeleteFunc(dropEqualNumbers(x.numbers), isBareSmall)
	for i := range x.words {
		x.words[i] = makeSingular(x.words[i])
	}
	return x
}

// chooseExcerpts returns the spans of a passage that bear what is said: the unit that
// holds most of its figures and words, and others for figures that it lacks.
// Figures of the spans that are quoted already are not looked for again, and
// where the passage is quoted for another part of the claim, only figures are.
// Where no unit says much of it, a short passage is shown whole and of a long
// one the best unit with its neighbours.
func (s *source) chooseExcerpts(x citedStatement, quoted []work.Citation, elsewhere bool) [][2]int {
	const most = 3
	var out [][2]int
	open := missingFacts{filterList(x.numbers, func(n quote.Number) bool { return isAmong(n, s.numbers) }), filterList(x.days, func(d int) bool { return slices.Contains(s.listDays(), d) })}
	for _, q := range quoted {
		open = open.removeQuoted(q.Quote)
	}
	if len(quoted) > 0 && open.isEmpty() {
		return nil
	}
	for len(out) < most {
		best, hits, score := s.findBestUnit(x, open)
		if best < 0 || (len(out) > 0 || elsewhere) && hits == 0 {
			break
		}
		const few = 0.34
		start, end := s.widenSpan(s.units[best].start, s.units[best].end)
		if hits == 0 && score < few {
			start, end = s.widenUnit(best)
		}
		out = append(out, [2]int{start, end})
		if open = open.removeQuoted(s.Text[start:end]); open.isEmpty() {
			break
		}
	}
	return out
}

type missingFacts struct {
	numbers []quote.Number
	days    []int
}

func (w missingFacts) isEmpty() bool { return len(w.numbers)+len(w.days) == 0 }

func (w missingFacts) removeQuoted(text string) missingFacts {
	days := findDays(text)
	return missingFacts{
		filterList(w.numbers, func(n quote.Number) bool { return !hasNumberIn(n, text) }), filterList(w.days, func(d int) bool { return !slices.Contains(days, d) }),
	}
}

func (w missingFacts) countIn(u passageUnit) int {
	return len(filterList(w.numbers, func(n quote.Number) bool { return isAmong(n, u.numbers) })) + len(filterList(w.days, func(d int) bool { return slices.Contains(u.days, d) }))
}

func (s *source) listDays() []int {
	var out []int
	for _, u := range s.units {
		out = append(out, u.days...)
	}
	return out
}

// With half of its words in one unit, two at least, a sentence needs nothing before it to be
// found.
func (s *source) hasHalf(x citedStatement) bool {
	const half, fewest = 0.5, 2
	if len(x.words) < fewest {
		return false
	}
	_, _, score := s.findBestUnit(x, missingFacts{})
	return score >= half
}

func (s *source) widenUnit(i int) (start, end int) {
	if len(s.Text) <= shortExcerpt {
		return 0, len(s.Text)
	}
	start, end = s.units[max(0, i-1)].start, s.units[min(len(s.units)-1, i+1)].end
	if end-start > longExcerpt {
		return s.widenSpan(s.units[i].start, s.units[i].end)
	}
	return start, end
}

// Figures decide first, then the share of words, rare ones counting more.
func (s *source) findBestUnit(x citedStatement, figures missingFacts) (at, hits int, score float64) {
	at = -1
	for i, u := range s.units {
		h := figures.countIn(u)
		if h == 0 && u.heading {
			continue
		}
		total, have := 0.0, 0.0
		for _, w := range x.words {
			in := 0
			for _, o := range s.units {
				if o.words[w] {
					in++
				}
			}
			weight := 1 / float64(1+in)
			total += weight
			if u.words[w] {
				have += weight
			}
		}
		share := 0.0
		if total > 0 {
			share = have / total
		}
		const small = 0.2
		for _, n := range x.small {
			if isAmong(n, u.numbers) {
				share += small
			}
		}
		if at < 0 || h > hits || h == hits && share > score {
			at, hits, score = i, h, share
		}
	}
	return at, hits, score
}

func hasNumberIn(n quote.Number, text string) bool {
	return isAmong(n, quote.Numbers(text)) || isAmong(n, parseSpelled(text))
}

// A sentence that ends a quotation, or only names its speaker, gets the sentences of its paragraph
// before it that cite nothing.
func linkLeads(list []checkedSentence) {
	const fewest = 4 // words, below which a sentence says nothing by itself
	for i := range list {
		s := &list[i]
		text := Plain(s.Text)
		ends := strings.Count(text, `"`)%2 == 1 || strings.Count(text, "“") != strings.Count(text, "”")
		whole := len(s.words) >= fewest || len(quote.Numbers(text)) > 0
		if len(s.Markers) == 0 || s.Row || whole && !ends {
			continue
		}
		for k := i - 1; k >= 0 && list[k].piece == s.piece && len(list[k].Markers) == 0; k-- {
			s.lead = strings.TrimSpace(Plain(list[k].Text) + " " + s.lead)
		}
	}
}
