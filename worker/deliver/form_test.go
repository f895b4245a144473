package deliver_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/deliver"
)

// formed composes a document of a form with the same part twice.
func formed(t *testing.T, form org.Template, body string) (deliver.Document, []string) {
	t.Helper()
	p := org.Project{ID: "p1", Title: "Oats by post", Goal: "Sell oats", Template: form, CreatedAt: time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)}
	part := func(n int, title string) work.Upstream {
		return work.Upstream{ID: org.StepID(fmt.Sprint("s", n)), Key: fmt.Sprint("i", n), Title: title, State: org.StepCompleted, Kind: org.KindWriting, Result: body}
	}
	d := deliver.Compose(p, []work.Upstream{part(1, "Before the start"), part(2, "On the day")}, nil)
	d.Opening = "Begin on a Monday."
	raw, err := d.PDF()
	if err != nil {
		t.Fatal(err)
	}
	return d, pages(t, raw)
}

func TestFormsLookAsTheirTemplatesSay(t *testing.T) {
	body := "- [ ] Write the mail\n- [x] Choose a name\n- [ ] Book a room\n\n```text\nHello {first name}\n```\n"
	for form, c := range map[org.Template]struct {
		kicker, summary string
		gathers         bool
	}{
		"":                 {"REPORT", "Summary", false},
		org.TemplateReport: {"REPORT", "Summary", false},
		org.TemplateGuide:  {"GUIDE", "Whatthisguidegivesyou", false},
		org.TemplateBrief:  {"BRIEF", "Inshort", false},
		org.TemplateKit:    {"LAUNCHKIT", "Howtousethiskit", true},
	} {
		d, list := formed(t, form, body)
		if !strings.Contains(list[0], c.kicker) || !strings.Contains(list[0], "Beginon") {
			t.Errorf("%s: first page %q lacks %q or the opening", form, list[0], c.kicker)
		}
		long, pages := formed(t, form, strings.Repeat("A line of text that is read.\n\n", 500))
		if !strings.Contains(pages[0], "Beginon") || !strings.Contains(strings.Join(pages[:2], ""), "Contents") {
			t.Errorf("%s: a long document has its opening on page 1 and then contents: %.400q", form, pages[:2])
		}
		if page, err := long.HTML(); err != nil || !strings.Contains(page, "<nav>") {
			t.Errorf("%s: the page of a long document has no contents, error %v", form, err)
		}
		html, err := d.HTML()
		if err != nil || strings.Contains(html, "<nav>") {
			t.Fatalf("%s: the page of a short document has contents, error %v", form, err)
		}
		md := d.Markdown()
		whole := strings.Join(list, "\n")
		for what, text := range map[string]string{"PDF": whole, "HTML": squeeze(html), "Markdown": squeeze(md)} {
			if got := strings.Contains(text, "Everythingtodo,ononelist"); got != c.gathers {
				t.Errorf("%s, %s: gathers the boxes: %v, want %v", form, what, got, c.gathers)
			}
			if !strings.Contains(text, c.summary) || !strings.Contains(text, "Hello{firstname}") {
				t.Errorf("%s, %s: lacks %q or the copy", form, what, c.summary)
			}
		}
		if n := strings.Count(md, "- [ ] Write the mail"); c.gathers && n != 4 || !c.gathers && n != 2 {
			t.Errorf("%s: %d boxes in Markdown", form, n)
		}
	}
}

// No page ends with the first line of a paragraph or begins with its last.
func TestNoLineStandsAlone(t *testing.T) {
	const line = 70 // letters of a line at least
	var body strings.Builder
	for i := range 60 {
		words := 30 + i*7%60
		fmt.Fprintf(&body, "FIRST%02d %s LAST%02d\n\n", i, strings.Repeat("seven words make a line of text ", words/6), i)
	}
	for _, form := range []org.Template{org.TemplateReport, org.TemplateBrief} {
		_, list := formed(t, form, body.String())
		if len(list) < 6 {
			t.Fatalf("%d pages", len(list))
		}
		for n, page := range list {
			for i := range 60 {
				first, last := strings.LastIndex(page, fmt.Sprintf("FIRST%02d", i)), strings.Index(page, fmt.Sprintf("LAST%02d", i))
				if last >= 0 && strings.LastIndex(page[:last], "FIRST") < 0 && last < line {
					t.Errorf("%s: page %d begins with the last line of paragraph %d: %q", form, n+1, i, page[:last])
				}
				end := strings.LastIndex(page, "Oatsbypost")
				if first >= 0 && end > first && strings.LastIndex(page, "LAST") < first && end-first < line+20 {
					t.Errorf("%s: page %d ends with the first line of paragraph %d: %q", form, n+1, i, page[first:end])
				}
			}
		}
	}
}

// No page ends with a heading: what it announces begins on its page, and a
// short table stands there whole.
func TestNoHeadingStandsAlone(t *testing.T) {
	table := "| Roaster | Price |\n|---|---|\n" + strings.Repeat("| Alpha beans | twelve |\n", 9) + "| Omega beans | twelve |\n"
	for n := range 45 {
		body := strings.Repeat("A line of text.\n\n", n) + "## Prices asked\n\n### Of roasters\n\n" + table
		_, list := formed(t, org.TemplateBrief, body)
		for i, p := range list {
			at := strings.Index(p, "Pricesasked")
			if at >= 0 && !strings.Contains(p[at:], "Omegabeans") {
				t.Fatalf("after %d lines page %d has the heading and not its table: %q", n, i+1, p[at:])
			}
		}
	}
}

// A long address in running text is cut in its middle; several markers of one
// source on one spot are one.
func TestAddressesAndMarkersStayShort(t *testing.T) {
	long := "https://oats.example/prices/2026/wholesale/" + strings.Repeat("very-long-name-", 6) + "end.html"
	one := cite("S1:p1", "Oats cost 212 euros.", "Oats", "https://oats.example/")
	again := one
	again.Passage = "S1:p2"
	d := deliver.Compose(project(), []work.Upstream{done("i1", "Oats", "Oats cost 212 euros [S1:p1][S1:p2] [S1:p1, S1:p2]. See "+long+" for more.", one, again)}, nil)
	if md := d.Markdown(); strings.Count(md, "](#source-1)") != 1 {
		t.Errorf("markers of one source: %q, want one link", md)
	}
	raw, err := d.PDF()
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(pages(t, raw), "")
	if strings.Contains(text, "very-long-name-very-long-name-very") || !strings.Contains(text, "https://oats.example/prices/2026/who") || !strings.Contains(text, "name-end.html") {
		t.Errorf("the address is not cut in its middle: %q", text)
	}
}
