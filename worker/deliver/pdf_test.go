package deliver_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ledongthuc/pdf"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
	"github.com/frasier-cos/frasier/internal/tools/bench/pace"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/deliver"
)

// pages returns the text of each page, letters and digits only: where the
// extractors put spaces is theirs.
func pages(t *testing.T, raw []byte) []string {
	t.Helper()
	r, err := pdf.NewReader(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for n := 1; n <= r.NumPage(); n++ {
		text, err := r.Page(n).GetPlainText(nil)
		if err != nil {
			t.Fatalf("page %d: %v", n, err)
		}
		out = append(out, squeeze(text))
	}
	return out
}

func squeeze(s string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '\n' || r == '\t' || r == '\f' {
			return -1
		}
		return r
	}, s)
}

// poppler returns the same from pdftotext, when it is asked for.
func poppler(t *testing.T, raw []byte) []string {
	t.Helper()
	if !testlevel.Tools() {
		return nil
	}
	path := filepath.Join(t.TempDir(), "x.pdf")
	if err := os.WriteFile(path, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	text, err := exec.CommandContext(t.Context(), "pdftotext", "-layout", path, "-").Output()
	if err != nil {
		t.Fatalf("pdftotext: %v", err)
	}
	var out []string
	for p := range strings.SplitSeq(strings.TrimSuffix(string(text), "\f"), "\f") {
		out = append(out, squeeze(p))
	}
	return out
}

// checkContents demands that each title of the contents stands with the number
// of a page on which it stands too, and that pages carry their numbers.
func checkContents(t *testing.T, list, titles []string) {
	t.Helper()
	first := slices.IndexFunc(list, func(p string) bool { return strings.Contains(p, "Contents") })
	if first < 0 {
		t.Fatal("no contents")
	}
	last := first // page of the contents
	for last+1 < len(list) && !strings.Contains(list[last+1], "BODY") {
		last++
	}
	var contents strings.Builder
	if last+1 < len(list) { // text may begin on the page on which they end
		last++
	}
	for n := first; n <= last; n++ {
		contents.WriteString(strings.TrimSuffix(list[n], strconv.Itoa(n+1)))
	}
	_, rest, _ := strings.Cut(contents.String(), "Contents")
	for _, title := range titles {
		at := strings.Index(rest, squeeze(title))
		if at < 0 {
			t.Fatalf("contents lack %q after the title before it; left: %.200q", title, rest)
		}
		rest = rest[at+len(squeeze(title)):]
		number := regexp.MustCompile(`^\d+`).FindString(rest)
		page := 0
		for k := len(number); k > 0; k-- { // the next title may begin with a digit
			if n, err := strconv.Atoi(number[:k]); err == nil && n >= 1 && n <= len(list) && strings.Contains(list[n-1], squeeze(title)) {
				page = n
				break
			}
		}
		if page == 0 {
			t.Errorf("contents say %q is on page %q, where it is not", title, number)
			continue
		}
		rest = rest[len(strconv.Itoa(page)):]
		for n := last + 1; n < page-1; n++ {
			if strings.Contains(list[n], squeeze(title)) {
				t.Errorf("%q is on page %d already, contents say %d", title, n+1, page)
			}
		}
	}
	for n := 1; n < len(list); n++ {
		if !strings.HasSuffix(list[n], strconv.Itoa(n+1)) && !strings.HasPrefix(list[n], strconv.Itoa(n+1)) {
			t.Errorf("page %d does not carry its number: ends %.40q", n+1, list[n][max(0, len(list[n])-40):])
		}
	}
}

func render(t *testing.T, d deliver.Document) []byte {
	t.Helper()
	raw, err := d.PDF()
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func TestContentsNameThePagesOfTheirHeadings(t *testing.T) {
	table := "| Name | What it is and why | € |\n|---|---|--:|\n" + strings.Repeat("| Alpha | some longer words that need a second line in their column | 12 |\n", 30)
	nested := "- one\n  - two\n    1. three\n       - four\n\n         para **bold *both* bold** `code`\n- [ ] open\n- [x] shut\n"
	for _, c := range []struct {
		name     string
		phases   []string
		sections int
		title    string
		body     string
	}{
		{"few long sections", nil, 3, "Section %03d", "BODY text.\n\n" + strings.Repeat("Words that fill a line of the page and some of the next one. ", 300)},
		{"long contents", []string{"Alpha phase", "Beta phase", "Gamma phase"}, 120, "Section %03d", "BODY text.\n\n" + nested},
		{"long titles", []string{"Alpha phase", "Beta phase"}, 60, "Section %03d of a title " + strings.Repeat("that goes on and on ", 12), "BODY\n\n" + table},
		{"titles without spaces", nil, 30, "Section%03d" + strings.Repeat("abcdefghij", 20), "BODY\n\n> quote\n>\n> > deeper\n\n```go\nfunc f()  { return }\n```\n\n---\n\n" + table},
	} {
		t.Run(c.name, func(t *testing.T) {
			var steps []work.Upstream
			var titles []string
			for i := range c.sections {
				s := done(fmt.Sprintf("i%d", i), fmt.Sprintf(c.title, i), c.body+"\n\nWords [S1:p1].", cite("S1:p1", fmt.Sprint("doc", i%9), fmt.Sprint("Source of it ", i%9), "https://example.org"))
				if n := len(c.phases); n > 0 {
					s.Phase = i * n / c.sections
					if s.Phase*c.sections/n == i || i == 0 || s.Phase != steps[i-1].Phase {
						titles = append(titles, c.phases[s.Phase])
					}
				}
				steps, titles = append(steps, s), append(titles, s.Title)
			}
			steps = append(steps, work.Upstream{Key: "m1", Title: "Not there", State: org.StepFailed, Cause: "no luck"})
			d := deliver.Compose(project(c.phases...), steps, nil)
			d.Opening = "BODY of the opening."
			d.Notes = append(d.Notes, "A note.")
			titles = append([]string{"Summary"}, append(titles, "What is missing", "Sources", "About this document")...)
			raw := render(t, d)
			checkContents(t, pages(t, raw), titles)
			if list := poppler(t, raw); list != nil {
				checkContents(t, list, titles)
			}
		})
	}
}

// A document of few pages has neither cover nor contents.
func TestShortDocumentsBeginWithTheirText(t *testing.T) {
	d := deliver.Compose(project("One", "Two"), []work.Upstream{done("i1", "First", "Begin here, with the oven."), done("i2", "Second", "Go on there.")}, nil)
	d.Opening = "Bake on Mondays."
	list := pages(t, render(t, d))
	if len(list) != 1 || strings.Contains(list[0], "Contents") || !strings.Contains(list[0], "BakeonMondays.") || !strings.Contains(list[0], "Goonthere.") {
		t.Errorf("a short document has %d pages: %q", len(list), list)
	}
}

func TestPDFSaysWhatTheDocumentSays(t *testing.T) {
	withFonts(t, t.TempDir())
	body := "Plain **bold** *italic* `code` ~~struck~~ [link](https://example.org) &amp; &copy; \\*stars\\* čřž €–“quoted”.\n\n" +
		"日本 and 😀 and ✓ and e\u0301.\n\n![a picture](https://example.org/p.png)\n\n<br>\n\n| A | B |\n|---|---|\n| cell **one** | [two](#i1)<br>three |\n\n" +
		"    indented   code\n\n1. first\n2. second\n\n> quoted\n\n- [x] shut\n\ntext\n\n- loose\n\nline\\\nbreak <tag>"
	p := project()
	d := deliver.Compose(p, []work.Upstream{done("i1", "Title", body)}, nil)
	list := pages(t, render(t, d)) // of characters beyond Latin-1 this reader keeps half
	text := strings.Join(list, "")
	if strings.Contains(text, "<br>") {
		t.Errorf("PDF shows a line break as text: %q", text)
	}
	if full := poppler(t, render(t, d)); full != nil {
		text, list = strings.Join(full, ""), full
		for _, want := range []string{"čřž€–“quoted”.", "□□and□and√andé.", "•loose"} {
			if !strings.Contains(text, want) {
				t.Errorf("PDF lacks %q in %q", want, text)
			}
		}
		if !strings.Contains(list[0], "shownas□") {
			t.Errorf("title page says %q", list[0])
		}
	}
	for _, want := range []string{
		"Plainbolditaliccodestrucklink&©*stars*", "andé.", "[picture:apicture]", "cellone", "two", "three", "indentedcode", "1.", "2.", "quoted", "shut", "break<tag>",
	} {
		if !strings.Contains(text, squeeze(want)) {
			t.Errorf("PDF lacks %q in %q", want, text)
		}
	}
	if !strings.Contains(list[0], "Coffeebypost") || !strings.Contains(list[0], "4March2026") || !strings.Contains(list[0], "shownas") {
		t.Errorf("title page says %q", list[0])
	}
}

func TestPDFIsTheSameTwice(t *testing.T) {
	for name, d := range map[string]deliver.Document{"mixed": mixed(), "without a date": deliver.Compose(org.Project{ID: "p1", Title: "T"}, []work.Upstream{done("i1", "A", "x *y* **z** `c`")}, nil)} {
		a := render(t, d)
		for range 4 {
			if b := render(t, d); !bytes.Equal(a, b) {
				t.Errorf("%s: two renderings differ", name)
			}
		}
		if !bytes.HasPrefix(a, []byte("%PDF-")) {
			t.Errorf("%s: begins with %q", name, a[:8])
		}
	}
}

func TestPDFOfOddDocuments(t *testing.T) {
	long := strings.Repeat("word ", 3000)
	wide := "|" + strings.Repeat("a|", 40) + "\n|" + strings.Repeat("-|", 40) + "\n|" + strings.Repeat("b|", 40) + "\n"
	for name, body := range map[string]string{
		"empty": "", "deep quotes": strings.Repeat(">", 100) + " x", "deep list": deep(60), "long word": strings.Repeat("x", 20000), "wide table": wide, "tall cell": "| A | B |\n|---|---|\n| " + long + " | b |\n",
		"head only": "| A |\n|---|\n", "long code": "```\n" + strings.Repeat("x", 5000) + "\n\n\ty\n```", "bad bytes": "a\xff\xfe\x00b\u202e\u200b\u2028c", "big number": "999999999. x", "long heading": "# " + long,
		"empty items": "-\n-\n  -\n", "wide cell word": "| " + strings.Repeat("y", 400) + " | b |\n|---|---|\n| c | " + strings.Repeat("z", 400) + " |\n", "table in a list": "- | A | B |\n  |---|---|\n  | c | d |\n", "html": "<div>\n<b>x</b>",
		"code in a quote": "> ```\n> x\n> ```", "references": "[a]: https://example.org\n\n[a]", "emoji": strings.Repeat("😀", 500),
	} {
		d := deliver.Compose(project(), []work.Upstream{done("i1", "Title", body)}, nil)
		if n := len(pages(t, render(t, d))); n < 1 {
			t.Errorf("%s: %d pages", name, n)
		}
		d.Phases[0].Sections[0].Body = body // as it came
		render(t, d)
	}
	render(t, deliver.Document{})
	d := deliver.Compose(org.Project{Title: strings.Repeat("Long title ", 500), Goal: long, Phases: []org.Phase{{}, {Index: 1, Label: long}}}, []work.Upstream{done("", "", "x"), done("b", long, "y")}, nil)
	render(t, d)
}

func deep(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat("  ", i) + "- x\n")
	}
	return b.String()
}

