package check

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/quote"
)

// sharedFacts holds what a statement and the words quoted for it have in common in whatever
// language: figures, days and names.
type sharedFacts struct {
	numbers []quote.Number
	small   []quote.Number // "five" stands in too many places to tell one from another
	days    []int
	names   []string // folded
}

func findFacts(text string) sharedFacts {
	f := sharedFacts{days: findDays(text)}
	for _, n := range quote.Numbers(blankDays(blankMarkers(text))) {
		if n.Cell = true; isBareSmall(n) {
			f.small = append(f.small, n)
			continue
		}
		f.numbers = append(f.numbers, n)
	}
	for _, n := range parseSpelled(text) {
		if n.Unit == "" && n.Value > 1 { // "ten working days" are "10 dias úteis"
			n.Cell = true
			f.small = append(f.small, n)
		}
	}
	for _, n := range findCapitalRuns(Plain(text)) {
		words := strings.Fields(prose.Fold(n.text))
		if n.first && len(words) < 2 {
			continue // only the sentence may have made it capital
		}
		if isOpener(words[0]) && len(words) > 1 {
			words = words[1:]
		}
		f.names = append(f.names, strings.Join(words, " "))
	}
	return f
}

func (f sharedFacts) filterStanding(text string) sharedFacts {
	there, days, folded := quote.Numbers(text), findDays(text), " "+prose.Fold(text)+" "
	for i := range there {
		there[i].Cell = true // which of two texts names the unit does not matter
		there = append(there, there[i].Parts()...)
	}
	stands := func(n quote.Number) bool { return isAmong(n, there) }
	return sharedFacts{
		numbers: filterList(f.numbers, stands), small: filterList(f.small, stands),
		days:  filterList(f.days, func(d int) bool { return slices.Contains(days, d) }),
		names: filterList(f.names, func(n string) bool { return strings.Contains(folded, " "+n+" ") }),
	}
}

func filterList[T any](list []T, is func(T) bool) []T {
	return slices.DeleteFunc(slices.Clone(list), func(x T) bool { return !is(x) })
}

func (f sharedFacts) countStrong() int { return len(f.numbers) + len(f.days) + len(f.names) }

func (f sharedFacts) computeWeight() int {
	const more = 2
	return more*f.countStrong() + len(f.small)
}

// SharedFacts weighs the figures, days and names that a statement shares with a quotation in
// whatever language.
func SharedFacts(said, quoted string) int {
	return findFacts(said).filterStanding(quoted).computeWeight()
}

// claimTarget is a sentence as evidence lines name it.
type claimTarget struct {
	Sentence
	begins []string // folded: all of it, without the number of its item, and for a row its cells
}

func makeTarget(s Sentence) claimTarget {
	plain := Plain(s.Text)
	t := claimTarget{Sentence: s, begins: []string{prose.Fold(plain)}}
	if n := skipNumbering(plain); n > 0 {
		t.begins = append(t.begins, prose.Fold(Plain(plain[n:])))
	}
	if s.Row {
		for cell := range strings.SplitSeq(s.Text, "|") {
			t.begins = append(t.begins, prose.Fold(StripMarkers(cell)))
		}
	}
	return t
}

func makeTargets(list []Sentence) []claimTarget {
	out := make([]claimTarget, len(list))
	for i, s := range list {
		out[i] = makeTarget(s)
	}
	return out
}

func (t claimTarget) beginsWith(claim string) bool {
	return claim != "" && slices.ContainsFunc(t.begins, func(b string) bool { return strings.HasPrefix(b, claim) })
}

func (t claimTarget) citesPassage(line ClaimLine) bool {
	return slices.ContainsFunc(line.Passages, func(id string) bool { return slices.Contains(t.Markers, id) })
}

