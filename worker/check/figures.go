package check

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/quote"
)

// figure is a number with the words that say what it is the number of.
type figure struct {
	quote.Number
	passage string   // that it stands in
	labels  []string // content words beside it, in the singular
	periods []string // units of time that it is counted by: "week" of "a week"
	context []string // words of the sentence before, when this one goes on about it
	per     bool     // it is counted by something that is no time: "a stop"
}

// Of several numbers with one unit in a sentence each has the words up to where the next one's
// begin; what stands before a colon belongs to all behind it.
func listFigures(text string) []figure {
	var out []figure
	before := ""
	for _, s := range strings.Split(text, "\n") {
		for _, sentence := range splitParagraph(s) {
			subject := ""
			if hasPronoun(sentence) {
				subject = before
			} else {
				before = strings.Join(findNames(sentence), " ")
			}
			out = append(out, parseFigures(sentence, subject)...)
		}
	}
	return out
}

func parseFigures(sentence, subject string) []figure {
	said := blankMarkers(sentence)
	numbers := quote.Numbers(said)
	var out []figure
	for i, n := range numbers {
		from, to := 0, len(said)
		for _, m := range numbers[:i] {
			if m.Unit == n.Unit {
				from = findBorder(said, m.End, n.Start)
			}
		}
		for _, m := range numbers[i+1:] {
			if m.Unit == n.Unit {
				to = findBorder(said, n.End, m.Start)
				break
			}
		}
		head := ""
		if first := strings.Index(said, ": "); first >= 0 && first < from {
			head = said[:first]
		}
		from, to = min(from, n.Start), max(to, n.End)
		f := figure{Number: n, labels: listLabels(subject + " " + head + " " + said[from:n.Start] + " " + said[n.End:to])}
		f.periods, f.per = readPeriods(said[n.End:to])
		if len(f.periods) == 0 {
			f.periods = listAdjectives(said[from:n.Start])
		}
		out = append(out, f)
	}
	return out
}

func findBorder(text string, end, next int) int {
	border := end
	first := next
	if next < end { // a sign or currency that two numbers share
		return next
	}
	for _, mark := range []string{",", ";", ":", " and ", " against ", " or ", " ("} {
		if i := strings.Index(text[end:next], mark); i >= 0 && end+i < first {
			first = end + i
			border = first
		}
	}
	return border
}

func listLabels(text string) []string {
	var out []string
	for _, w := range listContentWords(text) {
		if strings.ContainsFunc(w, unicode.IsDigit) || findPeriod(w) != "" || !strings.ContainsFunc(w, unicode.IsLetter) || utf8.RuneCountInString(w) < 2 {
			continue
		}
		out = append(out, makeSingular(w))
	}
	return out
}

func makeSingular(w string) string {
	const shortest = 4
	if len(w) >= shortest && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") {
		return w[:len(w)-1]
	}
	return w
}

func hasPronoun(sentence string) bool {
	words := prose.Words(sentence)
	return len(words) > 0 && slices.Contains([]string{"it", "its", "they", "their", "he", "his", "she", "her", "this", "these", "that"}, words[0])
}

// readPeriods understands "per square metre and month", "a week", "billed monthly".
func readPeriods(tail string) (periods []string, per bool) {
	if end := strings.IndexAny(tail, ",;.("); end >= 0 {
		tail = tail[:end]
	}
	words := prose.Words(tail)
	const near = 9
	words = words[:min(near, len(words))]
	open := false
	for i, w := range words {
		switch w {
		case "per", "a", "an", "each", "every":
			open = true
			continue
		case "and":
			continue
		}
		if p := findPeriod(w); p != "" && (open || strings.HasSuffix(w, "ly")) {
			periods = append(periods, p)
		} else if i > 0 && slices.Contains([]string{"per", "a", "an"}, words[i-1]) && (words[i-1] == "per" || i == 1) {
			per = true
		}
		if !open && w == "on" {
			break
		}
	}
	return periods, per
}

// "The average weekly order is" counts by the week.
func listAdjectives(head string) []string {
	var out []string
	for _, w := range prose.Words(head) {
		if p := findPeriod(w); p != "" && (strings.HasSuffix(w, "ly") || w == "annual") {
			out = append(out, p)
		}
	}
	return out
}

func findPeriod(w string) string {
	switch strings.TrimSuffix(w, "s") {
	case "hour", "day", "week", "month", "quarter", "year":
		return strings.TrimSuffix(w, "s")
	case "hourly":
		return "hour"
	case "daily":
		return "day"
	case "weekly":
		return "week"
	case "monthly":
		return "month"
	case "quarterly":
		return "quarter"
	case "yearly", "annually", "annual":
		return "year"
	}
	return ""
}

