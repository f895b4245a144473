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

// unit is a stretch of a passage that is shown whole: a sentence, an item of a
// list, or a row of a table.
type unit struct {
	start, end int
	heading    bool
	head       int // where what it needs to be understood begins: the sentence before, or the head of the table
	words      map[string]bool
	numbers    []quote.Number
	days       []int
}

// unitsOf cuts a passage into its units.
func unitsOf(text string) []unit {
	var out []unit
	add := func(start, end, head int) {
		s := text[start:end]
		u := unit{start: start, end: end, head: head, words: map[string]bool{}, numbers: slices.Concat(quote.Numbers(s), written(s)), days: daysIn(s)}
		for _, w := range content(s) {
			u.words[singular(w)] = true
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
		case ruler(t):
		case strings.HasPrefix(t, "|"):
			if table < 0 {
				table = start
			}
			add(start, start+len(t), table)
		case listItem(t) && len(t) <= shortExcerpt:
			mark := strings.IndexByte(t, ' ') + 1
			add(start+mark, start+len(t), start+mark)
		default:
			table = -1
			heading := len(t) - len(strings.TrimLeft(t, "#> "))
			n := len(out)
			sentencesAt(t[heading:], start+heading, add)
			for i := range out[n:] {
				out[n+i].heading = t[0] == '#'
			}
		}
	}
	return out
}

// sentencesAt adds the sentences of a line that begins at an offset.
func sentencesAt(line string, offset int, add func(start, end, head int)) {
	at, before := 0, -1
	for _, s := range split(line) {
		from := at + strings.Index(line[at:], s)
		at = from + len(s)
		head := from
		if before >= 0 && (pronoun(s) || len(s) < shortUnit) {
			head = before
		}
		add(offset+from, offset+at, offset+head)
		before = from
	}
}

// whole widens a span of a passage to the units that it lies in, with what
// they need to be understood where that is not long.
func (s *source) whole(start, end int) (int, int) {
	first := slices.IndexFunc(s.units, func(u unit) bool { return u.end > start })
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

// said is what one citation stands behind: a sentence, or a cell with the name
// of its row and of its column.
type said struct {
	words   []string
	numbers []quote.Number
	days    []int
	small   []quote.Number // "five": found in too many places to look for, but of two places the one that has it
}

func newSaid(text string) said {
	text, _ = sumsOf(text)
	text = blank(text)
	x := said{words: content(Plain(text)), numbers: quote.Numbers(withoutDays(text)), days: daysIn(text)}
	for _, n := range written(text) {
		if n.Unit = ""; !bareSmall(n) { // "first" and "two" find too much
			x.numbers = append(x.numbers, n)
		}
	}
	for _, n := range slices.Concat(x.numbers, written(text)) {
		if n.Unit = ""; bareSmall(n) {
			x.small = append(x.small, n)
		}
	}
	x.numbers = slices.DeleteFunc(unlike(x.numbers), bareSmall)
	for i := range x.words {
		x.words[i] = singular(x.words[i])
	}
	return x
}

// excerpts returns the spans of a passage that bear what is said: the unit that
// holds most of its figures and words, and others for figures that it lacks.
// Figures of the spans that are quoted already are not looked for again, and
// where the passage is quoted for another part of the claim, only figures are.
// Where no unit says much of it, a short passage is shown whole and of a long
// one the best unit with its neighbours.
func (s *source) excerpts(x said, quoted []work.Citation, elsewhere bool) [][2]int {
	const most = 3
	var out [][2]int
	open := wanted{keepIf(x.numbers, func(n quote.Number) bool { return among(n, s.numbers) }), keepIf(x.days, func(d int) bool { return slices.Contains(s.days(), d) })}
	for _, q := range quoted {
		open = open.without(q.Quote)
	}
	if len(quoted) > 0 && open.none() {
		return nil
	}
	for len(out) < most {
		best, hits, score := s.best(x, open)
		if best < 0 || (len(out) > 0 || elsewhere) && hits == 0 {
			break
		}
		const few = 0.34
		start, end := s.whole(s.units[best].start, s.units[best].end)
		if hits == 0 && score < few {
			start, end = s.around(best)
		}
		out = append(out, [2]int{start, end})
		if open = open.without(s.Text[start:end]); open.none() {
			break
		}
	}
	return out
}

// wanted are the figures and days of a statement that no quote holds yet.
type wanted struct {
	numbers []quote.Number
	days    []int
}

func (w wanted) none() bool { return len(w.numbers)+len(w.days) == 0 }

// without leaves out what a quote holds.
func (w wanted) without(text string) wanted {
	days := daysIn(text)
	return wanted{
		keepIf(w.numbers, func(n quote.Number) bool { return !holdsIn(n, text) }), keepIf(w.days, func(d int) bool { return !slices.Contains(days, d) }),
	}
}

// in counts those that a unit holds.
func (w wanted) in(u unit) int {
	return len(keepIf(w.numbers, func(n quote.Number) bool { return among(n, u.numbers) })) + len(keepIf(w.days, func(d int) bool { return slices.Contains(u.days, d) }))
}

// days are those of the passage's units.
func (s *source) days() []int {
	var out []int
	for _, u := range s.units {
		out = append(out, u.days...)
	}
	return out
}

// says reports whether a unit of the passage holds half of the words of a
// sentence, two at least: then it needs nothing before it to be found.
func (s *source) says(x said) bool {
	const half, fewest = 0.5, 2
	if len(x.words) < fewest {
		return false
	}
	_, _, score := s.best(x, wanted{})
	return score >= half
}

// around is the whole of a short passage, or a unit with its neighbours.
func (s *source) around(i int) (start, end int) {
	if len(s.Text) <= shortExcerpt {
		return 0, len(s.Text)
	}
	start, end = s.units[max(0, i-1)].start, s.units[min(len(s.units)-1, i+1)].end
	if end-start > longExcerpt {
		return s.whole(s.units[i].start, s.units[i].end)
	}
	return start, end
}

// best is the unit that holds most of the figures, and of those the one with
// the greatest share of the words, rare ones counting more.
func (s *source) best(x said, figures wanted) (at, hits int, score float64) {
	at = -1
	for i, u := range s.units {
		h := figures.in(u)
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
			if among(n, u.numbers) {
				share += small
			}
		}
		if at < 0 || h > hits || h == hits && share > score {
			at, hits, score = i, h, share
		}
	}
	return at, hits, score
}

func holdsIn(n quote.Number, text string) bool {
	return among(n, quote.Numbers(text)) || among(n, written(text))
}

// leads gives each sentence that ends a quotation, or only names its speaker,
// the sentences of its paragraph before it that cite nothing.
func leads(list []checkedSentence) {
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
