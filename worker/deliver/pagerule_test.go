package deliver_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/ledongthuc/pdf"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/roadmap"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/deliver"
)

// coffee is the example roadmap of the repository, each item answered at about
// the length that a model writes.
func coffee(t *testing.T) deliver.Document {
	t.Helper()
	raw, err := os.ReadFile("../../examples/roadmap.md")
	if err != nil {
		t.Fatal(err)
	}
	r, err := roadmap.Parse("roadmap.md", string(raw))
	if err != nil {
		t.Fatal(err)
	}
	p := org.Project{ID: "p4", Title: r.Title, CreatedAt: time.Date(2026, 9, 1, 0, 0, 0, 0, time.UTC)}
	var steps []work.Upstream
	for i, phase := range r.Phases {
		p.Phases = append(p.Phases, org.Phase{Index: i, Label: phase})
		for k, item := range r.Items {
			if item.Phase != i {
				continue
			}
			var b strings.Builder
			fmt.Fprintf(&b, "%d of 1,000 households answered, which is %d%% of all [S1:p1] (computed: %d / 1000 = %d%%).\n\n", 120+10*k, 12+k, 120+10*k, 12+k)
			for n := range 2 + k {
				fmt.Fprintf(&b, "## Point %d\n\n%s\n\n", n+1, strings.Repeat("Most of them named the price first and the time of delivery second. ", 4+n))
			}
			fmt.Fprintf(&b, "| Group | Share |\n|---|--:|\n| Old town | %d%% [S1:p1] |\n| Harbour | %d%% |\n| Hill | %d%% |\n\n## Not established\n\n- What households outside the city would pay.\n", 10+k, 20+i, 31+k)
			u := done(fmt.Sprintf("i%d-%d", i, k), item.Title, b.String(), cite("S1:p1", "120 of 1,000 households answered.", "Household survey", "file:survey.md"))
			u.Phase = i
			steps = append(steps, u)
		}
	}
	d := deliver.Compose(p, steps, nil)
	d.Introduce("Begin in the old town: 12% of all households answered [1].\n\n**First steps.**\n\n- Ask 100 more.", "")
	return d
}

// measured is how far down a page its text goes, as a share of its height, and
// what it says.
type measured struct {
	share float64
	text  string
}

// measure reads the pages of a PDF. Footnotes and the running foot do not count.
func measure(t *testing.T, raw []byte) []measured {
	t.Helper()
	r, err := pdf.NewReader(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		t.Fatal(err)
	}
	const top, foot, noteSize = 842 - 62.3, 62.3, 8.2 // points; the margins are 22 mm
	var out []measured
	for n, text := range pages(t, raw) {
		low := top
		for _, x := range r.Page(n + 1).Content().Text {
			if x.FontSize > noteSize && strings.TrimSpace(x.S) != "" {
				low = min(low, x.Y)
			}
		}
		out = append(out, measured{(top - low) / (top - foot), text})
	}
	return out
}

// The rules for pages: cover and contents from eight pages of text on, a piece
// that was asked for on one page stands on one of its own, and no page is less
// than a third full, but the last and those of such pieces.
func TestPagesKeepTheirRules(t *testing.T) {
	report, _ := bakery(t, true)
	for name, c := range map[string]struct {
		doc      deliver.Document
		contents bool
		single   string // a text of the piece of one page
		next     string // a text that must not stand on its page
	}{
		"example roadmap": {doc: coffee(t), contents: true},
		"bakery":          {doc: report, single: "FourteenofficesbythemarketdayonApril", next: "Whatisnotknown"},
		"long":            {doc: long(t), contents: true, single: "Unloadtheoven", next: "Square9"},
		"single mail":     {doc: mail(t)},
	} {
		t.Run(name, func(t *testing.T) {
			list := measure(t, render(t, c.doc))
			body := 0 // pages of text
			for i, p := range list {
				contents := strings.Contains(p.text, "Contents")
				if contents && !c.contents {
					t.Errorf("page %d has contents", i+1)
				}
				if !contents {
					body++
				}
				cut := c.single != "" && i+1 < len(list) && strings.Contains(list[i+1].text, c.single) // by the piece behind it
				single := cut || c.single != "" && strings.Contains(p.text, c.single) && !contents
				if p.share < 1.0/3 && i < len(list)-1 && !single {
					t.Errorf("page %d is %.0f%% full: %.200q", i+1, 100*p.share, p.text)
				}
			}
			if has := strings.Contains(list[0].text+list[min(1, len(list)-1)].text, "Contents"); has != c.contents || c.contents != (body >= 8) {
				t.Errorf("contents: %v, with %d pages of text", has, body)
			}
		})
	}
}

