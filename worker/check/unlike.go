package check

import (
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/quote"
)

// The figures stand in what is cited, but with another unit, currency, day or name, or without a
// "not" of the quoted words. Across languages code cannot be certain, so a reader is asked.
func (c *checker) differsFromCited(s *checkedSentence, known []string) bool {
	for _, n := range quote.Numbers(s.said) {
		if c.isComputed(n) {
			continue
		}
		if c.hasOtherUnit(s.said, n, known) || c.hasOtherCurrency(s.said, n, known) || c.hasOtherName(s, n, known) {
			return true
		}
	}
	return c.hasOtherDay(s, known)
}

// The first two words behind a number may name its time.
func findUnit(text string, n quote.Number) string {
	if unit := findTimeUnit(n.Unit); unit != "" {
		return unit
	}
	if n.Unit != "" {
		return n.Unit
	}
	const near = 40 // bytes that two words take at most
	tail := strings.ToValidUTF8(text[n.End:min(len(text), n.End+near)], "")
	if end := strings.IndexAny(tail, ".,;:|("); end >= 0 {
		tail = tail[:end]
	}
	words := prose.Words(tail)
	if len(words) > 0 && slices.Contains([]string{"a", "an", "per", "each", "every", "pro", "por", "al", "par", "je", "im", "om"}, words[0]) {
		return "" // 42 a month counts no months
	}
	for _, w := range words[:min(2, len(words))] {
		if unit := findTimeUnit(w); unit != "" {
			return unit
		}
	}
	return ""
}

func (c *checker) hasOtherUnit(said string, n quote.Number, known []string) bool {
	unit := findUnit(said, n)
	if unit == "" || isYear(n) {
		return false
	}
	other := false
	for _, id := range known {
		text := c.pack[id].Text
		for _, m := range c.pack[id].printed {
			if m.Value != n.Value {
				continue
			}
			switch there := findUnit(text, m); there {
			case unit:
				return false
			case "":
			default:
				other = true
			}
		}
	}
	return other
}

// The cited documents and the task must name another currency and never this one.
func (c *checker) hasOtherCurrency(said string, n quote.Number, known []string) bool {
	if n.Unit == "" && n.Step < 1 && strings.HasPrefix(strings.ToLower(strings.TrimLeft(said[n.End:], " ")), "pounds") {
		n.Unit = "GBP" // of whole pounds nobody can say
	}
	if !isMoney(n) || n.Unit == "%" || n.Unit == "cent" {
		return false
	}
	other := false
	in := slices.Clone(c.around)
	for _, p := range c.findPassages(c.listSameDocuments(known)) {
		in = append(in, p.numbers...)
	}
	for _, m := range in {
		if m.Unit == n.Unit {
			return false
		}
		other = other || isMoney(m) && m.Unit != "%" && m.Unit != "cent"
	}
	return other
}

// Each sentence or row that gives the number must be about a name, and the statement about
// another.
func (c *checker) hasOtherName(s *checkedSentence, n quote.Number, known []string) bool {
	if s.Row || countDigits(n) < 2 || isYear(n) {
		return false
	}
	own := prose.Fold(s.Text)
	found := false
	for _, id := range known {
		for _, there := range c.pack[id].splitParts() {
			if !isAmongAny(n, there.numbers) {
				continue
			}
			if len(there.names) == 0 || slices.ContainsFunc(there.names, func(name string) bool { return hasFirstWord(own, name) }) {
				return false
			}
			found = true
		}
	}
	return found && slices.ContainsFunc(known, func(id string) bool {
		return slices.ContainsFunc(c.pack[id].splitParts(), func(there passagePart) bool {
			return slices.ContainsFunc(there.names, func(name string) bool { return hasFirstWord(own, name) })
		})
	})
}

type passagePart struct {
	numbers []quote.Number
	names   []string
}

func (s *source) splitParts() []passagePart {
	if s.parts == nil {
		for _, text := range splitPassage(s.Text) {
			s.parts = append(s.parts, passagePart{quote.Numbers(text), findNames(text)})
		}
	}
	return s.parts
}