// A number that stands in a cited passage may stand there for another name, or be counted by
// another unit of time.
func (c *checker) checkMeaning(s *checkedSentence, n quote.Number, known []string) {
	if slices.ContainsFunc(c.results, func(r equation) bool { return r.states(n) }) || s.Row || isAmongAny(n, c.chosen) || isAmong(n, c.around) {
		return
	}
	i := slices.IndexFunc(s.listFigures(), func(f figure) bool { return f.Start == n.Start })
	if i < 0 {
		return
	}
	said := s.listFigures()[i]
	var same, others []figure
	for _, f := range c.collectFigures(known) {
		if n.Matches(f.Number) {
			same = append(same, f)
		} else if f.Unit == n.Unit && !(f.Unit == "" && f.Step == 1 && f.Value >= 1900 && f.Value <= 2100) {
			others = append(others, f)
		}
	}
	if len(same) == 0 {
		return
	}
	said.context = c.collectLead(s)
	if other := c.findSwapped(s, said, same, others); other.Text != "" {
		c.reportNumber(s, n, known, "the passage gives "+n.Text+" for something else, and "+other.Text+" for this: say which is which")
		return
	}
	if !slices.ContainsFunc(same, func(f figure) bool { return !differsInPeriod(said, f) }) {
		c.reportNumber(s, n, known, "the passage counts "+n.Text+" by another unit than this sentence: use its unit")
	}
}

func (c *checker) collectLead(s *checkedSentence) []string {
	i := slices.IndexFunc(c.list, func(o checkedSentence) bool { return o.Para == s.Para && o.Text == s.Text })
	goes := slices.ContainsFunc(prose.Words(s.said), func(w string) bool {
		return slices.Contains([]string{"it", "its", "they", "their", "he", "she", "this", "these", "that", "which", "who", "both"}, w)
	})
	if i < 1 || !goes && len(c.listKnownNames(s.said)) > 0 {
		return nil
	}
	return listLabels(c.list[i-1].said)
}

func differsInPeriod(said, there figure) bool {
	if len(there.periods) == 0 {
		return false
	}
	if len(said.periods) == 0 {
		return said.per && !there.per
	}
	return !slices.ContainsFunc(said.periods, func(p string) bool { return slices.Contains(there.periods, p) })
}

// findSwapped returns the figure that a statement's words belong to, when in each
// place where its own number stands the words are another's: a name ties the two,
// or else half of the statement's words. A
// statement that gives both numbers must have them the wrong way round.
// Numbers without a unit are left alone, since too much is counted in one text.
func (c *checker) findSwapped(s *checkedSentence, said figure, same, others []figure) (by figure) {
	if said.Unit == "" || said.Unit == "date" || said.Unit == "time" {
		return by
	}
	for _, m := range same {
		i := slices.IndexFunc(others, func(r figure) bool {
			own, foreign := removeWords(m.labels, r.labels), removeWords(r.labels, m.labels)
			if len(keepShared(said.labels, own)) > 0 || len(keepShared(said.context, own)) > 0 {
				return false
			}
			hits := keepShared(said.labels, foreign)
			name := slices.ContainsFunc(hits, func(w string) bool { return c.capital[w] && !c.isAboutName(m, r, w) })
			const most = 0.5
			half := float64(len(keepShared(said.labels, r.labels))) >= most*float64(len(said.labels))
			return len(hits) > 0 && (name && givesBoth(s, r, own, nil) || half && givesBoth(s, r, own, hits))
		})
		if i < 0 {
			return figure{}
		}
		by = others[i]
	}
	return by
}

// The whole document counts: a paper about one thing does not name it beside each of its figures.
func (c *checker) isAboutName(m, other figure, name string) bool {
	if c.pack[m.passage].Document == c.pack[other.passage].Document {
		return false
	}
	return slices.ContainsFunc(c.listSameDocuments([]string{m.passage}), func(id string) bool { return strings.Contains(c.pack[id].folded, " "+name) })
}

// givesBoth reports whether a sentence gives another figure too with the words that
// are the first one's own, or without those of it that the first one has taken.
// Where a name ties the two, and nothing is taken, it may also leave the other
// figure out.
func givesBoth(s *checkedSentence, other figure, own, taken []string) bool {
	for _, f := range s.listFigures() {
		bare := other.Number
		bare.Unit, bare.Cell = "", true
		if f.Matches(other.Number) || f.Unit == "" && f.Matches(bare) {
			return len(keepShared(f.labels, own)) > 0 || len(f.labels) > 0 && len(taken) > 0 && len(keepShared(f.labels, taken)) == 0
		}
	}
	return len(taken) == 0
}

func removeWords(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(a), func(w string) bool { return slices.Contains(b, w) })
}

func keepShared(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(a), func(w string) bool { return !slices.Contains(b, w) })
}

func (s *checkedSentence) listFigures() []figure { return parseFigures(s.prose, "") }

func (c *checker) collectFigures(known []string) []figure {
	var out []figure
	documents := c.collectDocuments(known)
	for _, id := range c.ids {
		if p := c.pack[id]; documents[p.Document] {
			for _, f := range p.figures {
				f.passage = id
				out = append(out, f)
			}
		}
	}
	return out
}
