package deliver_test

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ledongthuc/pdf"
	"golang.org/x/net/html"

	"github.com/frasier-cos/frasier/internal/extract"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/quote"
	"github.com/frasier-cos/frasier/worker/deliver"
)

var (
	mdCitation = regexp.MustCompile(`\[\\\[(\w+)\\\]\]\(#(source-\w+)\)`)
	mdAnchor   = regexp.MustCompile(`<a id="([^"]+)"></a>`)
	mdLink     = regexp.MustCompile(`\]\(#([^)]+)\)`)
	mdNote     = regexp.MustCompile(`\[\^(\d+)\]`)
)

// shares reports whether a passage can bear a sentence: they share a figure, or
// two words that say something.
func shares(sentence, passage string) bool {
	have := quote.Numbers(passage)
	for _, n := range quote.Numbers(sentence) {
		if slices.ContainsFunc(have, func(m quote.Number) bool { return n.Value == m.Value }) { // sums are written without units
			return true
		}
	}
	words := prose.Words(passage)
	n := 0
	for _, w := range prose.Words(sentence) {
		if !prose.StopWord(w) && len(w) > 3 && slices.ContainsFunc(words, func(x string) bool { return strings.TrimSuffix(x, "s") == strings.TrimSuffix(w, "s") }) {
			n++
		}
	}
	return n >= 2
}

// inferred are sentences that follow from their passages without a word of them.
func inferred(sentence string) bool {
	return strings.Contains(sentence, "The other two come twice a week") || strings.Contains(sentence, "On the other four weekdays it has two")
}

// passages are what the anchors of the sources say, and whether each stands in
// its document, word for word.
func passages(t *testing.T, md string) map[string]string {
	t.Helper()
	var corpus strings.Builder
	for _, f := range []string{"market-report.md", "rivals.md", "costs.html"} {
		r, err := extract.Text(f, "", []byte(read(t, "bakery/"+f)))
		if err != nil {
			t.Fatal(err)
		}
		corpus.WriteString(r.Text + "\n")
	}
	out := map[string]string{}
	_, sources, _ := strings.Cut(md, "\n## Sources\n")
	for l := range strings.Lines(sources) {
		m := mdAnchor.FindStringSubmatch(l)
		if m == nil {
			continue
		}
		_, words, quoted := strings.Cut(strings.TrimRight(l, "\n"), "“")
		if words, ok := strings.CutSuffix(words, "”"); quoted && ok {
			out[m[1]] = words
			for _, quote := range strings.Split(words, "” … “") {
				if !strings.Contains(corpus.String(), quote) {
					t.Errorf("%s quotes %q, which stands in no document", m[1], quote)
				}
			}
		}
	}
	return out
}

// Every citation of the summary and of all parts leads to the passage that
// bears its sentence, in Markdown, HTML and PDF.
func TestEveryCitationLeadsToThePassageThatBearsIt(t *testing.T) {
	d, _ := bakery(t, true)
	md := d.Markdown()
	passage := passages(t, md)
	body, _, _ := strings.Cut(md, "\n## Sources\n")
	inSummary, all := 0, 0
	part := ""
	for l := range strings.Lines(body) {
		if strings.HasPrefix(l, "## ") {
			part = l
		}
		at := 0
		for _, m := range mdCitation.FindAllStringSubmatchIndex(l, -1) {
			label, to := l[m[2]:m[3]], l[m[4]:m[5]]
			all++
			if strings.Contains(part, "Summary") {
				inSummary++
			}
			before := l[at:m[0]]
			if len(strings.TrimSpace(before)) < 3 { // a second citation on the same spot
				before = l[:m[0]]
			} else {
				at = m[1]
			}
			said := mdNote.ReplaceAllStringFunc(mdCitation.ReplaceAllString(before, ""), func(m string) string {
				_, sum, _ := strings.Cut(md, "\n"+m+": ")
				sum, _, _ = strings.Cut(sum, "\n")
				return " " + sum
			})
			if strings.HasPrefix(l, "|") {
				said = l[:strings.Index(l[1:], "|")+1] + " " + said
			}
			switch q, ok := passage[to]; {
			case "source-"+label != to || !ok:
				t.Errorf("[%s] leads to %q, which quotes nothing", label, to)
			case !inferred(said) && !shares(said, q):
				t.Errorf("[%s] after %q leads to %q", label, said, q)
			}
		}
	}
	if inSummary < 5 || all < 60 {
		t.Errorf("%d citations in the summary and %d in all: they were lost", inSummary, all)
	}
	anchors := map[string]bool{}
	for _, m := range mdAnchor.FindAllStringSubmatch(md, -1) {
		if anchors[m[1]] {
			t.Errorf("anchor %s stands twice", m[1])
		}
		anchors[m[1]] = true
	}
	for _, m := range mdLink.FindAllStringSubmatch(md, -1) {
		if !anchors[m[1]] {
			t.Errorf("a link leads to #%s, which is not there", m[1])
		}
	}
	for _, m := range mdNote.FindAllStringSubmatch(body, -1) {
		if !strings.Contains(md, "\n[^"+m[1]+"]: ") {
			t.Errorf("footnote %s is not there", m[1])
		}
	}
	htmlCitations(t, d, passage, all)
	pdfCitations(t, d, passage, all)
}

