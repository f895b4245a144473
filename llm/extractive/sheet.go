package extractive

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/roadmap"
	"github.com/frasier-cos/frasier/internal/work"
)

// Bounds of a sheet: what is read in three minutes, and no source in whole.
const (
	sentencesPerQuestion = 5
	sentencesPerSource   = 3 // under one question
	wordsPerSource       = 60
	wordsOfQuotes        = 420 // shared by the questions
	wordsInAll           = 900 // without the evidence block
	conflictsAtMost      = 5
	missingAtMost        = 10
)

type part struct {
	question work.SubQuestion
	quotes   []rankedSentence
	again    []string         // markers of fitting sentences quoted above
	rest     []rankedSentence // what fits too and is not quoted, for the figures
}

func writeSheet(s org.Step, inq *work.Inquiry, e *work.Evidence) string {
	if e == nil {
		e = &work.Evidence{Unsought: true}
	}
	questions := listQuestions(s, inq, e)
	parts := chooseSentences(s, questions, e.Passages)
	p := page{step: s, evidence: e, parts: parts, conflicts: findConflicts(figuresIn(parts), e.Conflicts), shown: missingAtMost}
	for len(strings.Fields(p.renderBody())) > wordsInAll && p.shrink() {
	}
	return p.renderBody() + p.renderBlock()
}

func listQuestions(s org.Step, inq *work.Inquiry, e *work.Evidence) []work.SubQuestion {
	switch {
	case len(e.Inquiry.Questions) > 0:
		return e.Inquiry.Questions
	case inq != nil && len(inq.Questions) > 0:
		return inq.Questions
	}
	return []work.SubQuestion{{ID: "q1", Text: s.Title}}
}

// A sentence stands once.
func chooseSentences(s org.Step, questions []work.SubQuestion, passages []work.Passage) []part {
	split := compilePatterns()
	var all []sentence
	seen := map[string]bool{}
	for _, p := range slices.SortedFunc(slices.Values(passages), func(a, b work.Passage) int {
		return cmp.Or(cmp.Compare(a.Source, b.Source), cmp.Compare(a.Start, b.Start), cmp.Compare(a.ID, b.ID))
	}) {
		for _, x := range split.splitSentences(p) {
			if k := prose.Fold(x.text); !seen[k] {
				seen[k] = true
				all = append(all, x)
			}
		}
	}
	quoted := map[string]bool{}
	var out []part
	for _, q := range questions {
		numbers := q.Need == "number"
		list := rankSentences(filterByTopic(filterByQuestion(all, q.ID), q.Text), q.Text, s.Title, numbers)
		out = append(out, pickBest(q, list, quoted, wordsOfQuotes/len(questions)))
	}
	return out
}

// Passages that were chosen for no question count too: what earlier steps cited.
func filterByQuestion(all []sentence, question string) []sentence {
	var out, others []sentence
	for _, s := range all {
		switch {
		case slices.Contains(s.passage.For, question):
			out = append(out, s)
		case len(s.passage.For) == 0:
			others = append(others, s)
		}
	}
	if len(out) == 0 {
		return others
	}
	return out
}

// A passage is quoted for a question when it and its page's title hold more than
// half of the question's words; of a long question, which repeats its step and
// its criterion, less will do. Whoever asks for a licence to fish krakens is not
// answered by what a licence for a cafe costs. The word that only says what to
// do ("compare", "find") is none of them: sources do not repeat it.
const (
	akinShare  = 0.5
	shortWords = 3 // of which half is enough
	longWords  = 6
	longShare  = 0.3
)

// Passages that have too little to do with the question are left out.
func filterByTopic(list []sentence, question string) []sentence {
	want := countTerms(stemWords(stripOrderVerb(question)))
	share := akinShare
	if len(want) > longWords {
		share = longShare
	}
	known := map[string]bool{}
	return slices.DeleteFunc(list, func(s sentence) bool {
		near, seen := known[s.passage.ID]
		if !seen {
			have, hit := countTerms(stemWords(s.passage.Title+"\n"+s.passage.Text)), 0
			for w := range want {
				if have[w] > 0 {
					hit++
				}
			}
			near = float64(hit) > share*float64(len(want)) || len(want) <= shortWords && 2*hit >= len(want)
			known[s.passage.ID] = near
		}
		return !near
	})
}

