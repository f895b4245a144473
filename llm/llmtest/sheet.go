package llmtest

import (
	"regexp"
	"slices"
	"strings"
)

// sheet is what the author understands of a prompt. It reads the product's
// layout and nothing else, as a model would: headings, lists with ids,
// passages, numbered paragraphs, and the data between its markers.
type sheet struct {
	r          Request
	text       string
	title      string
	goal       string
	acceptance []line
	questions  []line
	needs      []line
	passages   []passage
	paragraphs []paragraph
	data       []datum
	items      []entry // of a roadmap or a plan
	results    []datum // of the steps before, by title
}

// line is a list line with an id: "- [a1] text".
type line struct{ id, text string }

type passage struct {
	id, host, text string
	questions      []string // sub-questions it stands under
}

type paragraph struct {
	n    string
	text string
}

// datum is a text from outside, between its markers and without datamarks.
type datum struct{ label, text string }

// entry is a list line with a key, and the fields under it.
type entry struct {
	key, title string
	fields     map[string]string
	accept     []line
}

const datamark = "┃"

func read(r Request) sheet {
	s := sheet{r: r, text: r.Prompt, title: r.Title}
	s.goal = s.section("Goal:")
	s.acceptance = listLines(s.section("Acceptance, in this order:"))
	s.needs = listLines(s.section("Requirements:"))
	s.questions = listLines(s.section("### Sub-questions"))
	s.data = dataOf(s.text)
	s.passages = s.readPassages()
	s.paragraphs = readParagraphs(s.text)
	s.items = readEntries(s.labelled("items", "plan"))
	s.results = s.upstream()
	return s
}

// section returns the lines after a heading line, up to the next blank line.
func (s sheet) section(heading string) string {
	var out []string
	in := false
	for l := range strings.Lines(s.text) {
		l = strings.TrimRight(l, "\r\n")
		switch {
		case !in && l == heading:
			in = true
		case in && strings.TrimSpace(l) == "":
			return strings.Join(out, "\n")
		case in:
			out = append(out, l)
		}
	}
	return strings.Join(out, "\n")
}

// after returns everything after the last line that is heading.
func (s sheet) after(heading string) string {
	i := strings.LastIndex("\n"+s.text, "\n"+heading)
	if i < 0 {
		return ""
	}
	return s.text[i+len(heading):]
}

var checkLine = regexp.MustCompile(`(?m)^- \[([A-Za-z][A-Za-z0-9-]{0,11})\] (.+)$`)

func listLines(text string) []line {
	var out []line
	for _, m := range checkLine.FindAllStringSubmatch(text, -1) {
		out = append(out, line{id: m[1], text: strings.TrimSpace(m[2])})
	}
	return out
}

var dataBegin = regexp.MustCompile(`^<<<(data|text) \S+?(?: (.*))?>>>$`)

// dataOf reads what stands between data markers.
func dataOf(text string) []datum {
	var out []datum
	var d *datum
	var body []string
	for l := range strings.Lines(text) {
		l = strings.TrimRight(l, "\r\n")
		switch m := dataBegin.FindStringSubmatch(l); {
		case m != nil && d == nil:
			d = &datum{label: m[2]}
			if m[1] == "text" {
				d.label = "text"
			}
		case d != nil && strings.HasPrefix(l, "<<<end "):
			d.text = strings.Join(body, "\n")
			out = append(out, *d)
			d, body = nil, nil
		case d != nil:
			body = append(body, unmarked(l))
		}
	}
	return out
}

// unmarked drops the datamark that begins a line of outside text.
func unmarked(l string) string {
	t, ok := strings.CutPrefix(strings.TrimLeft(l, " "), datamark)
	if !ok {
		return l
	}
	return strings.TrimPrefix(t, " ")
}

// labelled returns the first text from outside with that label.
func (s sheet) labelled(labels ...string) string {
	for _, want := range labels {
		for _, d := range s.data {
			if d.label == want {
				return d.text
			}
		}
	}
	return ""
}

