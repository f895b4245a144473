package deliver_test

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"image/png"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/ledongthuc/pdf"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/deliver"
)

// prices is a table whose figures a chart shows, with its sources.
const prices = `| Plan | Price | Seats |
|---|---|---|
| Starter | $19 [S1:p1] | 3 |
| Team | $49 [S1:p1] | 10 |
| Business | $99.50 [S2:p1] | 25 |
`

func charted(t *testing.T, table string) (string, []byte) {
	t.Helper()
	d := deliver.Compose(org.Project{ID: "p1", Title: "Prices"}, []work.Upstream{{
		Key: "prices", Title: "Prices", Kind: org.KindResearch, State: org.StepCompleted, Result: "What they cost.\n\n" + table,
		Sources: []work.Citation{
			{Claim: "a", Quote: "b", Document: "d1", Title: "One", Passage: "S1:p1"},
			{Claim: "a", Quote: "b", Document: "d2", Title: "Two", Passage: "S2:p1"},
		},
	}}, nil)

	page, err := d.HTML()
	if err != nil {
		t.Fatal(err)
	}
	pdf, err := d.PDF()
	if err != nil {
		t.Fatal(err)
	}
	return page, pdf
}

func TestATableOfSourcedFiguresGetsAChart(t *testing.T) {
	page, pdf := charted(t, prices)
	if !strings.Contains(page, "Figure 1. Price by plan. Sources: [1], [2].") {
		t.Errorf("no caption with its sources:\n%s", page)
	}
	m := regexp.MustCompile(`src="data:image/png;base64,([^"]+)"`).FindStringSubmatch(page)
	if m == nil {
		t.Fatal("no picture in the page")
	}
	raw, err := base64.StdEncoding.DecodeString(m[1])
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	blue := 0
	widths := map[int]int{}
	b := picture.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		n := 0
		for x := b.Min.X; x < b.Max.X; x++ {
			if r, g, bl, _ := picture.At(x, y).RGBA(); r>>8 == 0x23 && g>>8 == 0x4f && bl>>8 == 0x7d {
				n++
			}
		}
		if n > 0 {
			blue++
			widths[n]++
		}
	}
	if len(widths) < 3 || blue < 30 {
		t.Errorf("%d rows of bars in %d lengths, want three lengths", blue, len(widths))
	}
	if !bytes.Contains(pdf, []byte("/Subtype /Image")) {
		t.Error("no picture in the PDF")
	}
	again, pdfAgain := charted(t, prices)
	if again != page || !bytes.Equal(pdf, pdfAgain) {
		t.Error("the same document gives other bytes")
	}
}

// A chart shows the column that the part's finding speaks of, none where that
// is in no column, and no row that adds up the others.
func TestAChartShowsTheFinding(t *testing.T) {
	const table = "| Rival | Small | Large |\n|---|---|---|\n| Acme | £25 [S1:p1] | £59 [S1:p1] |\n| Bolt | £35 [S1:p1] | £109 [S1:p1] |\n| Cargo | £45 [S2:p1] | £93 [S2:p1] |\n| All | £105 [S2:p1] | £261 [S2:p1] |\n"
	for title, want := range map[string]string{
		"Acme is the cheapest at £59 for a large studio": "Figure 1. Large by rival.",
		"Acme asks £25, Cargo £45":                       "Figure 1. Small by rival.",
		"We ask £80 of a large studio":                   "",
		"What they cost":                                 "Figure 1. Small by rival.",
	} {
		d := deliver.Compose(org.Project{ID: "p1", Title: "Prices"}, []work.Upstream{{
			Key: "prices", Title: "Prices", Kind: org.KindResearch, State: org.StepCompleted, Result: "What they cost.\n\n" + table,
			Sources: []work.Citation{{Claim: "a", Quote: "b", Document: "d1", Title: "One", Passage: "S1:p1"}, {Claim: "a", Quote: "b", Document: "d2", Title: "Two", Passage: "S2:p1"}},
		}}, nil)

		d.Phases[0].Sections[0].Finding = title
		page, err := d.HTML()
		if err != nil {
			t.Fatal(err)
		}
		_, caption, _ := strings.Cut(page, "Figure 1.")
		caption, _, _ = strings.Cut("Figure 1."+caption, " Source")
		if want == "" {
			caption = regexp.MustCompile("<figure>").FindString(page)
		}
		if caption != want {
			t.Errorf("%s: the chart is %q, want %q", title, caption, want)
		}
		if strings.Contains(page, "alt=\"") && strings.Contains(page, "All £261") {
			t.Errorf("%s: the sum is a bar", title)
		}
	}
}

