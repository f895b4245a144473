package deliver

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/worker/deliver/paper"
)

// Markdown renders the document. Each section carries an anchor named after
// its step's key, so that "deliverable.md#<key>" leads to it; what is missing
// carries one in its list. Footnotes stand at the end, as "[^1]".
func (d Document) Markdown() string {
	p := d.Paper()
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n", escapeWords(p.Title))
	if n := d.Notice(); n != "" {
		fmt.Fprintf(&b, "> %s\n\n", n)
	}
	if n := d.describeUnread(); n != "" {
		fmt.Fprintf(&b, "> %s\n\n", escapeWords(n))
	}
	if len(d.Missing) > 0 {
		fmt.Fprintf(&b, "> Not everything could be finished: %s. See [%s](#%s).\n\n", d.describeShortfall(), missingTitle, missingAnchor)
	}
	for _, part := range p.Parts {
		writePart(&b, part)
	}
	for i, n := range p.Notes {
		fmt.Fprintf(&b, "[^%d]: %s\n", i+1, escapeLiteral(n))
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

func writePart(b *strings.Builder, part paper.Part) {
	if part.Key != "" && part.Kind != paper.Opening {
		b.WriteString(renderAnchor(part.Key) + "\n\n")
	}
	if part.Level > 0 {
		fmt.Fprintf(b, "%s %s\n\n", strings.Repeat("#", part.Level+1), escapeWords(part.Title))
	}
	if part.Small != "" {
		fmt.Fprintf(b, "*%s*\n\n", escapeLiteral(part.Small))
	}
	if t := strings.TrimSpace(part.Body); t != "" {
		b.WriteString(strings.Trim(part.Body, "\n") + "\n\n")
	}
	for _, l := range part.Lines {
		key := ""
		if l.Key != "" {
			key = renderAnchor(l.Key)
		}
		switch {
		case l.Mark == paper.BoxMark:
			fmt.Fprintf(b, "- [ ] %s\n", l.Text)
		case l.Mark == "•":
			fmt.Fprintf(b, "- %s%s\n", key, l.Text)
		case strings.HasSuffix(l.Mark, "."):
			fmt.Fprintf(b, "%s %s%s\n", l.Mark, key, l.Text)
		default:
			fmt.Fprintf(b, "%s- %s%s %s\n", strings.Repeat("  ", l.Depth), key, l.Mark, l.Text)
		}
	}
	if len(part.Lines) > 0 {
		b.WriteString("\n")
	}
}

func renderAnchor(id string) string {
	return fmt.Sprintf(`<a id="%s"></a>`, strings.NewReplacer(`"`, "", "<", "", ">", "", "&", "").Replace(id))
}
