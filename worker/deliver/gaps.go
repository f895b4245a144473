package deliver

import (
	"cmp"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/deliver/paper"
)

// Gap is something that was asked and could not be found out.
type Gap struct {
	Text    string // Markdown of one paragraph
	Section string // key of the part that names it
	Change  string // what an answer would change, in a few words; empty when nobody said
}

// One who judged a part may raise a gap.
func (g Gap) isRaised() bool {
	return strings.HasPrefix(g.Text, work.RaisedByReviewer) || strings.HasPrefix(g.Text, work.RaisedAsImportant)
}

// What a reviewer found important, and nobody settled, ends the opening, with the part that he
// read. What has no room there, and everything where there is no opening, stays among what is not
// known.
func (d *Document) raiseGaps() {
	const atMost = 3
	if !d.hasOpening() {
		return
	}
	var rest []Gap
	n := 0
	for _, g := range d.Gaps {
		text, important := strings.CutPrefix(g.Text, work.RaisedAsImportant)
		if !important || n == atMost {
			rest = append(rest, g)
			continue
		}
		of := ""
		if s := d.findSection(g.Section); s != nil {
			of = " (of [" + escapeWords(shortenHeading(s.Heading())) + "](#" + s.Key + "))"
		}
		if n == 0 {
			d.Opening += "\n\n**Raised by a reviewer, and not settled:**\n"
		}
		d.Opening += "\n- " + text + of
		n++
	}
	d.Gaps = rest
	d.Opening = d.linkParts(d.Opening) // what is not known may have gone
}

func isGaps(title string) bool {
	switch prose.Fold(title) {
	case "not established", "what is not established", "what could not be established", "not found", "what was not found":
		return true
	}
	return false
}

// A step says so that a limit kept it from web searches: of its remarks the one that changes what
// the reader may rely on.
var unasked = lazyregexp.New(`\d+ web search(?:es were| was) not made, because [^\n]*? were looked at\.`)

// A step says so which of the founder's documents were not used.
var leftOut = lazyregexp.New(`\d+ files? of your folder (?:is|are) (?:left out|used in part)[^\n]*?\)\.(?:\s|\*|$)`)

// Sentences that another step said before are left out.
func (d *Document) listUnused(result string) []string {
	var out []string
	for _, s := range leftOut.FindAllString(result, -1) {
		s = strings.TrimRight(s, " \n*")
		if !slices.ContainsFunc(d.Gaps, func(g Gap) bool { return g.Text == s }) {
			out = append(out, s)
		}
	}
	return out
}

// The entries stand in one list for the whole document.
func cutGaps(body string) (rest string, gaps []string) {
	root, src := paper.Parse(body)
	e := sourceEdits{src: src}
	level := 0 // of the heading whose text is taken
	for n := root.FirstChild(); n != nil; n = n.NextSibling() {
		if h, ok := n.(*ast.Heading); ok {
			switch {
			case isGaps(strings.TrimRight(paper.PlainText(h, src), ":")):
				level = h.Level
			case level > 0 && h.Level <= level:
				level = 0
			}
			if level > 0 {
				e.addEdit(e.findStart(n), e.findEnd(n), "")
			}
			continue
		}
		if level > 0 {
			gaps = append(gaps, listEntries(n, src)...)
			e.addEdit(e.findStart(n), e.findEnd(n), "")
		}
	}
	if len(e.list) == 0 {
		return body, nil
	}
	return strings.TrimSpace(e.apply()), gaps
}

// Each entry is Markdown of one line.
func listEntries(n ast.Node, src []byte) []string {
	if l, ok := n.(*ast.List); ok {
		var out []string
		for item := l.FirstChild(); item != nil; item = item.NextSibling() {
			var text []string
			for c := item.FirstChild(); c != nil; c = c.NextSibling() {
				text = append(text, listEntries(c, src)...)
			}
			if t := strings.Join(text, " "); t != "" {
				out = append(out, t)
			}
		}
		return out
	}
	if n.Type() != ast.TypeBlock || n.Lines() == nil {
		return nil
	}
	if t := paper.OneLine(string(n.Lines().Value(src))); t != "" {
		return []string{t}
	}
	return nil
}