// Of the sentences that begin with the line's words the one that cites its passage wins; if none
// begins so, the one that cites it and has most facts of its quote. -1 is none.
func findSentence(list []claimTarget, line ClaimLine) int {
	claim := prose.Fold(StripMarkers(line.Claim))
	if claim == "" {
		return -1
	}
	first := -1
	for i, t := range list {
		if !t.beginsWith(claim) {
			continue
		}
		if t.citesPassage(line) {
			return i
		}
		if first < 0 {
			first = i
		}
	}
	if first >= 0 {
		return first
	}
	best, most := -1, 0.0
	for i, t := range list {
		if !t.citesPassage(line) {
			continue
		}
		shared := findFacts(t.Text).filterStanding(line.Quote)
		if score := float64(shared.computeWeight()) + prose.Overlap(line.Claim, t.Text); shared.countStrong() > 0 && score > most {
			best, most = i, score
		}
	}
	return best
}

// After a revision the same statement still cites the line's passage and has all facts of the old
// one that stand in the quote, or, where none do, most of its words. -1 is none.
func findReworded(after []claimTarget, old Sentence, line ClaimLine) int {
	const most = 0.5
	proved := findFacts(old.Text).filterStanding(line.Quote)
	best, score := -1, 0.0
	for i, t := range after {
		if !t.citesPassage(line) {
			continue
		}
		alike := prose.Overlap(StripMarkers(old.Text), StripMarkers(t.Text))
		if proved.countStrong() == 0 && alike < most {
			continue
		}
		if kept := proved.filterStanding(t.Text); kept.countStrong() < proved.countStrong() {
			continue
		}
		if best < 0 || alike > score {
			best, score = i, alike
		}
	}
	return best
}

// It takes so many words that no sentence before it begins with them.
func (c ClaimLine) renameClaim(list []claimTarget, at int) ClaimLine {
	const fewest = 6 // words
	text := Plain(list[at].Text)
	text = Plain(text[skipNumbering(text):])
	if list[at].Row {
		text, _, _ = strings.Cut(text, "|")
		text = strings.TrimSpace(text)
	}
	words := strings.Fields(text)
	for n := min(fewest, len(words)); n <= len(words); n++ {
		c.Claim = strings.Join(words[:n], " ")
		if findSentence(list, c) == at {
			break
		}
	}
	return c
}

// String writes the line as an author does.
func (c ClaimLine) String() string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(c); err != nil {
		return "" // strings are always JSON
	}
	return strings.TrimSpace(b.String())
}

// Proof is an author's answer to a finding about a sentence: words of a passage that it cites.
type Proof struct{ Sentence, Passage, Quote string }

// What the author quoted as proof is recorded as the source.
func (c *checker) hasProof(s *checkedSentence, about string) bool {
	return c.findProof(s, func(p Proof) bool { return Holds(p.Quote, about) })
}

// The proof must be of this sentence, in these or in other words.
func (c *checker) hasProofFor(s *checkedSentence, about string) bool {
	const same = 0.4
	return c.findProof(s, func(p Proof) bool {
		return Holds(p.Quote, about) && prose.Overlap(StripMarkers(p.Sentence), StripMarkers(s.Text)) >= same
	})
}

func (c *checker) findProof(s *checkedSentence, is func(Proof) bool) bool {
	i := slices.IndexFunc(c.Proved, func(p Proof) bool { return slices.Contains(s.Markers, p.Passage) && c.pack[p.Passage] != nil && is(p) })
	if i < 0 {
		return false
	}
	p := c.pack[c.Proved[i].Passage]
	if spans, found := p.index.Find(c.Proved[i].Quote); found && !s.quoted[p.ID] {
		s.quoted[p.ID] = true
		start, end := p.widenSpan(spans[0].Start, spans[len(spans)-1].End)
		c.audit.Citations = append(c.audit.Citations, makeCitation(Plain(s.Text), p.Passage, start, end))
	}
	return true
}

// Holds reports whether a text holds a number, however it writes it and whether or not one of the two names a
// currency, or a name.
func Holds(text, about string) bool {
	numbers := quote.Numbers(about)
	if len(numbers) == 0 {
		return strings.Contains(" "+prose.Fold(text)+" ", " "+prose.Fold(about)+" ")
	}
	there := quote.Readings(text)
	return !slices.ContainsFunc(numbers, func(n quote.Number) bool {
		n.Cell = utf8.RuneCountInString(strings.TrimSpace(n.Text)) > 1 // one digit alone is too little
		return !quote.AmongNumbers(n, there)
	})
}
