package deliver

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/worker/deliver/paper"
)

// The file has everything that is not known, where the document shows the weightiest of it in a
// line each.
const notKnownName = "not-known.md"

// So many words of a line are shown: a few more than whoever writes one is told, so that none is
// cut for a word.
const gapWords = org.GapWords * 5 / 4

// unknownLine is one line of what is not known.
type unknownLine struct {
	name string // what an answer would change; empty when nobody said
	text string
	of   *Section // the part that names it; nil for none, or where there is only one
	must bool     // a reader is misled without it, so it is shown whole
}

// Sources that nobody read come first, then statements that do not agree, and the gaps by their
// weight.
func (d Document) listUnknowns() []unknownLine {
	var out []unknownLine
	for _, u := range d.Unread {
		out = append(out, unknownLine{text: "**Not read, though it was named:** " + escapeWords(u.Name) + formatCause(u), must: true})
	}
	for _, c := range d.Clashes {
		out = append(out, unknownLine{text: "**Two statements here do not agree.** " + escapeWords(c), must: true})
	}
	for _, g := range d.Gaps {
		o := unknownLine{text: g.Text, must: g.isRaised()}
		if g.Change != "" {
			o.name = escapeWords(makeSentence(g.Change))
		}
		if s := d.findSection(g.Section); s != nil && len(d.Sections()) > 1 {
			o.of = s
		}
		out = append(out, o)
	}
	return out
}

func (o unknownLine) renderWhole() string {
	text := o.text
	if o.name != "" {
		text = "**" + o.name + "** " + text
	}
	if o.of != nil {
		text += " (in [" + escapeWords(shortenHeading(o.of.Heading())) + "](#" + o.of.Key + "))"
	}
	return text
}

// cut says that words are left out. What an answer would change leads to the part.
func (o unknownLine) renderShort() (text string, cut bool) {
	if o.must {
		return o.renderWhole(), false
	}
	text, cut = clipToWords(o.text, gapWords)
	o.text = text
	if o.name == "" || o.of == nil {
		return o.renderWhole(), cut
	}
	return "**[" + strings.TrimRight(o.name, ".") + "](#" + o.of.Key + ").** " + text, cut
}

// Whole sentences are kept, or the beginning of the first.
func clipToWords(text string, most int) (string, bool) {
	var out strings.Builder
	n := 0
	for _, s := range splitSentences(text) {
		k := len(strings.Fields(stripCitations(s.text)))
		if n+k > most {
			if n > 0 {
				return strings.TrimSpace(out.String()), true
			}
			head := strings.Fields(stripCitations(s.text))[:most]
			return escapeLiteral(strings.TrimRight(strings.Join(head, " "), ",;:")) + " ...", true
		}
		n += k
		out.WriteString(s.text)
	}
	return text, false
}

// A last line says where the others are.
func (d Document) renderGaps() []paper.Line {
	lines, more, cut := d.splitUnknowns()
	var out []paper.Line
	for i, text := range lines {
		out = append(out, paper.Line{Mark: formatInt(i+1) + ".", Text: text})
	}
	switch {
	case more > 0:
		out = append(out, paper.Line{Mark: "•", Text: fmt.Sprintf("%d more, and each of these in full, in the file %s.", more, notKnownName)})
	case cut:
		out = append(out, paper.Line{Mark: "•", Text: "Each in full in the file " + notKnownName + "."})
	}
	return out
}

// more counts the lines that are not shown; cut says that words of those that are shown were left
// out.
func (d Document) splitUnknowns() (lines []string, more int, cut bool) {
	for _, o := range d.listUnknowns() {
		if len(lines) >= org.GapLines && !o.must {
			more++
			continue
		}
		text, less := o.renderShort()
		lines, cut = append(lines, text), cut || less
	}
	return lines, more, cut
}

// There is no file where the document shows all of it.
func (d Document) renderGapsFile() []org.File {
	if _, more, cut := d.splitUnknowns(); more == 0 && !cut {
		return nil
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# %s: %s\n\n", gapsTitle, escapeWords(d.Title))
	for i, o := range d.listUnknowns() {
		fmt.Fprintf(&b, "%d. %s\n", i+1, strings.ReplaceAll(o.renderWhole(), "](#", "](deliverable.md#"))
	}
	return []org.File{{Name: notKnownName, Data: []byte(b.String())}}
}