// First come the gaps that the order names, with what each would change; then those of parts that
// decide, of parts that compute, and of the others. The order names gaps by their numbers in the
// list as it is, from 1; those in again ask what another one asks, and are left out.
func (d *Document) rankGaps(order []numberedWords, again []int) {
	var out []Gap
	taken := map[int]bool{}
	for _, n := range again {
		taken[n] = true
	}
	for i, g := range d.Gaps {
		if g.isRaised() { // whatever the order says
			out, taken[i+1] = append(out, g), true
		}
	}
	slices.SortStableFunc(out, func(a, b Gap) int { // what is important begins
		return cmp.Compare(strings.Index(a.Text, work.RaisedByReviewer), strings.Index(b.Text, work.RaisedByReviewer))
	})
	for _, o := range order {
		if o.n < 1 || o.n > len(d.Gaps) || taken[o.n] {
			continue
		}
		taken[o.n] = true
		g := d.Gaps[o.n-1]
		g.Change = o.text
		out = append(out, g)
	}
	var rest []Gap
	seen := map[string]bool{}
	for i, g := range d.Gaps {
		if same := prose.Fold(g.Text); !taken[i+1] && !seen[same] {
			seen[same] = true
			rest = append(rest, g)
		}
	}
	slices.SortStableFunc(rest, func(a, b Gap) int { return cmp.Compare(d.rankWeight(a), d.rankWeight(b)) })
	d.Gaps = removeDuplicates(append(out, rest...))
}

// Somebody says that two gaps ask the same; it is believed when they share two words that say
// something.
func (d *Document) isSameGap(a, b int) bool {
	if a == b || a < 1 || b < 1 || a > len(d.Gaps) || b > len(d.Gaps) {
		return false
	}
	both, other := 0, listTellingWords(d.Gaps[b-1].Text)
	for w := range listTellingWords(d.Gaps[a-1].Text) {
		if other[w] {
			both++
		}
	}
	return both >= 2
}

// Plurals are dropped.
func listTellingWords(text string) map[string]bool {
	words := map[string]bool{}
	for _, w := range prose.Words(text) {
		if !prose.StopWord(w) {
			words[dropPlural(w)] = true
		}
	}
	return words
}

func removeDuplicates(all []Gap) []Gap {
	var out []Gap
	for _, g := range all {
		if !slices.ContainsFunc(out, func(o Gap) bool { return asksNothingNew(g.Text, o.Text) }) {
			out = append(out, g)
		}
	}
	return out
}

// A text asks nothing new when it has three words or more that say something, and four of five of
// them stand in the other.
func asksNothingNew(text, other string) bool {
	have, there, both := listTellingWords(text), listTellingWords(other), 0
	for w := range have {
		if there[w] {
			both++
		}
	}
	return len(have) >= 3 && 5*both >= 4*len(have)
}

type numberedWords struct {
	n    int
	text string
}

// The weight is less the nearer a gap's part is to a decision.
func (d *Document) rankWeight(g Gap) int {
	s := d.findSection(g.Section)
	if s == nil {
		return 3
	}
	if s.Kind == org.KindStrategy {
		return 0
	}
	if s.Kind == org.KindAnalysis {
		return 1
	}
	return 2
}

func shortenHeading(heading string) string {
	const atMost = 34 // characters
	return clipWords(makeOneLine(heading), atMost)
}

// Only whole words are kept.
func clipWords(line string, atMost int) string {
	r := []rune(line)
	if len(r) <= atMost {
		return line
	}
	cut := string(r[:atMost])
	if i := strings.LastIndexByte(cut, ' '); i > atMost/2 {
		cut = cut[:i]
	}
	return strings.TrimRight(cut, " ,;:") + " ..."
}

func makeSentence(s string) string {
	s = strings.TrimRight(strings.TrimSpace(s), ".:;, ")
	if s == "" {
		return ""
	}
	r := []rune(s)
	return strings.ToUpper(string(r[:1])) + string(r[1:]) + "."
}

// Findings come with their quotation marks escaped; readers write other ones within a quotation.
func writeInnerQuotes(finding string) string {
	return strings.NewReplacer(`\\`, `\`, `\"`, `'`).Replace(finding)
}

// Disagree takes the contradictions that a comparison of the parts found, and
// that no change of words settles, into the document: they stand first among
// what is not known.
func (d *Document) Disagree(contradictions []string) {
	for _, c := range contradictions {
		d.Clashes = append(d.Clashes, writeInnerQuotes(c))
	}
}