func TestTablesThatGetNoChart(t *testing.T) {
	for name, table := range map[string]string{
		"no source":                          regexp.MustCompile(` \[S\d:p1\]`).ReplaceAllString(prices, ""),
		"two rows":                           strings.Join(strings.Split(prices, "\n")[:4], "\n"),
		"all alike":                          "| Plan | Price |\n|---|---|\n| A | $5 [S1:p1] |\n| B | $5 |\n| C | $5 |\n",
		"things that have no common measure": "| What | Census |\n|---|---|\n| Offices | 412 offices [S1:p1] |\n| Desks | 9,870 desks |\n| Loaves | 2,001 loaves |\n",
		"two units":                          "| Plan | Price |\n|---|---|\n| A | $5 [S1:p1] |\n| B | 6 % |\n| C | $7 |\n",
		"years":                              "| Firm | Founded |\n|---|---|\n| A | 1999 [S1:p1] |\n| B | 2004 |\n| C | 2011 |\n",
		"a range":                            "| Plan | Price |\n|---|---|\n| A | $5 to $9 [S1:p1] |\n| B | $6 |\n| C | $7 |\n",
		"an empty cell":                      "| Plan | Price |\n|---|---|\n| A | $5 [S1:p1] |\n| B | |\n| C | $7 |\n",
		"far apart":                          "| Plan | Price |\n|---|---|\n| A | $1 [S1:p1] |\n| B | $6 |\n| C | $70000 |\n",
		"sentences":                          "| Plan | Note |\n|---|---|\n| A | costs $5 for every seat [S1:p1] |\n| B | costs $6 for every seat |\n| C | costs $7 for every seat |\n",
		"a very long label":                  "| Plan | Price |\n|---|---|\n| " + strings.Repeat("long ", 12) + " | $5 [S1:p1] |\n| B | $6 |\n| C | $7 |\n",
		"more than 12 rows":                  "| Plan | Price |\n|---|---|\n" + strings.Repeat("| A | $5 [S1:p1] |\n| B | $6 |\n", 7),
		"an unknown source":                  "| Plan | Price |\n|---|---|\n| A | $5 [S9:p1] |\n| B | $6 |\n| C | $7 |\n",
		"a copied link":                      "| Plan | Price |\n|---|---|\n| A | $5 [1](#source-1) |\n| B | $6 |\n| C | $7 |\n",
		"a header alone":                     "| Plan | Price |\n|---|---|\n",
		"only one column":                    "| Price |\n|---|\n| $5 [S1:p1] |\n| $6 |\n| $7 |\n",
		"nothing to tell by":                 "| | |\n|---|---|\n| A | $5 [S1:p1] |\n| B | $6 |\n| C | $7 |\n",
	} {
		if page, pdf := charted(t, table); strings.Contains(page, "<figure>") || bytes.Contains(pdf, []byte("/Subtype /Image")) {
			t.Errorf("%s: a chart is shown", name)
		}
	}
}

func TestZeroAndGreatFiguresAreDrawn(t *testing.T) {
	for name, table := range map[string]string{
		"a zero":       "| Plan | Price |\n|---|---|\n| A | $0 [S1:p1] |\n| B | $6 |\n| C | $7 |\n",
		"billions":     "| Firm | Revenue |\n|---|---|\n| A | $1.2 billion [S1:p1] |\n| B | $3 billion |\n| C | $7.5 billion |\n",
		"shares":       "| Firm | Share |\n|---|---|\n| A | 12 % [S1:p1] |\n| B | 30 % |\n| C | 58 % |\n",
		"strange text": "| Plan | Price |\n|---|---|\n| \u202eA\u0301 漢字 | $1 [S1:p1] |\n| B | $6 |\n| C | $7 |\n",
	} {
		if page, _ := charted(t, table); !strings.Contains(page, "<figure>") {
			t.Errorf("%s: no chart", name)
		}
	}
}

// Each form says in words what a chart shows: its bars with their figures.
func TestChartsHaveATextAlternative(t *testing.T) {
	d, _ := bakery(t, true)
	const want = "Harbour Grain: £2.95"
	page, err := d.HTML()
	if err != nil {
		t.Fatal(err)
	}
	alt := regexp.MustCompile(`<img alt="([^"]*)"`).FindStringSubmatch(page)
	if alt == nil || !strings.Contains(alt[1], want) {
		t.Errorf("the page's picture is described as %q", alt)
	}
	described := regexp.MustCompile(`<wp:docPr [^>]*descr="([^"]*)"`).FindStringSubmatch(wordText(t, word(t, d)))
	if described == nil || !strings.Contains(described[1], want) {
		t.Errorf("Word's picture is described as %q", described)
	}
	raw := render(t, d)
	r, err := pdf.NewReader(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		t.Fatal(err)
	}
	found := ""
	for n := 1; n <= r.NumPage(); n++ {
		content, err := io.ReadAll(r.Page(n).V.Key("Contents").Reader())
		if err != nil {
			t.Fatal(err)
		}
		if m := regexp.MustCompile(`/Span <</Alt <FEFF([0-9A-F]+)>>> BDC\s[^E]*/I\S+ Do[^E]*EMC`).FindSubmatch(content); m != nil {
			raw, err := hex.DecodeString(string(m[1]))
			if err != nil {
				t.Fatal(err)
			}
			for i := 0; i+1 < len(raw); i += 2 {
				found += string(rune(raw[i])<<8 | rune(raw[i+1]))
			}
		}
	}
	if !strings.Contains(found, want) {
		t.Errorf("the PDF's picture is described as %q", found)
	}
}

// A chart has the letters of its labels, as far as a font has them.
func TestChartsInOtherScripts(t *testing.T) {
	const table = "| 会社 | 価格 |\n|---|---|\n| 日本 | £3.40 [S1:p1] |\n| 中文 | £2.90 [S1:p1] |\n| 語格 | £3.10 [S1:p1] |\n"
	draw := func() string {
		d := deliver.Compose(org.Project{Title: "T"}, []work.Upstream{done("i1", "価格", "Text.\n\n"+table, cite("S1:p1", "b", "One", "https://example.org"))}, nil)
		page, err := d.HTML()
		if err != nil {
			t.Fatal(err)
		}
		m := regexp.MustCompile(`base64,([^"]+)"`).FindStringSubmatch(page)
		if m == nil {
			t.Fatal("there is no chart")
		}
		if !strings.Contains(page, "Figure 1. 価格 by 会社.") {
			t.Errorf("the caption is wrong: %s", page)
		}
		return m[1]
	}
	withFonts(t, t.TempDir())
	without := draw()
	withFonts(t, "../../internal/typeface/testdata/share")
	if draw() == without {
		t.Error("the chart is the same without fonts and with them")
	}
}