// A piece that was asked for on one page begins and ends on one.
func TestPiecesOfOnePageStandAlone(t *testing.T) {
	d, _ := bakery(t, true)
	found := 0
	for i, p := range pages(t, render(t, d)) {
		begins, ends := strings.Contains(p, "Askedfor:Writetheone"), strings.Contains(p, "Askforthemfirst")
		if begins != ends {
			t.Errorf("page %d has a part of the launch plan", i+1)
		}
		if begins {
			found++
			for _, other := range []string{"Whomwegoafterfirst", "Whatisnotknown", "Sources"} {
				if strings.Contains(p, other) {
					t.Errorf("page %d has the launch plan and %q", i+1, other)
				}
			}
		}
	}
	if found != 1 {
		t.Errorf("the launch plan stands on %d pages", found)
	}
	for words := 50; words <= 700; words += 130 {
		u := done("i1", "Write the one-page plan", strings.Repeat("word ", words)+"LASTWORD")
		list := pages(t, render(t, deliver.Compose(project(), []work.Upstream{done("i0", "Other", "Some text."), u, done("i2", "More", "More text.")}, nil)))
		for i, p := range list {
			if strings.Contains(p, "wordword") != strings.Contains(p, "LASTWORD") {
				t.Errorf("%d words: page %d has a part of the plan", words, i+1)
			}
		}
	}
}

// A piece of one page stands in its place, in the pages and in the contents,
// whatever it leaves empty before it.
func TestPiecesStandInTheirPlace(t *testing.T) {
	for lines := 1; lines <= 60; lines += 7 {
		var steps []work.Upstream
		for i, title := range []string{"First part", "Second part", "Write the one-page plan", "Last part"} {
			u := done(fmt.Sprintf("i%d", i), title, fmt.Sprintf("Text of %d.\n\n", i)+strings.Repeat("A line of text that somebody reads.\n\n", lines))
			u.Phase = i / 2
			u.Sources = []work.Citation{cite("S1:p1", "Bags cost 12 euros.", "Prices", "file:prices.md")}
			steps = append(steps, u)
		}
		all := strings.Join(pages(t, render(t, deliver.Compose(project("One", "Two"), steps, nil))), "")
		plan, last, sources := strings.LastIndex(all, "Textof2."), strings.LastIndex(all, "Textof3."), strings.LastIndex(all, "Prices")
		if second := strings.LastIndex(all, "Textof1."); second > plan || plan > last || last > sources {
			t.Errorf("%d lines: the plan stands at %d, after %d, before %d and %d", lines, plan, second, last, sources)
		}
	}
}

// What the founder wrote to order a document is his own: its readers do not see it.
func TestTheOrderIsPrivate(t *testing.T) {
	p := project()
	p.Goal = "I have 18,000 euros and nobody else until June."
	d := deliver.Compose(p, []work.Upstream{done("i1", "Other", "Some text.")}, nil)
	v, err := d.Deliverable()
	if err != nil {
		t.Fatal(err)
	}
	all := strings.Join(pages(t, render(t, d)), "") + v.Markdown + v.HTML
	for _, f := range v.Files {
		if strings.HasSuffix(f.Name, ".docx") {
			all += wordText(t, f.Data)
		}
	}
	if !strings.Contains(all, "Some text.") || strings.Contains(all, "18,000") {
		t.Errorf("the document says %.700q", all)
	}
}

