package deliver

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/quote"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/check"
)

var (
	outlineFence = lazyregexp.New("(?ms)^[ \t]*(```+|~~~+)[ \t]*outline[ \t]*\n(.*?)(?:^[ \t]*(?:```+|~~~+)[ \t]*$|\\z)")
	outlineLine  = lazyregexp.New(`^\s*[-*]?\s*([\w-]+)\s*[|:]\s*(.+)$`)
	gapName      = lazyregexp.New(`^g(\d{1,4})$`)
	gapAgain     = lazyregexp.New(`^=\s*g(\d{1,4})$`)
	anyMark      = lazyregexp.New(`\[\\?\[(\d{1,4}[a-z]{0,2})\\?\]\]\(#[^)\s]*\)|\[(\d{1,4}[a-z]{0,2}(?:\s*[,;]\s*\d{1,4}[a-z]{0,2})*)\](?:\(#[^)\s]*\))?`)
	innerLink    = lazyregexp.New(`\[([^\[\]\n]*)\]\(#([^)\s]*)\)`)
	spaceBefore  = lazyregexp.New(`[ \t]+([.,;:!?])`)
	itemMark     = lazyregexp.New(`^([-*+]|\d+[.)])\s+`)
)

// Introduce takes a reply of Opening into the document: its text as the
// opening, its names of parts as their headings, and its order of the gaps. Of
// the opening only sentences stay whose figures stand in the document or the
// request and that do not set another price than the parts, and only citations
// whose passage bears their sentence; names need the figures of their part. A
// reply that holds nothing of use leaves the document as it was. What a reviewer found
// important and nobody settled is added, as his.
func (d *Document) Introduce(reply, request string) {
	reply = strings.ReplaceAll(reply, "\r\n", "\n")
	var lines string
	if m := outlineFence.FindStringSubmatch(reply); m != nil {
		lines = m[2]
		reply = outlineFence.ReplaceAllString(reply, "")
	}
	whole := d.renderPlain()
	text := strings.NewReplacer("\x00", "", "[^", `[\^`).Replace(check.ParseDraft(reply).Text)
	text, _ = check.StrikeLinks(text, whole, request)
	text = d.dropUngrounded(check.StripMarkers(d.restoreCitations(text)), whole+"\n"+request)
	d.Opening = d.linkParts(prepareBody(text, placement{title: d.Title, level: 2}))
	d.readOutline(lines)
	d.raiseGaps()
}

func (d *Document) readOutline(lines string) {
	var order []numberedWords
	var again []int
	for l := range strings.Lines(lines) {
		m := outlineLine.FindStringSubmatch(strings.TrimRight(l, "\n"))
		if m == nil {
			continue
		}
		text := strings.TrimRight(stripCitations(anyMark.ReplaceAllString(m[2], "")), ". ")
		if g := gapName.FindStringSubmatch(m[1]); g != nil {
			if n, err := strconv.Atoi(g[1]); err == nil && n > 0 && n <= len(d.Gaps) {
				if m := gapAgain.FindStringSubmatch(text); m != nil {
					if other, err := strconv.Atoi(m[1]); err == nil && !slices.Contains(again, other) && d.isSameGap(n, other) {
						again = append(again, n)
					}
					continue
				}
				const changeAtMost = 80
				if len([]rune(text)) > changeAtMost || !hasFigures(text, d.renderPlain()) {
					text = ""
				}
				order = append(order, numberedWords{n, text})
			}
			continue
		}
		if s := d.findSection(m[1]); s != nil && (!s.Paste || s.Alone) && isUsable(text) && !check.Deed(text) && hasFigures(text, s.Body) {
			s.Finding = text
			if prose.Fold(text) == prose.Fold(s.Title) {
				s.Finding = ""
			}
		}
	}
	d.rankGaps(order, again)
}

