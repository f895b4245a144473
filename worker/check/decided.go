package check

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/quote"
	"github.com/frasier-cos/frasier/internal/work"
)

// StandingFigures returns the figures of a list whose facts all stand in a text.
func StandingFigures(list []work.Figure, text string) []work.Figure {
	standing, _ := splitStanding(text, list)
	return standing
}

// A text may write a fact as it likes: a day may lack its year, a number may be spelled.
func splitStanding(text string, list []work.Figure) (standing []work.Figure, left []work.LeftOut) {
	if len(list) == 0 {
		return nil, nil
	}
	in := readFacts(text)
	for _, f := range list {
		missing := in.listMissing(f.Text)
		if len(missing) == 0 {
			standing = append(standing, f)
			continue
		}
		left = append(left, work.LeftOut{Line: f.Name + " = " + f.Text, Why: "the text does not say " + strings.Join(missing, ", ")})
	}
	return standing, left
}

type textFacts struct {
	text    string // without markers
	folded  string // words between spaces
	letters string // in lower case and without accents
	days    []calendarDay
	numbers []quote.Number
	german  bool // whose nouns all have capitals
}

func readFacts(text string) textFacts {
	plain := StripMarkers(text)
	in := textFacts{
		text: plain, folded: " " + prose.Fold(plain) + " ", letters: removeAccents(plain),
		numbers: slices.Concat(quote.Readings(plain), quote.SpelledSmall(plain), parseSpelled(plain)), german: prose.Language(plain) == "de",
	}
	in.days, _ = parseDays(plain)
	return in
}

// What may be no day at all, as "3 out", may stand there as it is.
func (in textFacts) hasDay(d calendarDay) bool {
	return slices.ContainsFunc(in.days, d.matchesDay) || d.unsure && (strings.Contains(in.text, d.text) || in.hasNumber(quote.Number{Value: float64(d.day), Step: 1}))
}

// Of a line with neither day nor number the missing words are listed.
func (in textFacts) listMissing(line string) []string {
	days, rest := parseDays(line)
	var out []string
	for _, d := range days {
		other := func(o calendarDay) bool { return o.text == d.text && in.hasDay(o) }
		if said := strconv.Quote(d.text); !slices.ContainsFunc(days, other) && !slices.Contains(out, said) {
			out = append(out, said)
		}
	}
	numbers := quote.Numbers(rest)
	for _, n := range numbers {
		if !in.hasNumber(n) {
			out = append(out, strconv.Quote(strings.TrimSpace(n.Text)))
		}
	}
	for _, name := range in.listNames(rest) {
		if !strings.Contains(in.letters, cutStem(name)) {
			out = append(out, strconv.Quote(name))
		}
	}
	for _, code := range listCodes(rest) {
		if !strings.Contains(in.folded, " "+prose.Fold(code)+" ") {
			out = append(out, strconv.Quote(code))
		}
	}
	if len(days) == 0 && len(numbers) == 0 && len(out) == 0 && !in.hasWords(line) {
		out = append(out, strconv.Quote(line))
	}
	return out
}

func (in textFacts) hasNumber(n quote.Number) bool {
	has := func(n quote.Number) bool {
		return slices.ContainsFunc(in.numbers, func(m quote.Number) bool { return isSameFigure(n, m) })
	}
	parts := n.Parts()
	return has(n) || len(parts) > 0 && !slices.ContainsFunc(parts, func(p quote.Number) bool { return !has(p) })
}

// A rounded number is another one: whoever works next would have to choose between the two.
func isSameFigure(n, m quote.Number) bool {
	const slack = 1e-9
	equal := func(n, m quote.Number) bool {
		return math.Abs(math.Abs(n.Value)-math.Abs(m.Value)) <= slack*max(1, math.Abs(m.Value)) && (n.Unit == "" || m.Unit == "" || n.Unit == m.Unit)
	}
	ng, _ := n.Grouped()
	mg, _ := m.Grouped()
	for _, a := range []quote.Number{n, ng, n.Base()} {
		for _, b := range []quote.Number{m, mg, m.Base()} {
			if equal(a, b) {
				return true
			}
		}
	}
	return (n.Unit == "time" || m.Unit == "time") && quote.Same(n, m)
}