var upstreamTitle = regexp.MustCompile(`(?m)^#### \S+: (.+)$`)

// upstream returns the results of the steps before, by their titles.
func (s sheet) upstream() []datum {
	head := upstreamTitle.FindAllStringSubmatch(s.text, -1)
	var out []datum
	for _, d := range s.data {
		if d.label == "result" && len(out) < len(head) {
			out = append(out, datum{label: head[len(out)][1], text: d.text})
		}
	}
	return out
}

var (
	passageHead = regexp.MustCompile(`^<(S[0-9]+:p[0-9]+)(?: ([^<> ]+))?[^<>]*> ?(.*)$`)
	passagesFor = regexp.MustCompile(`^### Passages for (\S+):`)
)

// readPassages reads "<S3:p12 host date> text", which may go on over lines.
func (s sheet) readPassages() []passage {
	var out []passage
	question, inside := "", false
	for l := range strings.Lines(s.text) {
		l = strings.TrimRight(l, "\r\n")
		marked := strings.HasPrefix(strings.TrimLeft(l, " "), datamark)
		if m := passagesFor.FindStringSubmatch(l); m != nil {
			question = m[1]
		} else if strings.HasPrefix(l, "###") {
			question = ""
		}
		body := unmarked(l)
		if m := passageHead.FindStringSubmatch(body); m != nil && (marked || strings.HasPrefix(l, "<")) {
			p := passage{id: m[1], host: m[2], text: m[3]}
			if question != "" {
				p.questions = []string{question}
			}
			out = append(out, p)
			inside = true
			continue
		}
		if inside = inside && marked; inside {
			last := &out[len(out)-1]
			last.text += "\n" + body
		}
	}
	return slices.DeleteFunc(out, func(p passage) bool { return strings.TrimSpace(p.text) == "" })
}

var paragraphHead = regexp.MustCompile(`^\[¶([0-9]+)\] ?(.*)$`)

// readParagraphs reads "[¶3] text" up to the next number or the end marker.
func readParagraphs(text string) []paragraph {
	var out []paragraph
	inside := false
	for l := range strings.Lines(text) {
		l = strings.TrimRight(l, "\r\n")
		switch m := paragraphHead.FindStringSubmatch(unmarked(l)); {
		case m != nil:
			out = append(out, paragraph{n: m[1], text: m[2]})
			inside = true
		case strings.HasPrefix(l, "<<<end "):
			inside = false
		case inside:
			out[len(out)-1].text += "\n" + unmarked(l)
		}
	}
	for i := range out {
		out[i].text = strings.TrimSpace(out[i].text)
	}
	return out
}

var (
	entryHead  = regexp.MustCompile(`^- key (\S+): (.+)$`)
	entryField = regexp.MustCompile(`^  ([a-z ]+?)(?: \[(\w+)\])?:? (.+)$`)
)

// readEntries reads "- key i1: title" with its indented fields.
func readEntries(text string) []entry {
	var out []entry
	inside := false
	for l := range strings.Lines(text) {
		l = strings.TrimRight(unmarked(strings.TrimRight(l, "\r\n")), " ")
		if m := entryHead.FindStringSubmatch(l); m != nil {
			out = append(out, entry{key: m[1], title: m[2], fields: map[string]string{}})
			inside = true
			continue
		}
		m := entryField.FindStringSubmatch(l)
		if inside = inside && m != nil; !inside {
			continue
		}
		e := &out[len(out)-1]
		if m[1] == "accept" && m[2] != "" {
			e.accept = append(e.accept, line{id: m[2], text: m[3]})
			continue
		}
		e.fields[m[1]] = m[3]
	}
	return out
}

// draft is the numbered working text without its numbers.
func (s sheet) draft() string {
	var parts []string
	for _, p := range s.paragraphs {
		parts = append(parts, p.text)
	}
	return strings.Join(parts, "\n\n")
}
