package llmtest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/llm/prompt"
)

const (
	factsPerDraft = 18
	nothingFound  = "Not established: the sources at hand say nothing about it."
)

// synthesize writes a document from the passages of the prompt: sentences of
// the sources, each with its marker, under one heading for each acceptance
// item, and an evidence block. Without passages it says so, or works from the
// task and the results before where the task is done without a search.
func (s sheet) synthesize() string {
	var b strings.Builder
	facts := s.facts(factsPerDraft)
	switch {
	case len(facts) > 0:
		b.WriteString(cite(facts[0]) + "\n\n")
	case s.unsought():
		return s.freely()
	default:
		b.WriteString(nothingFound + "\n\n")
	}
	s.sections(&b, facts)
	s.wanted(&b, facts)
	s.nextStep(&b)
	s.notEstablished(&b, facts)
	b.WriteString(evidence(facts))
	return b.String()
}

// unsought reports whether the contract says that the task needs no search.
func (s sheet) unsought() bool {
	return contract[prompt.SynthesizeContract](s.brief).Unsought // a section's has the same field
}

// freely writes from the task and the results of the steps before.
func (s sheet) freely() string {
	var b strings.Builder
	opening := firstSentence(s.goal)
	if opening == "" {
		opening = s.title
	}
	b.WriteString("This is the piece itself: " + strings.TrimRight(opening, ".") + ".\n\n")
	var told []fact
	for _, r := range s.results {
		for i, t := range statements(bare(r.text)) {
			if i < 4 {
				told = append(told, fact{host: r.label, text: t})
			}
		}
	}
	heads := s.heads()
	for i, h := range heads {
		fmt.Fprintf(&b, "## %s\n\n", heading(h))
		n := 0
		for j := i; j < len(told); j += len(heads) {
			b.WriteString(told[j].text + " ")
			n++
		}
		if n == 0 {
			b.WriteString("It is settled as the task says, for the reason that the task gives, and it holds as long as the task does.")
		}
		b.WriteString("\n\n")
	}
	s.wanted(&b, told)
	s.nextStep(&b)
	return b.String()
}

var citation = regexp.MustCompile(` ?\[S[0-9]+:p[0-9]+(?:[,;] *S[0-9]+:p[0-9]+)*\]`)

// bare drops the markers of citations.
func bare(text string) string {
	return citation.ReplaceAllString(text, "")
}

// cite writes a statement with its marker before the full stop.
func cite(f fact) string {
	if f.passage == "" {
		return f.text
	}
	stop := "."
	text := f.text
	if last := text[len(text)-1]; strings.IndexByte(".!", last) >= 0 {
		text, stop = text[:len(text)-1], string(last)
	}
	return text + " [" + f.passage + "]" + stop
}

var sectionsAsked = regexp.MustCompile(`(?i)^(?:the )?sections?:? ([A-Z].*,.*)$`)

// heads are the headings of the sections that the task asks for.
func (s sheet) heads() []string {
	var heads []string
	for _, a := range s.acceptance {
		if m := sectionsAsked.FindStringSubmatch(a.text); m != nil {
			heads = append(heads, splitNonEmpty(strings.ReplaceAll(m[1], " and ", ", "), ",")...)
			continue
		}
		heads = append(heads, a.text)
	}
	if len(heads) == 0 {
		heads = texts(s.questions)
	}
	if len(heads) == 0 {
		heads = []string{"Findings"}
	}
	want := s.missed("sections")
	for _, a := range s.acceptance {
		if anyOf(a.text, "sections", "section", "headings", "parts") {
			want = max(want, firstNumber(a.text))
		}
	}
	for i := len(heads); i < min(want, 60); i++ {
		heads = append(heads, fmt.Sprintf("Further findings, part %d", i))
	}
	return heads
}

// What was wrong with the drafts before.
func (s sheet) complaints() string {
	var all []string
	for _, d := range contract[prompt.ReviseContract](s.brief).Defects {
		all = append(all, d.Problem, d.Instruction)
	}
	for _, r := range s.task.Rejections {
		all = append(all, r.Feedback...)
	}
	return strings.Join(all, "\n")
}