// Documents of many shapes keep the rule for full pages wherever their phases,
// chapters and pieces fall.
func TestNoShapeLeavesAPageNearlyEmpty(t *testing.T) {
	for n := 1; n <= 24; n += 3 {
		for _, form := range []org.Template{org.TemplateReport, org.TemplateKit} {
			p := project("One", "Two", "Three")
			p.Template = form
			var steps []work.Upstream
			for i := range 6 {
				title := fmt.Sprintf("Part %d", i)
				if i == 3 {
					title = "Write the one-page plan"
				}
				u := done(fmt.Sprintf("i%d", i), title, strings.Repeat("A line of text that somebody reads.\n\n", n*(1+i%3)))
				u.Phase = i / 2
				steps = append(steps, u)
			}
			list := measure(t, render(t, deliver.Compose(p, steps, nil)))
			for i, page := range list {
				cut := i+1 < len(list) && strings.Contains(list[i+1].text, "Writetheone") // by the piece behind it
				if page.share < 1.0/3 && i < len(list)-1 && !cut && !strings.Contains(page.text, "Writetheone") {
					t.Errorf("%s of %d lines: page %d of %d is %.0f%% full: %.120q", form, n, i+1, len(list), 100*page.share, page.text)
				}
			}
		}
	}
}

// wordText is the body of a Word document, with its marks.
func wordText(t *testing.T, raw []byte) string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		t.Fatal(err)
	}
	f, err := z.Open("word/document.xml")
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// No page ends with a heading, of a phase, a part or within one, wherever they fall.
func TestNoHeadingStandsAloneAtAFoot(t *testing.T) {
	const textSize = 10.5 // points; what is larger is a heading
	for lines := 1; lines <= 12; lines++ {
		p := project("One", "Two")
		var steps []work.Upstream
		for i := range 8 {
			body := strings.Repeat("A line of text that somebody reads, and that goes on for a while.\n\n", lines+i%3) +
				"### Within\n\n" + strings.Repeat("More of it. ", 10*lines) + "\n\n#### Deeper\n\n| A | B |\n|---|---|\n" + strings.Repeat("| c | d |\n", 3+lines) + "\n- an item\n- another one\n"
			u := done(fmt.Sprintf("i%d", i), fmt.Sprintf("Part %d", i), body)
			u.Phase = i / 4
			steps = append(steps, u)
		}
		raw := render(t, deliver.Compose(p, steps, nil))
		r, err := pdf.NewReader(bytes.NewReader(raw), int64(len(raw)))
		if err != nil {
			t.Fatal(err)
		}
		headings := 0
		for n := 1; n <= r.NumPage(); n++ {
			low, size, text := 842.0, 0.0, ""
			for _, x := range r.Page(n).Content().Text {
				if x.FontSize > textSize {
					headings++
				}
				if x.FontSize > 8.2 && strings.TrimSpace(x.S) != "" && x.Y <= low {
					low, size, text = x.Y, x.FontSize, x.S
				}
			}
			if size > textSize {
				t.Errorf("%d lines: page %d ends with the heading %q", lines, n, text)
			}
		}
		if headings < 24 {
			t.Errorf("%d lines: %d headings were found", lines, headings)
		}
	}
}

// No page ends with a line that announces the table or list of the next one.
func TestNoAnnouncementStandsAloneAtAFoot(t *testing.T) {
	for lines := 1; lines <= 14; lines++ {
		body := strings.Repeat("A line of text that somebody reads.\n\n", lines)
		for i := range 12 {
			body += strings.Repeat("A line of text that somebody reads.\n\n", 2+i%3) + "Paid on these days:\n\n| A | B |\n|---|---|\n" + strings.Repeat("| c | d |\n", 4) + "\nAnd for these reasons:\n\n- an item\n- another one\n\n"
		}
		raw := render(t, deliver.Compose(project("One"), []work.Upstream{done("i1", "Part", body)}, nil))
		r, err := pdf.NewReader(bytes.NewReader(raw), int64(len(raw)))
		if err != nil {
			t.Fatal(err)
		}
		if r.NumPage() < 3 {
			t.Fatalf("%d lines: %d pages", lines, r.NumPage())
		}
		for n := 1; n <= r.NumPage(); n++ {
			low, text := 842.0, ""
			for _, x := range r.Page(n).Content().Text {
				if x.FontSize <= 8.2 {
					continue
				}
				switch {
				case x.Y < low-1:
					low, text = x.Y, x.S
				case x.Y < low+1:
					text += x.S
				}
			}
			if strings.HasSuffix(strings.TrimSpace(text), ":") {
				t.Errorf("%d lines: page %d ends with %q", lines, n, text)
			}
		}
	}
}
