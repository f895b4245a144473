package check

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/quote"
	"github.com/frasier-cos/frasier/internal/work"
)

// checker is one audit under way. What it needs of a text more than once is
// prepared once.
type checker struct {
	Subject
	ids     []string // of the pack, in order
	pack    map[string]*source
	around  []quote.Number  // of the task and what came before
	folded  string          // the task and what came before, as words between spaces
	words   map[string]bool // of the same
	spread  map[string]int  // in how many passages a word stands
	list    []checkedSentence
	targets []claimTarget // the same, as evidence lines name them: made when first asked for
	// What the whole draft computes and sets, wherever it stands, so that a
	// result may stand before its arithmetic.
	results []equation
	chosen  []quote.Number
	free    []quote.Number // of them, those in sentences that cite nothing
	cited   []quote.Number // that some sentence gives with a passage that holds them
	unshown unshownFigures
	risky   []riskyStatement
	// The percentages of the draft as shares, and its amounts with cents: gathered when first asked for.
	percentages []float64
	amounts     []quote.Number
	days        map[string][]int // of the passages, by their ids
	quotedFor   map[int][]string // what the author quotes for each sentence of the list, likewise
	// sets says that the task asks its author for numbers of his own, copy that
	// the draft is a piece for readers outside, which cites nothing.
	sets, copy bool
	// english says that capital letters mark names in this draft.
	english bool
	capital map[string]bool // words that the passages write with a capital within sentences, in lower case
	audit   Audit
}

// source is a passage prepared for the checks.
type source struct {
	work.Passage
	index   *quote.Index
	numbers []quote.Number
	folded  string         // words between spaces, the title's too
	words   map[string]int // content words and how often
	pieces  []textSpan
	units   []passageUnit
	figures []figure
	printed []quote.Number // the numbers of its text as they stand there
	parts   []passagePart  // its sentences and lines, when first asked for
	// sentences are the passage's, each with the names of the one before it
	// when it goes on about them.
	sentences []sourceSentence
}

type sourceSentence struct {
	labels, names []string
}

type textSpan struct {
	start, end int
	words      []string
}

// checkedSentence is a sentence with what its evidence lines gave.
type checkedSentence struct {
	Sentence
	folded   string
	words    []string // content words
	quoted   map[string]bool
	invented []string // quotes of it that stand nowhere

	lead    string // the sentences before one that only ends what they say: of a quotation, or with its speaker
	prose   string // what numbers are looked for in, without declared arithmetic
	said    string // prose without what holds no numbers
	sums    []equation
	decides bool
	ownDay  bool // it names a day that its passages do not have
	wrong   bool // a figure of it is certainly wrong
	assumed []quote.Number
}

func newChecker(s Subject) *checker {
	c := &checker{Subject: s, pack: map[string]*source{}, words: map[string]bool{}, spread: map[string]int{}}
	for _, p := range s.Evidence.Passages {
		if c.pack[p.ID] == nil {
			c.ids = append(c.ids, p.ID)
		}
		c.pack[p.ID] = newSource(p)
		for w := range c.pack[p.ID].words {
			c.spread[w]++
		}
	}
	c.around = dropEqualNumbers(append(parseSpelled(s.Context), quote.Numbers(s.Context)...))
	words := prose.Words(s.Context)
	c.folded = " " + strings.Join(words, " ") + " "
	for _, w := range words {
		c.words[w] = true
	}
	c.english = English(s.Draft.Text)
	c.capital = findCapitals(s.Evidence.Passages)
	c.sets = asksForNumbers(s.Step)
	c.copy = (s.Step.Kind == org.KindWriting || s.Step.Kind == org.KindCreative) && len(s.Draft.Markers) == 0
	for _, n := range Sentences(s.Draft.Text) {
		c.list = append(c.list, c.prepareSentence(n))
	}
	c.computeTables()
	linkLeads(c.list)
	return c
}