// A citation keeps the passage that its author named, unless its clause has figures of which
// neither that one holds any nor a part cites it for any: then it gives way to one of the same
// source that bears the clause, and without one it goes.
func (d Document) restoreCitations(text string) string {
	cited := d.mapCitations()
	var out strings.Builder
	for _, part := range splitSentences(text) {
		bare := anyMark.ReplaceAllString(part.sentence, "")
		var line strings.Builder
		at := 0
		for _, m := range anyMark.FindAllStringSubmatchIndex(part.text, -1) {
			clause := part.text[:m[0]]
			clause = anyMark.ReplaceAllString(clause[strings.LastIndex(clause, ";")+1:], "")
			var links []string
			for _, label := range strings.FieldsFunc(findGroup(part.text, m, 1)+findGroup(part.text, m, 2), func(r rune) bool { return r == ',' || r == ';' || r == ' ' }) {
				if l := d.findCitation(label, clause, bare, cited); l != "" && !slices.Contains(links, l) {
					links = append(links, l)
				}
			}
			before := part.text[at:m[0]]
			if len(links) == 0 {
				before = strings.TrimRight(before, " ")
			}
			line.WriteString(before + strings.Join(links, " "))
			at = m[1]
		}
		line.WriteString(part.text[at:])
		out.WriteString(spaceBefore.ReplaceAllString(line.String(), "$1"))
	}
	return out.String()
}

func findGroup(text string, m []int, n int) string {
	if m[2*n] < 0 {
		return ""
	}
	return text[m[2*n]:m[2*n+1]]
}

// It is empty when nothing that the label's source says bears the sentence.
func (d Document) findCitation(label, clause, sentence string, cited map[string]string) string {
	link := func(l string) string { return fmt.Sprintf(`[\[%s\]](#source-%s)`, l, l) }
	if q, ok := cited[label]; ok && (q == "" || bearsOut(q, sentence) || len(quote.Numbers(clause)) == 0 || d.hasCitation(label, clause)) {
		return link(label)
	}
	n, err := strconv.Atoi(strings.TrimRight(label, "abcdefghijklmnopqrstuvwxyz"))
	if err != nil || n < 1 || n > len(d.Sources) {
		return ""
	}
	best, most := "", 0
	for i, q := range d.Sources[n-1].Passages {
		q = strings.ReplaceAll(q, joint, " ")
		if k := countSharedFigures(sentence, q); bearsOut(q, sentence) && (best == "" || k > most) {
			best, most = d.Sources[n-1].makeLabel(i+1), k
		}
	}
	if best == "" {
		return ""
	}
	return link(best)
}

// Whoever sums up may say a figure as a part does that cites it.
func (d Document) hasCitation(label, clause string) bool {
	link := "](#source-" + label + ")"
	return slices.ContainsFunc(d.Sections(), func(s Section) bool {
		return slices.ContainsFunc(splitSentences(s.Body), func(x textStretch) bool {
			return strings.Contains(x.text, link) && countSharedFigures(clause, anyMark.ReplaceAllString(x.sentence, "")) > 0
		})
	})
}

// A passage bears a sentence when they share a figure and a word, or three words; in two
// languages, a figure or a name.
func bearsOut(passage, sentence string) bool {
	have := map[string]bool{}
	for _, w := range prose.Words(passage) {
		have[dropPlural(w)] = true
	}
	if check.OtherLanguage(passage, sentence) && (countSharedFigures(sentence, passage) > 0 || check.SharesName(sentence, passage)) {
		return true
	}
	n := 0
	seen := map[string]bool{}
	for _, w := range prose.Words(sentence) {
		s := dropPlural(w)
		if have[s] && !seen[s] && !prose.StopWord(w) && strings.Trim(w, "0123456789.,") != "" {
			seen[s] = true
			n++
		}
	}
	return n >= 3 || n >= 1 && countSharedFigures(sentence, passage) > 0
}

func dropPlural(w string) string {
	if len(w) > 3 {
		return strings.TrimSuffix(w, "s")
	}
	return w
}