// "Price of oats" begins with a noun.
func stripOrderVerb(question string) string {
	first, rest, more := strings.Cut(strings.TrimSpace(question), " ")
	if more && roadmap.Imperative(strings.ToLower(first)) && !strings.HasPrefix(rest, "of ") {
		return rest
	}
	return question
}

// The first sentence is taken even when it alone is longer than the question's share. A question
// whose answer was quoted for another one gets its best sentence again: a mark alone says nothing.
func pickBest(q work.SubQuestion, list []rankedSentence, quoted map[string]bool, words int) part {
	p := part{question: q}
	var known []rankedSentence // the sentences of p.again
	used := 0
	count, length := map[int]int{}, map[int]int{}
	for _, r := range list {
		source := r.passage.Source
		full := len(p.quotes) == sentencesPerQuestion || len(p.quotes) > 0 && used+r.words > words
		if full || count[source] == sentencesPerSource || length[source]+r.words > wordsPerSource || isRepeat(p.quotes, r) {
			p.rest = append(p.rest, r)
			continue
		}
		if quoted[r.text] {
			if len(p.again) < sentencesPerSource && !slices.Contains(p.again, r.passage.ID) {
				p.again, known = append(p.again, r.passage.ID), append(known, r)
			}
			continue
		}
		quoted[r.text] = true
		p.quotes = append(p.quotes, r)
		count[source]++
		length[source] += r.words
		used += r.words
	}
	if len(p.quotes) == 0 && len(known) > 0 {
		p.quotes, p.again = known[:1], p.again[1:]
	}
	return p
}

// A sentence with other figures repeats nothing.
func isRepeat(have []rankedSentence, r rankedSentence) bool {
	return slices.ContainsFunc(have, func(h rankedSentence) bool {
		return prose.Overlap(h.text, r.text) >= 0.8 && slices.Equal(listNumberWords(h.text), listNumberWords(r.text))
	})
}

func listNumberWords(text string) []string {
	return slices.DeleteFunc(prose.Words(text), func(w string) bool { return !strings.ContainsAny(w, "0123456789") })
}

type page struct {
	step      org.Step
	evidence  *work.Evidence
	parts     []part
	conflicts []conflict
	bare      bool // without the acceptance criteria
	shown     int  // rows of what was not found
}

// The criteria go first, then quotes from the end, one question after the other, then rows of what
// was not found; how many are left out is said. It returns false when nothing can go.
func (p *page) shrink() bool {
	if !p.bare {
		p.bare = true
		return true
	}
	longest := -1
	for i := range p.parts {
		if n := len(p.parts[i].quotes); n > 1 && (longest < 0 || n >= len(p.parts[longest].quotes)) {
			longest = i
		}
	}
	if longest < 0 {
		p.shown--
		return p.shown > 0
	}
	q := &p.parts[longest]
	q.quotes = q.quotes[:len(q.quotes)-1]
	return true
}

func (p *page) renderBody() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s %s\n\n%s\n", Label, flattenText(p.step.Title, 30), FirstLine)
	for _, x := range p.parts {
		if x.isEmpty() {
			continue
		}
		fmt.Fprintf(&b, "\n## %s\n\n", capitalizeHeadline(flattenText(x.question.Text, 25)))
		for _, q := range x.quotes {
			fmt.Fprintf(&b, "- \"%s\" [%s]\n", formatQuote(q.text), q.passage.ID)
		}
		if len(x.again) > 0 {
			fmt.Fprintf(&b, "- Quoted above: [%s]\n", strings.Join(x.again, "]["))
		}
	}
	if len(p.conflicts) > 0 {
		b.WriteString("\n## The sources disagree\n\n")
		for _, c := range p.conflicts[:min(len(p.conflicts), conflictsAtMost)] {
			fmt.Fprintf(&b, "- %s\n", flattenText(c.text, 40))
		}
	}
	p.printLacking(&b)
	p.printModelPart(&b)
	p.printSources(&b)
	return b.String()
}

// People read the cells of a row side by side without their bars. What is compared with the source
// keeps them.
func formatQuote(text string) string {
	if !strings.Contains(text, "|") {
		return text
	}
	var cells []string
	for c := range strings.SplitSeq(text, "|") {
		if c = strings.TrimSpace(c); c != "" {
			cells = append(cells, c)
		}
	}
	return strings.Join(cells, " · ")
}