// A line without a figure stands where most of its words do, in any order or form.
func (in textFacts) hasWords(line string) bool {
	if strings.Contains(in.folded, " "+prose.Fold(line)+" ") {
		return true
	}
	const most = 2.0 / 3
	words := slices.DeleteFunc(prose.Words(line), prose.StopWord)
	hits := 0
	for _, w := range words {
		if strings.Contains(in.letters, cutStem(w)) {
			hits++
		}
	}
	return len(words) > 1 && float64(hits) >= most*float64(len(words))
}

func cutStem(word string) string {
	const letters = 5
	r := []rune(removeAccents(word))
	return string(r[:min(len(r), letters)])
}

func removeAccents(text string) string { return quote.Unaccented(strings.ToLower(text)) }

// calendarWords are capitalised in English and no names: in another language they are other words.
//
//nolint:gochecknoglobals // a constant
var calendarWords = listLazily("monday tuesday wednesday thursday friday saturday sunday easter christmas euro euros")

// The first word has a capital anyway, a short word in capitals is an abbreviation, and in German
// every noun has a capital.
func (in textFacts) listNames(line string) []string {
	if in.german {
		return nil
	}
	const abbreviation, fewest = 5, 3
	var out []string
	words := strings.FieldsFunc(line, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '\'' && r != '’'
	})
	for i, w := range words {
		_, calendar := calendarWords()[strings.ToLower(w)]
		short := len([]rune(w)) < fewest || len([]rune(w)) <= abbreviation && w == strings.ToUpper(w)
		if i > 0 && startsWithCapital(w) && !short && !calendar && findMonth(w) == 0 && !hasDigit(w) {
			out = append(out, w)
		}
	}
	return out
}

// Codes mix letters and digits and are no numbers, as "KP-500".
func listCodes(line string) []string {
	var out []string
	for _, w := range strings.FieldsFunc(line, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",()\"„“”", r) }) {
		if hasDigit(w) && strings.ContainsFunc(w, unicode.IsLetter) && len(quote.Numbers(w)) == 0 {
			out = append(out, w)
		}
	}
	return out
}

func hasDigit(w string) bool { return strings.ContainsFunc(w, unicode.IsDigit) }

// SaysOtherwise reports whether a sentence of a text speaks of what was decided, by all words of
// its name, and gives another day or another figure in its unit, one that was decided for nothing
// else either. A name of one word, as price, is too general to tell.
func SaysOtherwise(text string, decided []work.Figure) bool {
	for _, s := range Sentences(text) {
		said := StripMarkers(s.Text)
		days, rest := parseDays(said)
		numbers, words := Numbers(rest), prose.Set(prose.Words(said))
		for _, f := range decided {
			name := slices.DeleteFunc(prose.Words(f.Name), prose.StopWord)
			if len(name) < 2 || slices.ContainsFunc(name, func(w string) bool { return !words[w] }) {
				continue
			}
			if areOtherDays(days, f, decided) || areOtherNumbers(numbers, f, decided) {
				return true
			}
		}
	}
	return false
}

func areOtherDays(days []calendarDay, f work.Figure, all []work.Figure) bool {
	set, _ := parseDays(f.Text)
	if len(set) != 1 || len(days) == 0 {
		return false
	}
	for _, o := range all {
		others, _ := parseDays(o.Text)
		for _, d := range others {
			if slices.ContainsFunc(days, d.matchesDay) {
				return false
			}
		}
	}
	return true
}

func areOtherNumbers(numbers []quote.Number, f work.Figure, all []work.Figure) bool {
	set := quote.Numbers(f.Text)
	if len(set) != 1 || set[0].Unit == "" {
		return false
	}
	same := slices.DeleteFunc(slices.Clone(numbers), func(n quote.Number) bool { return n.Unit != set[0].Unit })
	for _, o := range all {
		for _, n := range quote.Numbers(o.Text) {
			if slices.ContainsFunc(same, func(m quote.Number) bool { return isSameFigure(n, m) }) {
				return false
			}
		}
	}
	return len(same) > 0
}