// missed reads from defects and feedback how many there should have been:
// "2 of 5 entries".
func (s sheet) missed(what string) int {
	n := 0
	for _, m := range regexp.MustCompile(`[0-9]+ of ([0-9]+) `+what).FindAllStringSubmatch(s.complaints(), -1) {
		n = max(n, firstNumber(m[1]))
	}
	return n
}

// sections writes one section for each heading: each fact goes where it
// shares most words, and to the emptiest section where it shares none.
func (s sheet) sections(b *strings.Builder, facts []fact) {
	heads := s.heads()
	rest := facts
	if len(rest) > 0 {
		rest = rest[1:]
	}
	dealt := make([][]fact, len(heads))
	for _, f := range rest {
		best := 0
		for i, h := range heads {
			near, most := prose.Overlap(h, f.text), prose.Overlap(heads[best], f.text)
			if near > most || near == most && len(dealt[i]) < len(dealt[best]) {
				best = i
			}
		}
		dealt[best] = append(dealt[best], f)
	}
	for i, h := range heads {
		fmt.Fprintf(b, "## %s\n\n", heading(h))
		switch {
		case len(dealt[i]) > 0:
			for _, f := range dealt[i] {
				b.WriteString(cite(f) + " ")
			}
			b.WriteString("\n\n")
		case len(facts) > 0:
			b.WriteString(cite(facts[i%len(facts)]) + "\n\n")
		default:
			b.WriteString(nothingFound + "\n\n")
		}
	}
}

// heading makes a heading of an acceptance line.
func heading(text string) string {
	h := []rune(strings.TrimRight(short(text, 70), ".:;"))
	if len(h) > 0 {
		h[0] = unicode.ToUpper(h[0])
	}
	return string(h)
}

var quotedWords = regexp.MustCompile(`["“]([^"“”]{2,60})["”]`)

// wanted adds what acceptance asks for by form: a table, a list, quoted words.
func (s sheet) wanted(b *strings.Builder, facts []fact) {
	table, count, words := strings.Contains(s.complaints(), "no table"), s.missed("entries"), []string{}
	for _, a := range append(s.acceptance, line{text: s.goal}) {
		table = table || anyOf(a.text, "table", "comparison", "compare")
		if a.id != "" && anyOf(a.text, "at least", "list", "items", "bullets", "count") && !anyOf(a.text, "sources", "sections") {
			count = max(count, firstNumber(a.text))
		}
		for _, m := range quotedWords.FindAllStringSubmatch(a.text, -1) {
			words = append(words, m[1])
		}
	}
	if table {
		b.WriteString("## Overview\n\n| Finding | Source |\n|---|---|\n")
		for _, f := range facts[:min(len(facts), 6)] {
			fmt.Fprintf(b, "| %s | %s |\n", cite(f), f.host)
		}
		if len(facts) == 0 {
			b.WriteString("| " + nothingFound + " | none |\n")
		}
		b.WriteString("\n")
	}
	if anyOf(s.goal, "chart") || slices.ContainsFunc(s.acceptance, func(a line) bool { return anyOf(a.text, "chart") }) {
		compared(b, facts)
	}
	if count > 0 {
		b.WriteString("## List\n\n")
		for i := range min(count, 60) {
			if len(facts) == 0 {
				b.WriteString("- " + nothingFound + "\n")
				continue
			}
			fmt.Fprintf(b, "- %s\n", cite(facts[i%len(facts)]))
		}
		b.WriteString("\n")
	}
	if len(words) > 0 {
		fmt.Fprintf(b, "## Terms\n\nThe terms of the task are these: %s.\n\n", strings.Join(words, ", "))
	}
}

var comparison = regexp.MustCompile(`^(.{3,38}?) (?:is|was|costs|cost) (\$?\d[\d.,]*\d(?: (?:euros|dollars|%))?)`)

// compared writes a table of the facts that give one thing one figure.
func compared(b *strings.Builder, facts []fact) {
	var rows []string
	for _, f := range facts {
		if m := comparison.FindStringSubmatch(f.text); m != nil {
			rows = append(rows, fmt.Sprintf("| %s | %s [%s] |\n", m[1], m[2], f.passage))
		}
	}
	if len(rows) > 0 {
		b.WriteString("## Figures\n\n| Item | Figure |\n|---|---|\n" + strings.Join(rows, "") + "\n")
	}
}

