package deliver_test

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
	"github.com/frasier-cos/frasier/worker/deliver"
)

// ledger remembers nothing: every call is made.
type ledger struct{}

func (ledger) BeginCall(_ context.Context, c org.ModelCall) (org.CallEnd, bool, error) {
	return org.CallEnd{Key: c.Key, Try: 1, State: org.CallPending, Tier: c.Tier}, false, nil
}

func (ledger) EndCall(context.Context, org.CallEnd) (org.ModelHealth, error) {
	return org.ModelHealth{}, nil
}

// author answers with a fixed text and keeps what it was asked.
type author struct {
	text  string
	asked []llm.Block
}

func (a *author) Complete(_ context.Context, w llm.Wire) (llm.Raw, error) {
	a.asked = w.Blocks
	return llm.Raw{Text: a.text, Model: w.Model, Finish: "stop"}, nil
}

func (a *author) saw() string {
	var out []string
	for _, b := range a.asked {
		out = append(out, b.Text)
	}
	return strings.Join(out, "\n")
}

func open(t *testing.T, a *author, d deliver.Document) string {
	t.Helper()
	prices, err := llm.LoadPrices()
	if err != nil {
		t.Fatal(err)
	}
	set, err := prompt.Load("")
	if err != nil {
		t.Fatal(err)
	}
	set.Facts = true
	x := deliver.Assembler{Prompts: set, Now: func() time.Time { return time.Unix(1_800_000_000, 0) }, Client: &llm.Client{
		Provider: a, Records: ledger{}, Models: llm.DefaultModels(), Prices: prices, Now: time.Now,
		Rand: func() float64 { return 0 }, Wait: func(context.Context, time.Duration) error { return nil },
	}}
	step := org.Step{ID: "s9", Kind: org.KindAssembly, Tier: org.T2, Title: "Assemble"}
	text, err := x.Opening(t.Context(), deliver.Order{
		Caller: llm.Caller{Project: "p7", Step: "s9", Round: 1}, Step: step, Document: d, Nonce: "abc",
		Context: work.StepContext{Project: d.Project, Request: "What does a bag cost? We have 30 days."},
	})
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestOpeningKeepsWhatTheDocumentBears(t *testing.T) {
	a := &author{text: "# Coffee by post\n\nA bag costs 12 euros [1] [S1:p1] [7]. A box costs 99 euros. We have 30 days.\n\n" +
		"- Buy at 12 euros.\n- Sell at 77 euros.\n- See What a bag costs and [the van](#i9).\n\n## What follows\n\n| 88 | x |\n\n<script>go()</script>\n\n```\nopen"}
	d := mixed()
	d.Introduce(open(t, a, d), "What does a bag cost? We have 30 days.")
	want := "A bag costs 12 euros [\\[1\\]](#source-1). We have 30 days.\n\n- Buy at 12 euros.\n- See [A bag costs 12 euros](#i1) and the van.\n\n### What follows\n\n&lt;script>go()&lt;/script>\n\n```\nopen\n```"
	if d.Opening != want {
		t.Errorf("opening is\n%q, want\n%q", d.Opening, want)
	}
	if saw := a.saw(); !strings.Contains(saw, "Setext") || strings.Contains(saw, "shortened") || strings.Contains(saw, "source-1") || !strings.Contains(saw, "[1]") {
		t.Errorf("a short document must be seen whole, with citations as they are to be written: %s", saw)
	}
	if md := d.Markdown(); !strings.Contains(md, "## Summary\n\nA bag costs") {
		t.Errorf("opening is not in the document:\n%s", md)
	}
}

// A figure that is called rough stands for what is rounded to it.
func TestRoughFiguresOfTheOpening(t *testing.T) {
	for said, want := range map[string]string{
		"About 400 offices are in reach.":       "About 400 offices are in reach.",
		"Roughly 140 of them buy every week.":   "Roughly 140 of them buy every week.",
		"There are 400 offices in reach.":       "",
		"About 500 offices are in reach.":       "",
		"About £9 a loaf is flour and labour.":  "",
		"Nearly £1.1 a loaf is flour and work.": "Nearly £1.1 a loaf is flour and work.",
		"They take 2,001 of them in a week.":    "They take 2,001 of them in a week.",
		"They take 2,010 of them in a week.":    "",
		"Hand it in by the 14th.":               "Hand it in by the 14th.",
		"Hand it in by the 15th.":               "",
	} {
		d, _ := bakery(t, false)
		d.Phases[0].Sections[0].Body += "\n\nThe market decides on 14 January 2027."
		d.Introduce(said, "")
		if d.Opening != want {
			t.Errorf("%q became %q, want %q", said, d.Opening, want)
		}
	}
}

// Who sums up may cite what a part cites for the same figure: its passage may bear the
// figure in another language, or by a sum.
func TestTheOpeningMayCiteAsAPartDoes(t *testing.T) {
	const said = `Bake 77 loaves by Monday [\[3a\]](#source-3a).`
	d, _ := bakery(t, false)
	d.Phases[0].Sections[0].Body += "\n\nThe oven takes 77 loaves [\\[3a\\]](#source-3a)."
	d.Introduce("Bake 77 loaves by Monday [3a].", "")
	if d.Opening != said {
		t.Errorf("the opening is %q, want %q", d.Opening, said)
	}
}

// A citation in the opening keeps its passage, unless that holds none of the
// figures of its clause: then another passage of the source is cited that does.
func TestCitationsOfTheOpeningBearTheirSentences(t *testing.T) {
	for said, want := range map[string]string{
		"Rye costs £1.12 a loaf in flour and labour [3b].":         "Rye costs £1.12 a loaf in flour and labour [3b].",
		"Rye costs £1.12 a loaf in flour and labour [3a].":         "Rye costs £1.12 a loaf in flour and labour [3b].",
		"Rye costs £1.12 a loaf in flour and labour [2a].":         "Rye costs £1.12 a loaf in flour and labour.",
		"Rye costs £1.12 a loaf in flour and labour [3].":          "Rye costs £1.12 a loaf in flour and labour [3b].",
		"Of the offices, 138 order bread every week [1a, 2a, 9z].": "Of the offices, 138 order bread every week [1a].",
		"The rest is to be seen [1a].":                             "The rest is to be seen [1a].",
		"Of 412 offices 138 buy; the market, as said [1a], grows.": "Of 412 offices 138 buy; the market, as said [1a], grows.",
		"Rye costs £1.12 a loaf [9z] in flour and labour.":         "Rye costs £1.12 a loaf in flour and labour.",
	} {
		d, _ := bakery(t, false)
		d.Introduce(said, "")
		got := regexp.MustCompile(`\[\\\[(\w+)\\\]\]\(#source-\w+\)`).ReplaceAllString(d.Opening, "[$1]")
		if got != want {
			t.Errorf("%q became %q, want %q", said, got, want)
		}
	}
}

func TestOpeningReadsWithinItsBudget(t *testing.T) {
	var steps []work.Upstream
	for i := range 12 {
		unit := fmt.Sprintf("Line %d says something of part %d.\n", i, i)
		steps = append(steps, done(fmt.Sprintf("i%d", i), fmt.Sprintf("Part %c", 'A'+i), strings.Repeat(unit, 20+i*200)))
	}
	d := deliver.Compose(project(), steps, nil)
	a := &author{text: "Fine."}
	open(t, a, d)
	saw := a.saw()
	if n := utf8.RuneCountInString(saw); n > (org.UpstreamTokens+6000)*org.CharsPerToken {
		t.Errorf("prompt has %d characters", n)
	}
	if !strings.Contains(saw, "shortened to fit") || !strings.Contains(saw, "Part L") {
		t.Error("prompt does not say what it shortened")
	}
	for _, tokens := range []int{0, 10, 100, 500, 5000, org.UpstreamTokens, 1 << 20} {
		text, short := d.Excerpt(tokens)
		if n := utf8.RuneCountInString(text); n > tokens*org.CharsPerToken+60 {
			t.Errorf("excerpt of %d tokens has %d characters", tokens, n)
		}
		if whole := !strings.Contains(text, "[Left out here: "); whole != (len(short) == 0) {
			t.Errorf("excerpt of %d tokens: whole is %t, shortened %v", tokens, whole, short)
		}
	}
	text, short := d.Excerpt(org.UpstreamTokens)
	if all := strings.Join(short, " "); strings.Contains(all, "Part A") || strings.Contains(all, "as a whole") || !strings.Contains(text, "part 0.") || !strings.Contains(text, "part 11.") || !strings.Contains(text, "[Left out here: ") {
		t.Errorf("the longest parts must give way, not the short ones: %v", short)
	}
	if n := utf8.RuneCountInString(text); n < org.UpstreamTokens*org.CharsPerToken*9/10 {
		t.Errorf("excerpt has %d characters, much less than its budget", n)
	}
}

func TestTheOpeningTellsNoDeeds(t *testing.T) {
	d := deliver.Compose(project(), []work.Upstream{done("i1", "A", "Beans cost 14.90 euros.")}, nil)
	d.Introduce("Beans cost 14.90 euros. We have deployed the site. Beans cost 19.90 euros.", "")
	if want := "Beans cost 14.90 euros."; d.Opening != want {
		t.Errorf("opening is %q, want %q", d.Opening, want)
	}
}

// Page 1 gives no other day and no other figure for what a part decided, though they stand in
// the document for something else; whoever writes it and whoever compares the parts is told
// what was decided, and which parts are to fit one page.
func TestTheOpeningSaysWhatWasDecided(t *testing.T) {
	const part = "The hosts answer by 8 January. The flats are counted on 9 January.\n\n*Decided figures: hosts answer by = 8 January 2027*"
	d := deliver.Compose(project(), []work.Upstream{done("i1", "A one-page plan", part)}, nil)
	a := &author{text: "The hosts answer by 9 January. The flats are counted on 9 January."}
	d.Introduce(open(t, a, d), "")
	if want := "The flats are counted on 9 January."; d.Opening != want {
		t.Errorf("opening is %q, want %q", d.Opening, want)
	}
	if saw := a.saw(); !strings.Contains(saw, "- hosts answer by = 8 January 2027 (i1)") {
		t.Errorf("its author is not told what was decided:\n%s", saw)
	}
	if got := d.Pages(); !slices.Equal(got, []string{"i1: 13 words"}) {
		t.Errorf("pages are %q", got)
	}
}