func hasFirstWord(folded, name string) bool {
	words := prose.Words(name)
	return len(words) > 0 && strings.Contains(" "+folded+" ", " "+words[0]+" ")
}

func (c *checker) findDaysOf(id, text string) []int {
	if c.days == nil {
		c.days = map[string][]int{}
	}
	all, read := c.days[id]
	if !read {
		all = findDays(text)
		c.days[id] = all
	}
	return all
}

// The cited passages must name days, and neither they nor the task this one.
func (c *checker) hasOtherDay(s *checkedSentence, known []string) bool {
	said := s.said
	if s.Row && hasMarkerCell(s.prose) {
		return false // of such a row only some cells are the passage's
	}
	if s.Row {
		var cells []string
		for cell := range strings.SplitSeq(s.prose, "|") {
			if strings.Contains(cell, "[S") {
				cells = append(cells, cell)
			}
		}
		said = strings.Join(cells, " ")
	}
	days := findDays(said)
	if len(days) == 0 {
		return false
	}
	var there []int
	for _, id := range known {
		there = append(there, c.findDaysOf(id, c.pack[id].Text)...)
	}
	if len(there) == 0 {
		return false
	}
	there = append(there, c.findDaysOf("", c.Context)...)
	return slices.ContainsFunc(days, func(d int) bool { return !slices.Contains(there, d) })
}

// negations are the words for "not", "no" and "without" in the languages that are read here.
//
//nolint:gochecknoglobals // a constant
var negations = listLazily("not no never none nothing neither nor without cannot nobody " +
	"nicht kein keine keinen keinem keiner nie niemals ohne weder nichts " +
	"nunca ningún ninguna ninguno sin nada tampoco não nenhum nenhuma sem nem " +
	"ne pas jamais aucun aucune sans rien ni non mai nessun nessuna nessuno senza niente né " +
	"niet geen nooit zonder niets nigdy bez żaden żadnej żadnego")

func hasDenial(text string) bool {
	portuguese := prose.Language(text) == "pt" // whose "no" is "in the"
	return slices.ContainsFunc(prose.Words(text), func(w string) bool {
		_, is := negations()[w]
		return is && (w != "no" || !portuguese)
	})
}

// isTurned reports whether a short sentence denies what the words quoted for it affirm in every clause, or affirms what they
// deny in every clause. A longer one has clauses of its own.
func (c *checker) isTurned(s *checkedSentence) bool {
	const longest = 10 // words
	plain := Plain(s.Text)
	if s.Row || len(prose.Words(plain)) > longest {
		return false
	}
	quotes := c.listQuotes(s)
	said := hasDenial(plain)
	return len(quotes) > 0 && !slices.ContainsFunc(quotes, func(q string) bool {
		clauses := strings.FieldsFunc(q, func(r rune) bool { return strings.ContainsRune(",;:.", r) })
		return slices.ContainsFunc(clauses, func(clause string) bool { return hasDenial(clause) == said && len(prose.Words(clause)) > 1 })
	})
}

func (c *checker) listQuotes(s *checkedSentence) []string {
	if c.quotedFor == nil {
		c.quotedFor = map[int][]string{}
		for _, line := range c.Draft.Claims {
			if at := c.findSentence(line); at >= 0 {
				c.quotedFor[at] = append(c.quotedFor[at], line.Quote)
			}
		}
	}
	return c.quotedFor[slices.IndexFunc(c.list, func(o checkedSentence) bool { return o.Para == s.Para && o.Text == s.Text })]
}

// The quoted words must give figures of their own.
func (c *checker) goesBeyondQuotes(s *checkedSentence) bool {
	if s.Row {
		return false
	}
	var there []quote.Number
	for _, q := range c.listQuotes(s) {
		there = append(there, quote.Numbers(q)...)
		there = append(there, parseSpelled(q)...)
	}
	return len(there) > 0 && slices.ContainsFunc(quote.Numbers(s.said), func(n quote.Number) bool {
		return !c.isComputed(n) && !isAmongAny(n, there)
	})
}