func TestPDFOfAMegabyte(t *testing.T) {
	unit := "## Heading\n\nSome words that make a paragraph with *emphasis* and [a link](https://example.org).\n\n| A | B |\n|---|---|\n| c | d |\n\n- item\n- item\n\n```\ncode\n```\n\n"
	size := 1 << 20
	if !testlevel.Check() {
		size >>= 3
	}
	for name, body := range map[string]string{"mixed": strings.Repeat(unit, size/len(unit)), "one paragraph": strings.Repeat("word ", (1<<17)/5), "one word": strings.Repeat("x", 1<<16)} {
		start := pace.Spent()
		d := deliver.Compose(project(), []work.Upstream{done("i1", "Title", body)}, nil)
		raw := render(t, d)
		if took := pace.Spent() - start; took > pace.Most(30*time.Second) {
			t.Errorf("%s: %d bytes took %v for %d bytes of PDF", name, len(body), took, len(raw))
		}
	}
}

// FuzzMarkdownToPDF renders what a hostile model may write.
func FuzzMarkdownToPDF(f *testing.F) {
	for _, s := range []string{"# a\n\nb [S1:p1]", "| a |\n|---|\n| b |", "> - 1. x\n>\n>   ```\n", "![a](b) <b> `c` **d** ~~e~~", "a\n===\n\n<div>\n\n[x]: y\n\n- [ ] z", "\\[&#0;&lt;\u202e日\xff"} {
		f.Add(s, "Title")
	}
	f.Fuzz(func(t *testing.T, body, title string) {
		if len(body) > 4096 || len(title) > 512 {
			return
		}
		d := deliver.Compose(project(), []work.Upstream{done("i1", title, body, cite("S1:p1", "x", title, "https://example.org"))}, nil)
		d.Opening = body
		if _, err := d.PDF(); err != nil {
			t.Fatalf("%q under %q: %v", body, title, err)
		}
		if _, err := d.HTML(); err != nil {
			t.Fatalf("%q under %q: %v", body, title, err)
		}
		if md := d.Markdown(); strings.Count(md, "\n<a id=\"i1\"></a>\n") != 1 {
			t.Fatalf("%q under %q: the section has no anchor of its own in %q", body, title, md)
		}
	})
}