// What a sentence computes and sets is kept for all others.
func (c *checker) prepareSentence(n Sentence) checkedSentence {
	s := checkedSentence{Sentence: n, folded: prose.Fold(Plain(n.Text)), quoted: map[string]bool{}}
	s.prose, s.sums = extractSums(n.checked)
	s.said = blankMarkers(s.prose)
	whole, _ := extractSums(n.Text)
	s.words = listContentWords(Plain(whole))
	s.assumed = listAssumed(s.said)
	own := Plain(removeQuoted(s.prose)) // what others say in it decides nothing
	s.decides = isDecision(n, own)
	c.results = append(c.results, s.sums...)
	if s.decides && len(n.Markers) == 0 || Proposal(own) || isOwnRow(n) {
		c.chosen = append(c.chosen, quote.Numbers(s.said)...)
		if len(n.Markers) == 0 {
			c.free = append(c.free, quote.Numbers(s.said)...)
		}
	}
	return s
}

func newSource(p work.Passage) *source {
	words := prose.Words(p.Text + " " + p.Title + " " + p.Site)
	s := &source{
		Passage: p, index: quote.NewIndex(p.Text), folded: " " + strings.Join(words, " ") + " ", words: make(map[string]int, len(words)),
	}
	for _, w := range words {
		s.words[w]++
	}
	if shorter := removeNicknames(p.Text); shorter != p.Text {
		s.folded += strings.Join(prose.Words(shorter), " ") + " "
	}
	s.printed = quote.Numbers(p.Text)
	s.numbers = append(s.numbers, quote.Readings(p.Text)...)
	s.numbers = append(s.numbers, quote.Readings(p.Title)...)
	s.numbers = append(s.numbers, quote.Numbers(p.Date)...)
	s.numbers = append(s.numbers, parseSpelled(p.Text)...)
	for _, n := range s.numbers {
		s.numbers = append(s.numbers, splitDate(n)...)
	}
	s.numbers = dropEqualNumbers(s.numbers)
	s.pieces = splitSentences(p.Text)
	s.units = splitUnits(p.Text)
	s.figures = listFigures(p.Text)
	s.sentences = splitSource(p.Text)
	return s
}

func splitSource(text string) []sourceSentence {
	var out []sourceSentence
	var before []string
	for line := range strings.Lines(text) {
		for _, sentence := range splitParagraph(strings.TrimSpace(line)) {
			s := sourceSentence{labels: listLabels(sentence), names: findNames(sentence)}
			if hasPronoun(sentence) {
				s.names = before
				s.labels = append(s.labels, listLabels(strings.Join(before, " "))...)
			}
			before = s.names
			out = append(out, s)
		}
	}
	return out
}