// The criteria stand here: nothing judged them.
func (p *page) printModelPart(b *strings.Builder) {
	b.WriteString("\n## What a model would add\n\n")
	switch p.step.Kind {
	case "", org.KindResearch, org.KindSimple:
		b.WriteString("- An answer in its own words, with the sources compared.\n")
	case org.KindAnalysis:
		b.WriteString("- The analysis itself: the figures compared, and what follows from them.\n")
	case org.KindStrategy, org.KindWriting, org.KindEngineering, org.KindCreative, org.KindAssembly:
		fmt.Fprintf(b, "- The work itself (%s): so far there are only quotes for it.\n", p.step.Kind)
	}
	if len(p.step.Acceptance) == 0 || p.bare {
		return
	}
	texts := make([]string, 0, len(p.step.Acceptance))
	for _, a := range p.step.Acceptance {
		texts = append(texts, strings.TrimRight(flattenText(a.Text, 20), "."))
	}
	fmt.Fprintf(b, "- A check, not done here, against: %s.\n", strings.Join(texts, "; "))
}

func (p *page) printSources(b *strings.Builder) {
	b.WriteString("\n## Sources\n\n")
	cited := p.listCited()
	if len(cited) == 0 {
		b.WriteString("None.\n")
	} else {
		b.WriteString("| Source | Title | Address | Date |\n|---|---|---|---|\n")
	}
	for _, s := range cited {
		fmt.Fprintf(b, "| S%d | %s | %s | %s |\n", s.Source, formatCell(s.Title, 12), formatCell(s.URL, 3), formatCell(cmp.Or(s.Date, "-"), 4))
	}
}

func (p *page) describeSearch() string {
	switch n := p.evidence.Sources; {
	case p.evidence.Unsought && len(p.evidence.Passages) == 0:
		return "nothing was searched for it"
	case n == 1:
		return "searched in 1 source"
	case n == 0 && len(p.evidence.Passages) == 0:
		return "no readable source"
	case n == 0:
		return "searched in the sources below"
	default:
		return fmt.Sprintf("searched in %d sources", n)
	}
}

func (p *page) listCited() []work.Passage {
	bySource := map[int]work.Passage{}
	add := func(x work.Passage) {
		if _, have := bySource[x.Source]; !have {
			bySource[x.Source] = x
		}
	}
	for _, x := range p.parts {
		for _, q := range x.quotes {
			add(q.passage)
		}
	}
	for _, c := range p.conflicts[:min(len(p.conflicts), conflictsAtMost)] {
		for _, x := range c.passages {
			add(x)
		}
	}
	var out []work.Passage
	for _, x := range bySource {
		out = append(out, x)
	}
	slices.SortFunc(out, func(a, b work.Passage) int { return cmp.Compare(a.Source, b.Source) })
	return out
}

// The machine-readable trailer has one line for each quoted sentence.
func (p *page) renderBlock() string {
	var b strings.Builder
	for _, x := range p.parts {
		for _, q := range x.quotes {
			words := strings.Fields(formatQuote(q.text))
			raw, err := json.Marshal(struct {
				C string   `json:"c"`
				P []string `json:"p"`
				Q string   `json:"q"`
			}{strings.Join(words[:min(8, len(words))], " "), []string{q.passage.ID}, q.text})
			if err != nil {
				continue // a struct of strings always has a JSON form
			}
			b.Write(raw)
			b.WriteByte('\n')
		}
	}
	if b.Len() == 0 {
		return ""
	}
	return "\n```evidence\n" + b.String() + "```\n"
}

// It keeps n words.
func flattenText(text string, n int) string {
	w := strings.Fields(text)
	if len(w) > n {
		return strings.Join(w[:n], " ") + " ..."
	}
	return strings.Join(w, " ")
}

// A first word that is written in a way of its own, such as a name or an address, stays.
func capitalizeHeadline(text string) string {
	word, _, _ := strings.Cut(text, " ")
	odd := func(r rune) bool { return !unicode.IsLower(r) && r != '-' && r != '\'' && r != ',' && r != ':' }
	r, n := utf8.DecodeRuneInString(text)
	if !unicode.IsLower(r) || strings.ContainsFunc(word, odd) {
		return text
	}
	return string(unicode.ToUpper(r)) + text[n:]
}

// The text does not end a table's cell.
func formatCell(text string, n int) string { return strings.ReplaceAll(flattenText(text, n), "|", "/") }