// Titles of parts that the opening names become links, and links to what is not there their words.
func (d Document) linkParts(text string) string {
	known := map[string]bool{gapsAnchor: len(d.Gaps) > 0 || len(d.Clashes) > 0 || len(d.Unread) > 0, missingAnchor: len(d.Missing) > 0}
	for _, s := range d.Sections() {
		known[s.Key] = true
	}
	text = innerLink.ReplaceAllStringFunc(text, func(m string) string {
		x := innerLink.FindStringSubmatch(m)
		if known[x[2]] || strings.HasPrefix(x[2], "source-") {
			return m
		}
		return x[1]
	})
	for _, s := range d.Sections() {
		const worthALink = 12 // characters; shorter titles are words of the text
		if len(s.Title) < worthALink || strings.Contains(text, "](#"+s.Key+")") {
			continue
		}
		if at := strings.Index(text, s.Title); at >= 0 {
			text = text[:at] + "[" + escapeWords(s.Heading()) + "](#" + s.Key + ")" + text[at+len(s.Title):]
		}
	}
	return text
}

// Sentences, headings and table rows go that the document does not bear.
func (d Document) dropUngrounded(text, body string) string {
	decided := work.DecidedIn(d.steps)
	ok := func(s string) bool {
		return !check.Deed(s) && hasFigures(s, body) && !d.hasConflict(s) && !check.SaysOtherwise(s, decided)
	}
	var out []string
	for part := range strings.SplitSeq(text, "\n\n") {
		part = strings.Trim(part, "\n")
		if strings.TrimSpace(part) == "" {
			continue
		}
		if kept := filterParagraph(part, ok); kept != "" {
			out = append(out, kept)
		}
	}
	return strings.Join(out, "\n\n")
}

func filterParagraph(part string, ok func(string) bool) string {
	if ok(part) {
		return part
	}
	var lines []string
	for _, p := range check.Paragraphs(part) {
		if ok(p) {
			lines = append(lines, p)
			continue
		}
		if strings.HasPrefix(p, "#") || strings.HasPrefix(p, "|") {
			continue
		}
		var keep []string
		for _, s := range check.Sentences(p) {
			if ok(s.Text) {
				keep = append(keep, s.Text)
			}
		}
		l := strings.Join(keep, " ")
		if item := itemMark.FindString(p); l != "" && !strings.HasPrefix(l, item) {
			l = item + l
		}
		if strings.Trim(l, "-*+. ") != "" {
			lines = append(lines, l)
		}
	}
	return strings.Join(lines, "\n")
}

// A figure that is called rough stands for what is rounded to it.
func hasFigures(text, in string) bool {
	have := quote.Numbers(in)
	text = anyMark.ReplaceAllString(finalMark.ReplaceAllString(text, ""), "")
	text = innerLink.ReplaceAllString(text, "$1")
	for _, n := range quote.Numbers(text) {
		n = check.Hedged(text, n)
		if !slices.ContainsFunc(have, func(m quote.Number) bool { return n.Matches(m) || isBareMatch(n, m) || isSameDay(n, m) }) {
			return false
		}
	}
	return true
}

// "On the 14th" is the day of "14 January 2027".
func isSameDay(n, m quote.Number) bool {
	const ordinal = "ordinal"
	return n.Value == m.Value && n.Value <= 31 && (n.Unit == ordinal && m.Unit == "" || n.Unit == "" && m.Unit == ordinal)
}

// One of two equal figures may name no unit, because its sentence or the head of its table does:
// "2.3 million" after "a market of 319,000 euros", "42,000" below "Euros". Short figures are too
// common for that.
func isBareMatch(n, m quote.Number) bool {
	const fewest = 1000
	if n.Value < fewest || n.Unit != "" && m.Unit != "" {
		return false
	}
	n.Unit, m.Unit = "", ""
	return n.Matches(m)
}