// findCapitals returns the words that passages write with a capital within their
// sentences, and never small.
func findCapitals(passages []work.Passage) map[string]bool {
	out, small := map[string]bool{}, map[string]bool{}
	for _, p := range passages {
		for line := range strings.Lines(p.Title + "\n" + p.Text) {
			for _, sentence := range splitParagraph(strings.TrimSpace(line)) {
				words := strings.FieldsFunc(sentence, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
				for i, w := range words {
					first, _ := utf8.DecodeRuneInString(w)
					low := makeSingular(strings.ToLower(w))
					switch {
					case unicode.IsLower(first):
						small[low] = true
					case unicode.IsUpper(first) && !prose.StopWord(low) && (i > 0 || len(words) > 1 && startsWithCapital(words[1])):
						out[low] = true
					}
				}
			}
		}
	}
	for w := range small {
		delete(out, w)
	}
	return out
}

func startsWithCapital(w string) bool {
	first, _ := utf8.DecodeRuneInString(w)
	return unicode.IsUpper(first)
}

// SharesName reports whether a name of one text stands in another.
func SharesName(text, other string) bool {
	in := " " + prose.Fold(other) + " "
	return slices.ContainsFunc(findProperNames(text), func(n properName) bool { return strings.Contains(in, " "+prose.Fold(n.text)+" ") })
}

// OtherLanguage reports whether of two texts one is English and the other is
// not. Short texts do not tell.
func OtherLanguage(a, b string) bool {
	const fewest = 8 // words
	return len(prose.Words(a)) >= fewest && len(prose.Words(b)) >= fewest && English(a) != English(b)
}

// English guesses from its small words whether a text is English.
func English(text string) bool {
	const fewest = 0.12
	words := prose.Words(text)
	n := 0
	for _, w := range words {
		if prose.StopWord(w) {
			n++
		}
	}
	return computeShare(n, len(words)) >= fewest
}

func dropEqualNumbers(in []quote.Number) []quote.Number {
	seen := make(map[quote.Number]bool, len(in))
	return slices.DeleteFunc(in, func(n quote.Number) bool {
		n.Text, n.Start, n.End = "", 0, 0
		twice := seen[n]
		seen[n] = true
		return twice
	})
}

func listContentWords(text string) []string {
	return slices.DeleteFunc(prose.Words(text), prose.StopWord)
}

func (c *checker) filterKnown(markers []string) []string {
	return slices.DeleteFunc(removeDuplicates(markers), func(id string) bool { return c.pack[id] == nil })
}

func (c *checker) findPassages(ids []string) []*source {
	var out []*source
	for _, id := range ids {
		out = append(out, c.pack[id])
	}
	return out
}

func (c *checker) collectDocuments(ids []string) map[org.DocumentID]bool {
	out := map[org.DocumentID]bool{}
	for _, id := range ids {
		out[c.pack[id].Document] = true
	}
	return out
}

func (c *checker) showNearest(ids []string, sentence string) string {
	if len(ids) == 0 {
		return ""
	}
	p := c.pack[ids[0]]
	start, end := p.findNearest(listContentWords(StripMarkers(sentence)))
	return "<" + p.ID + "> " + p.Text[start:end]
}

// Rare words count more.
func (c *checker) computeSupport(words []string, id string) float64 {
	p := c.pack[id]
	total, hit := 0.0, 0.0
	for _, w := range words {
		weight := math.Log(1 + float64(1+len(c.pack))/float64(1+c.spread[w]))
		total += weight
		if p.words[w] > 0 {
			hit += weight
		}
	}
	if total == 0 {
		return 1
	}
	return hit / total
}

// The whole passage is returned when no sentence shares a word.
func (s *source) findNearest(words []string) (start, end int) {
	best, start, end := 0.0, 0, len(s.Text)
	for _, p := range s.pieces {
		both := 0
		for _, w := range words {
			if slices.Contains(p.words, w) {
				both++
			}
		}
		if o := float64(both) / float64(len(words)+len(p.words)-both+1); o > best {
			best, start, end = o, p.start, p.end
		}
	}
	return start, end
}

// Spans shorter than a quote may be are left out.
func splitSentences(text string) []textSpan {
	const shortest = 15
	var out []textSpan
	start := 0
	take := func(end int) {
		piece := strings.TrimSpace(text[start:end])
		if len(piece) >= shortest {
			from := start + strings.Index(text[start:end], piece)
			out = append(out, textSpan{from, from + len(piece), listContentWords(piece)})
		}
		start = end
	}
	for i, c := range text {
		switch {
		case c == '\n':
			take(i)
		case strings.ContainsRune("。！？", c):
			take(i + len(string(c)))
		case (c == '.' || c == '!' || c == '?') && i+1 < len(text) && text[i+1] == ' ' && !isAbbreviation(text[start:i], text[i+2:]):
			take(i + 1)
		}
	}
	take(len(text))
	return out
}

func hasNumber(s string) bool {
	return strings.ContainsFunc(s, unicode.IsDigit) && len(quote.Numbers(s)) > 0
}

func isSpaceless(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai)
}
