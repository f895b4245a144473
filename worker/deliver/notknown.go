package deliver

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/worker/deliver/paper"
)

// notKnownName is the file that has what is not known whole, where the document shows
// the weightiest of it in a line each.
const notKnownName = "not-known.md"

// gapWords is how many words of a line are shown: a few more than whoever writes one is
// told, so that none is cut for a word.
const gapWords = org.GapWords * 5 / 4

// unknown is one line of what is not known.
type unknown struct {
	name string // what an answer would change; empty when nobody said
	text string
	of   *Section // the part that names it; nil for none, or where there is only one
	must bool     // a reader is misled without it, so it is shown whole
}

// unknowns lists what is not known: sources that nobody read, statements that do not agree,
// and the gaps by their weight.
func (d Document) unknowns() []unknown {
	var out []unknown
	for _, u := range d.Unread {
		out = append(out, unknown{text: "**Not read, though it was named:** " + words(u.Name) + because(u), must: true})
	}
	for _, c := range d.Clashes {
		out = append(out, unknown{text: "**Two statements here do not agree.** " + words(c), must: true})
	}
	for _, g := range d.Gaps {
		o := unknown{text: g.Text, must: g.raised()}
		if g.Change != "" {
			o.name = words(sentence(g.Change))
		}
		if s := d.section(g.Section); s != nil && len(d.Sections()) > 1 {
			o.of = s
		}
		out = append(out, o)
	}
	return out
}

// whole is the line with all its words, and the part that names it.
func (o unknown) whole() string {
	text := o.text
	if o.name != "" {
		text = "**" + o.name + "** " + text
	}
	if o.of != nil {
		text += " (in [" + words(shortened(o.of.Heading())) + "](#" + o.of.Key + "))"
	}
	return text
}

// short is the line with the words that a reader is shown, and whether some are left
// out. What an answer would change leads to the part.
func (o unknown) short() (text string, cut bool) {
	if o.must {
		return o.whole(), false
	}
	text, cut = fewer(o.text, gapWords)
	o.text = text
	if o.name == "" || o.of == nil {
		return o.whole(), cut
	}
	return "**[" + strings.TrimRight(o.name, ".") + "](#" + o.of.Key + ").** " + text, cut
}

// fewer is a text in at most so many words: as many of its sentences as fit, or the
// beginning of the first.
func fewer(text string, most int) (string, bool) {
	var out strings.Builder
	n := 0
	for _, s := range spoken(text) {
		k := len(strings.Fields(bareText(s.text)))
		if n+k > most {
			if n > 0 {
				return strings.TrimSpace(out.String()), true
			}
			head := strings.Fields(bareText(s.text))[:most]
			return literal(strings.TrimRight(strings.Join(head, " "), ",;:")) + " ...", true
		}
		n += k
		out.WriteString(s.text)
	}
	return text, false
}

// shownGaps are the lines of what is not known that stand in the document, and where
// the others are.
func (d Document) shownGaps() []paper.Line {
	lines, more, cut := d.sorted()
	var out []paper.Line
	for i, text := range lines {
		out = append(out, paper.Line{Mark: itoa(i+1) + ".", Text: text})
	}
	switch {
	case more > 0:
		out = append(out, paper.Line{Mark: "•", Text: fmt.Sprintf("%d more, and each of these in full, in the file %s.", more, notKnownName)})
	case cut:
		out = append(out, paper.Line{Mark: "•", Text: "Each in full in the file " + notKnownName + "."})
	}
	return out
}

// sorted are the lines that are shown, how many are not, and whether words of those
// that are shown were left out.
func (d Document) sorted() (lines []string, more int, cut bool) {
	for _, o := range d.unknowns() {
		if len(lines) >= org.GapLines && !o.must {
			more++
			continue
		}
		text, less := o.short()
		lines, cut = append(lines, text), cut || less
	}
	return lines, more, cut
}

// wholeGaps is the file that has all that is not known, with links into the document;
// none where the document shows all of it.
func (d Document) wholeGaps() []org.File {
	if _, more, cut := d.sorted(); more == 0 && !cut {
		return nil
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# %s: %s\n\n", gapsTitle, words(d.Title))
	for i, o := range d.unknowns() {
		fmt.Fprintf(&b, "%d. %s\n", i+1, strings.ReplaceAll(o.whole(), "](#", "](deliverable.md#"))
	}
	return []org.File{{Name: notKnownName, Data: []byte(b.String())}}
}