func (s sheet) nextStep(b *strings.Builder) {
	b.WriteString("## Next step\n\nThe founder decides first whether these findings are enough to go on; " +
		"the criterion is whether each item above has a source. After that the work goes on in the order of the headings, " +
		"because the later ones rest on the earlier ones. The limit of this reading is that it holds only as long as its sources do.\n\n")
}

// notEstablished names the gaps; without gaps the heading is left out.
func (s sheet) notEstablished(b *strings.Builder, facts []fact) {
	gaps := ""
	if s.Evidence != nil && len(s.Evidence.Gaps) > 0 {
		gaps = "- " + strings.Join(slices.Sorted(slices.Values(s.Evidence.Gaps)), "\n- ")
	}
	if gaps == "" && len(facts) > 0 {
		return
	}
	if len(facts) == 0 {
		gaps = strings.TrimSpace("Nothing was found that could be cited, so no statement of fact is made here.\n\n" + gaps)
	}
	b.WriteString("## Not established\n\n" + gaps + "\n\n")
}

// evidence writes the fenced block of claims with their verbatim quotes.
func evidence(facts []fact) string {
	var b strings.Builder
	b.WriteString("```evidence\n")
	for _, f := range facts {
		w := strings.Fields(f.text)
		b.WriteString(object(struct {
			C string   `json:"c"`
			P []string `json:"p"`
			Q string   `json:"q"`
		}{strings.Join(w[:min(8, len(w))], " "), []string{f.passage}, f.text}) + "\n")
	}
	b.WriteString("```\n")
	return b.String()
}

// revise writes the piece again: from the passages when there are any, else
// the draft as it was, with the gaps named.
func (s sheet) revise() string {
	draft := s.draft()
	if len(s.passages) > 0 || draft == "" {
		whole := s.synthesize()
		if changes, ok := changeFor(draft, whole); ok {
			return changes
		}
		return whole
	}
	if !strings.Contains(strings.ToLower(draft), "not established") {
		draft += "\n\n## Not established\n\n" + nothingFound
	}
	return draft + "\n\n" + evidence(nil)
}

// changeFor answers a revision in which the piece would come out as it was: with a
// replacement that says how far its first cited sentence goes.
func changeFor(draft, whole string) (string, bool) {
	before, _, _ := strings.Cut(draft, "```evidence")
	now, _, _ := strings.Cut(whole, "```evidence")
	if strings.TrimSpace(before) != strings.TrimSpace(now) {
		return "", false
	}
	for line := range strings.Lines(before) {
		for _, old := range sentences(strings.TrimLeft(strings.TrimSpace(line), "-*> ")) {
			if strings.Contains(old, "[S") && strings.Count(before, old) == 1 && !strings.HasPrefix(old, "|") {
				return "```changes\n" + object(struct {
					Old string `json:"old"`
					New string `json:"new"`
				}{old, old + " No more than that is known of it."}) + "\n```\n", true
			}
		}
	}
	return "", false
}

// summary opens the assembled document with what its parts say first.
func (s sheet) summary() string {
	c := contract[prompt.SummaryContract](s.brief)
	var lead, list []string
	for _, p := range c.Sections {
		first := ""
		for l := range strings.Lines(p.Gist) {
			l = strings.TrimSpace(l)
			if all := sentences(l); first == "" && len(all) > 0 && !strings.ContainsAny(l[:1], "#|-`") {
				first = all[0]
			}
		}
		if first != "" && len(lead) < 3 {
			lead = append(lead, first)
		}
		if len(list) < 7 {
			list = append(list, "- "+p.Title)
		}
	}
	if len(lead) == 0 {
		lead = []string{"The parts below answer the request in the order in which it was made."}
	}
	out := strings.Join(lead, " ") + "\n\n" + strings.Join(list, "\n") + "\n"
	if len(c.Missing) > 0 {
		out += "\nMissing: " + strings.Join(c.Missing, " ") + "\n"
	}
	return out
}