func htmlCitations(t *testing.T, d deliver.Document, passage map[string]string, want int) {
	t.Helper()
	page, err := d.HTML()
	if err != nil {
		t.Fatal(err)
	}
	text := map[string]string{}
	got := 0
	for _, n := range elements(t, page) {
		if id, ok := attribute(n, "id"); ok {
			var b strings.Builder
			for c := range n.Descendants() {
				if c.Type == html.TextNode {
					b.WriteString(c.Data)
				}
			}
			text[id] = b.String()
		}
	}
	for _, n := range elements(t, page) {
		to, ok := attribute(n, "href")
		if !ok || !strings.HasPrefix(to, "#") {
			continue
		}
		if text[to[1:]] == "" {
			t.Errorf("a link of the page leads to %s, which is not there", to)
		}
		if q, ok := passage[to[1:]]; ok {
			got++
			if !strings.Contains(text[to[1:]], q) {
				t.Errorf("%s of the page says %q, want %q", to, text[to[1:]], q)
			}
		}
	}
	if got != want {
		t.Errorf("%d citations in the page, want %d", got, want)
	}
}

// pdfCitations follows the links of the PDF to the page and height where they
// lead, and reads the line that stands there.
func pdfCitations(t *testing.T, d deliver.Document, passage map[string]string, want int) {
	t.Helper()
	raw := render(t, d)
	r, err := pdf.NewReader(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		t.Fatal(err)
	}
	quotes := map[string]bool{}
	for _, q := range passage {
		quotes[squeeze(q)] = true
	}
	got, wrong := 0, 0
	for n := 1; n <= r.NumPage(); n++ {
		annots := r.Page(n).V.Key("Annots")
		for i := range annots.Len() {
			dest := annots.Index(i).Key("Dest")
			if dest.Len() < 4 {
				continue
			}
			line := lineBelow(t, r, dest)
			for q := range quotes {
				if strings.Contains(line, q[:min(len(q), 24)]) {
					got++
					line = ""
				}
			}
			if line != "" {
				wrong++
			}
		}
	}
	if got < want {
		t.Errorf("%d links of the PDF lead to a quotation, want %d (%d lead elsewhere)", got, want, wrong)
	}
}

// lineBelow is the first line of text below where a link leads.
func lineBelow(t *testing.T, r *pdf.Reader, dest pdf.Value) string {
	t.Helper()
	y := dest.Index(3).Float64()
	for n := 1; n <= r.NumPage(); n++ {
		if r.Page(n).V.Key("Contents").String() != dest.Index(0).Key("Contents").String() {
			continue
		}
		lines := map[float64]string{}
		for _, x := range r.Page(n).Content().Text {
			lines[float64(int(x.Y))] += x.S
		}
		var heights []float64
		for h := range lines {
			heights = append(heights, h)
		}
		slices.Sort(heights)
		slices.Reverse(heights)
		var near []string
		for _, h := range heights { // a link leads 12 mm (34 points) above its line
			if h < y-34 && h > y-34-18 {
				near = append(near, squeeze(lines[h]))
			}
		}
		return strings.Join(near, "|")
	}
	t.Fatalf("a link leads to no page: %v", dest)
	return ""
}
