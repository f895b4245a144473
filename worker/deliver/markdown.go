package deliver

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/llm/extractive"
)

// Titles and anchors of the parts that code writes.
const (
	summaryTitle  = "Summary"
	missingTitle  = "What is missing"
	sourcesTitle  = "Sources"
	notesTitle    = "About this document"
	missingAnchor = "what-is-missing"
)

// Markdown renders the document. Each section carries an anchor named after
// its step's key, so that "deliverable.md#<key>" leads to it; what is missing
// carries one in its list.
func (d Document) Markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n", words(d.Title))
	if d.Project.Offline {
		fmt.Fprintf(&b, "> %s\n\n", extractive.FirstLine)
	}
	if len(d.Missing) > 0 {
		fmt.Fprintf(&b, "> Not everything could be finished: %s. See [%s](#%s).\n\n", d.shortfall(), missingTitle, missingAnchor)
	}
	if o := strings.TrimSpace(d.Opening); o != "" {
		fmt.Fprintf(&b, "## %s\n\n%s\n\n", d.form().summary, o)
	}
	for _, p := range d.Phases {
		if d.phased() {
			fmt.Fprintf(&b, "## %s\n\n", words(p.Label))
		}
		for _, s := range p.Sections {
			b.WriteString(anchor(s.Key) + "\n\n")
			if line(s.Title) != line(d.Title) { // the only part of a document may have its title
				fmt.Fprintf(&b, "%s %s\n\n", strings.Repeat("#", d.level()), words(s.Title))
			}
			if s.Body != "" {
				b.WriteString(s.Body + "\n\n")
			}
		}
	}
	d.tail(&b)
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// shortfall says how much is missing.
func (d Document) shortfall() string {
	n, all := len(d.Missing), len(d.Missing)+len(d.Sections())
	if n == 1 {
		return fmt.Sprintf("1 of %d parts is missing", all)
	}
	return fmt.Sprintf("%d of %d parts are missing", n, all)
}

func (d Document) tail(b *strings.Builder) {
	if list := d.boxes(); len(list) > 0 {
		fmt.Fprintf(b, "## %s\n\n", boxesTitle)
		for _, x := range list {
			fmt.Fprintf(b, "- [ ] %s ([%s](#%s))\n", words(x.text), words(x.section), x.key)
		}
		b.WriteString("\n")
	}
	if len(d.Missing) > 0 {
		fmt.Fprintf(b, "%s\n\n## %s\n\n", anchor(missingAnchor), missingTitle)
		for _, m := range d.Missing {
			fmt.Fprintf(b, "- %s**%s**: %s\n", anchor(m.Key), words(m.Title), words(m.Why))
		}
		b.WriteString("\n")
	}
	if len(d.Sources) > 0 {
		fmt.Fprintf(b, "## %s\n\n", sourcesTitle)
		for _, s := range d.Sources {
			fmt.Fprintf(b, "- %s[%d] %s\n", anchor(fmt.Sprintf("source-%d", s.N)), s.N, s.markdown())
		}
		b.WriteString("\n")
	}
	if len(d.Notes) > 0 {
		fmt.Fprintf(b, "## %s\n\n", notesTitle)
		for _, n := range d.Notes {
			fmt.Fprintf(b, "- %s\n", words(n))
		}
	}
}

func anchor(id string) string {
	return fmt.Sprintf(`<a id="%s"></a>`, strings.NewReplacer(`"`, "", "<", "", ">", "", "&", "").Replace(id))
}

func (s Source) markdown() string {
	if key, ok := s.section(); ok {
		return fmt.Sprintf("[%s](#%s), a part of this document", words(s.name()), key)
	}
	out := words(s.name())
	if s.URL != s.name() {
		out += ", " + words(s.URL)
	}
	return out + s.read()
}

// section returns the key of the section that the source is, for a source that
// is a part of the document itself.
func (s Source) section() (string, bool) { return strings.CutPrefix(s.URL, "step:") }

func (s Source) name() string {
	if t := line(s.Title); t != "" {
		return t
	}
	return line(s.URL)
}

func (s Source) read() string {
	if s.Day == "" {
		return ""
	}
	return ", read " + s.Day
}

// line is the source in plain words.
func (s Source) line() string {
	if _, ok := s.section(); ok {
		return s.name() + ", a part of this document"
	}
	out := s.name()
	if s.URL != out {
		out += ", " + line(s.URL)
	}
	return out + s.read()
}

// line makes a text fit one line.
func line(s string) string { return strings.Join(strings.Fields(s), " ") }

// words makes a text that is no Markdown stand in Markdown as it is: it makes
// no links, no code and no HTML there.
func words(s string) string {
	return strings.NewReplacer(`\`, `\\`, "](", `]\(`, "][", `]\[`, "]:", `]\:`, "<", "&lt;", "`", "\\`").Replace(line(s))
}
