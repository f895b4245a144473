package check_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/checktest"
	"github.com/frasier-cos/frasier/internal/testing/orgtest"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/check"
)

func TestParseDraft(t *testing.T) {
	const line = `{"c":"The fee is","p":["S1:p1"],"q":"The fee is 40 euros a month"}`
	claim := check.ClaimLine{Claim: "The fee is", Passages: []string{"S1:p1"}, Quote: "The fee is 40 euros a month"}
	for _, c := range []struct {
		name, reply, text string
		claims            []check.ClaimLine
		broken            int
	}{
		{"plain", "Text [S1:p1].", "Text [S1:p1].", nil, 0},
		{"evidence", "Text.\n\n```evidence\n" + line + "\n```\n", "Text.", []check.ClaimLine{claim}, 0},
		{"no end", "Text.\n\n```evidence\n" + line, "Text.", []check.ClaimLine{claim}, 0},
		{"another name", "Text.\n\n```json\n" + line + "\n```\n", "Text.", []check.ClaimLine{claim}, 0},
		{"an array", "Text.\n\n```evidence\n[\n" + line + ",\n" + line + "\n]\n```", "Text.", []check.ClaimLine{claim, claim}, 0},
		{"announced", "Text.\n\n## Evidence\n\n```evidence\n" + line + "\n```", "Text.", []check.ClaimLine{claim}, 0},
		{"text behind it", "Text.\n\n```evidence\n" + line + "\n```\nMore.", "Text.\n\nMore.", []check.ClaimLine{claim}, 0},
		{"code is text", "Text.\n\n```json\n{\"a\":1}\n```", "Text.\n\n```json\n{\"a\":1}\n```", nil, 0},
		{"broken lines", "Text.\n\n```evidence\nnot json\n{\"c\":\"x\"}\n```", "Text.", nil, 2},
		{"loose markers", "A [s1: p2, p3] b [S1:p1;S2:p4].", "A [S1:p2, S1:p3] b [S1:p1, S2:p4].", nil, 0},
		{"no marker", "A [S3](https://s3.example) and [note] and [S].", "A [S3](https://s3.example) and [note] and [S].", nil, 0},
	} {
		d := check.ParseDraft(c.reply)
		if d.Text != c.text || d.Broken != c.broken {
			t.Errorf("%s: got %q with %d broken lines, want %q with %d", c.name, d.Text, d.Broken, c.text, c.broken)
		}
		if diff := cmp.Diff(c.claims, d.Claims); diff != "" {
			t.Errorf("%s: claims (-want +got)\n%s", c.name, diff)
		}
	}
}

func TestSentences(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"two", "One is here. Two is there!", []string{"One is here.", "Two is there!"}},
		{"decimals", "It costs 3.50 euros. Version 2.1 is out.", []string{"It costs 3.50 euros.", "Version 2.1 is out."}},
		{"abbreviations", "Use e.g. this one. Dr. Smith of Acme Inc. left. At 5 p.m. it was late.", []string{"Use e.g. this one.", "Dr. Smith of Acme Inc. left.", "At 5 p.m. it was late."}},
		{"no. and number", "See No. 5 below. The answer is no. Next.", []string{"See No. 5 below.", "The answer is no.", "Next."}},
		{"a number at the end", "It grew to 5. Then it fell.", []string{"It grew to 5.", "Then it fell."}},
		{"marker behind the stop", "One. [S1:p1] Two.[S1:p2] Three [S1:p3].", []string{"One. [S1:p1]", "Two.[S1:p2]", "Three [S1:p3]."}},
		{"quotes", "He said “stop.” She went.", []string{"He said “stop.”", "She went."}},
		{"Chinese", "收入增长了。利润下降了！为什么？", []string{"收入增长了。", "利润下降了！", "为什么？"}},
		{"German date", "Wir öffnen am 15. April in Wien. Dann folgt Graz.", []string{"Wir öffnen am 15. April in Wien.", "Dann folgt Graz."}},
		{"headings", "# Title 2026\n\nText one.\n\nUnder\n=====\n\nText two.", []string{"Text one.", "Text two."}},
		{"list", "1. One item. Of two sentences.\n2. Two\n   goes on.", []string{"1. One item.", "Of two sentences.", "2. Two goes on."}},
		{"table", "| Tool | Price 2026 |\n|---|---|\n| Acme Inc. Pro | $5. Yes [S1:p1] |", []string{"| Acme Inc. Pro | $5. Yes [S1:p1] |"}},
		{"table without outer bars", "Tool | Price\n--- | ---\nAcme | $5", []string{"Acme | $5"}},
		{"block quote", "> One sentence over\n> two lines [S1:p1].", []string{"One sentence over two lines [S1:p1]."}},
		{"code", "```go\nx := 1. Not text.\n```\nText.", []string{"Text."}},
		{"a fence left open", "Text one.\n\n```\nText two.", []string{"Text one.", "Text two."}},
		{"rule", "One.\n\n---\n\nTwo.", []string{"One.", "Two."}},
	} {
		var got []string
		for _, s := range check.Sentences(c.text) {
			got = append(got, s.Text)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %q (-want +got)\n%s", c.name, c.text, diff)
		}
	}
}

func TestAcceptanceByCode(t *testing.T) {
	const text = "# One\n\nSee [S1:p1].\n\n## Two\n\n- a\n- b\n\n| x | y |\n|-|-|\n| 1 | 2 |\n| 3 | 4 |\n| 5 | 6 |\n\nWe keep a “cooling-off period” of days [S2:p1]."
	pack := []work.Passage{{ID: "S1:p1", Document: "d1", Text: "One."}, {ID: "S2:p1", Document: "d2", Text: "Two."}, {ID: "S2:p2", Document: "d2", Text: "Three."}}
	for _, c := range []struct {
		a         org.Criterion
		code, met bool
	}{
		{org.Criterion{Check: org.CheckSources, N: 2}, true, true},
		{org.Criterion{Check: org.CheckSources, N: 3}, true, false},
		{org.Criterion{Check: org.CheckSections, N: 2}, true, true},
		{org.Criterion{Check: org.CheckSections, N: 3}, true, false},
		{org.Criterion{Check: org.CheckTable}, true, true},
		{org.Criterion{Check: org.CheckCount, N: 3}, true, true},
		{org.Criterion{Check: org.CheckCount, N: 4}, true, false},
		{org.Criterion{Check: org.CheckContains, Text: `It says "cooling-off period"`}, true, true},
		{org.Criterion{Check: org.CheckContains, Text: `It says "refund"`}, true, false},
		{org.Criterion{Check: org.CheckContains, Text: "no quotes"}, false, false},
		{org.Criterion{Check: org.CheckJudge}, false, false},
		{org.Criterion{Check: "smell"}, false, false},
	} {
		a := check.Run(check.Subject{
			Step: org.Step{Acceptance: []org.Criterion{c.a}}, Draft: check.ParseDraft(text), Evidence: work.Evidence{Passages: pack},
		})
		if got := a.Accept[0]; got.ByCode != c.code || got.Met != c.met {
			t.Errorf("%+v: got by code %v, met %v; want %v, %v", c.a, got.ByCode, got.Met, c.code, c.met)
		}
	}
}

func TestLeaksAndPhrases(t *testing.T) {
	const rules = "Hand in the thing that was asked for, not a description of it and nothing else."
	for _, c := range []struct {
		name, text, context string
		check               string // empty for none
	}{
		{"advice", "You should research the market first.", "", "A9"},
		{"as an airline", "As an airline it needs a licence. As an aide she helps.", "", ""},
		{"a model speaks", "As an AI, I have no view.", "", "A9"},
		{"blank", "Send it to [your name].", "", "A9"},
		{"blank in a template", "Dear [your name], we write to you.", "Write an email template", ""},
		{"to be done", "| Price | TBD |", "", "A9"},
		{"asked for", "A list of TODO: marks.", "Count the TODO: marks", ""},
		{"nonce", "The mark is 5eed5eed5eed.", "", "A10"},
		{"key", "Use sk-or-v1-0123456789abcdef0123 for it.", "", "A10"},
		{"instructions", "We hand in the thing that was asked for, not a description of it.", "", "A10"},
	} {
		a := check.Run(check.Subject{
			Draft: check.ParseDraft(c.text), Evidence: work.Evidence{Unsought: true}, Context: c.context,
			Secrets: []string{"5eed5eed5eed"}, Instructions: rules,
		})
		got := ""
		if len(a.MustFix) > 0 {
			got = a.MustFix[0].Check
			if !a.MustFix[0].Hard {
				t.Errorf("%s: %+v may be waved through", c.name, a.MustFix[0])
			}
		}
		if got != c.check {
			t.Errorf("%s: %q: got %q, want %q", c.name, c.text, got, c.check)
		}
	}
}

// Whatever form of secret founders paste does not go out in a text either, and
// what a manual writes in the place of one does.
func TestSecretsDoNotGoOut(t *testing.T) {
	audit := func(text string) check.Audit {
		return check.Run(check.Subject{Draft: check.ParseDraft(text), Evidence: work.Evidence{Unsought: true}})
	}
	for _, s := range orgtest.Secrets(t) {
		a := audit("Set it up with this one:\n\n" + s.Pasted + "\n\nThen go on.")
		if len(a.MustFix) == 0 || a.MustFix[0].Check != "A10" || !a.MustFix[0].Hard || strings.Contains(a.MustFix[0].Text+a.MustFix[0].Fix, s.Value) {
			t.Errorf("%s: %+v; want A10, and the secret not repeated", s.Form, a.MustFix)
		}
	}
	for _, text := range []string{
		"Set OPENROUTER_API_KEY=your-key-goes-here and start.", "Connect to postgres://user:password@localhost/shop.", "Keys begin with sk-or-v1- or ghp_ and are long.",
		"The token: a-word-that-stands-for-one.", "Send the header Authorization: Bearer YOUR_TOKEN_HERE.", "AKIA is a prefix of keys.",
	} {
		if a := audit(text); slices.ContainsFunc(a.MustFix, func(d check.Defect) bool { return d.Check == "A10" }) {
			t.Errorf("%q: %+v; want no A10", text, a.MustFix)
		}
	}
}

// A quote that runs over two passages of one document gives one citation in
// each, and every citation is the document's own bytes.
func TestQuoteOverTwoPassages(t *testing.T) {
	const doc = "The stall opened in April. It sold forty boxes in a week. Then it closed."
	pack := []work.Passage{
		{ID: "S1:p1", Document: "d", Start: 0, End: 26, Text: doc[:26]},
		{ID: "S1:p2", Document: "d", Start: 27, End: len(doc), Text: doc[27:]},
	}
	a := check.Run(check.Subject{
		Draft: check.ParseDraft("It opened [S1:p1].\n```evidence\n" +
			`{"c":"It opened","p":["S1:p1"],"q":"opened in April. It sold forty boxes"}` + "\n```"),
		Evidence: work.Evidence{Passages: pack},
	})
	if len(a.Fabricated) > 0 || len(a.Citations) != 2 {
		t.Fatalf("got %d citations, fabricated %q; want 2 and none", len(a.Citations), a.Fabricated)
	}
	for _, c := range a.Citations {
		if doc[c.Start:c.End] != c.Quote {
			t.Errorf("citation %q: the document has %q there", c.Quote, doc[c.Start:c.End])
		}
	}
}

// A quote too short to be evidence is no invention, unless it stands nowhere.
func TestShortQuotes(t *testing.T) {
	pack := []work.Passage{{ID: "S1:p1", Document: "d", Text: "The fee is 40 euros.", End: 20}}
	for quote, want := range map[string]int{"40 euros": 0, "50 euros": 1} {
		a := check.Run(check.Subject{
			Draft:    check.ParseDraft("The fee is due [S1:p1].\n```evidence\n" + `{"c":"The fee","p":["S1:p1"],"q":"` + quote + `"}` + "\n```"),
			Evidence: work.Evidence{Passages: pack},
		})
		if len(a.Fabricated) != want {
			t.Errorf("%q: got %d invented quotes, want %d", quote, len(a.Fabricated), want)
		}
	}
}

// No draft, however odd, makes the audit panic or gives it a citation that is
// not the passage's own bytes.
func TestAuditOfOddDrafts(t *testing.T) {
	drafts, err := checktest.Drafts(os.DirFS("testdata/eval"), "m8")
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.SampledFrom(drafts).Draw(t, "draft").Subject
		text := []rune(d.Draft.Text)
		from := rapid.IntRange(0, len(text)).Draw(t, "from")
		to := rapid.IntRange(from, len(text)).Draw(t, "to")
		odd := rapid.StringMatching("[\\[\\]()|#>`*$%.=S:p0-9€ \n-]{0,30}").Draw(t, "odd")
		d.Draft = check.ParseDraft(string(text[:from]) + odd + string(text[to:]))
		a := check.Run(d)
		for _, c := range a.Citations {
			i := slices.IndexFunc(d.Evidence.Passages, func(p work.Passage) bool { return p.ID == c.Passage })
			if p := d.Evidence.Passages[i]; p.Text[c.Start-p.Start:c.End-p.Start] != c.Quote {
				t.Fatalf("citation %+v is not in its passage", c)
			}
		}
		if a.Supported > a.Factual || a.GoodPairs > a.Pairs || len(a.BadNumbers) > a.Numbers {
			t.Fatalf("a part is more than its whole: %+v", a)
		}
		again, err1 := json.Marshal(check.Run(d))
		first, err2 := json.Marshal(a)
		if err1 != nil || err2 != nil || string(again) != string(first) {
			t.Fatalf("two audits of one draft differ:\n%s\n%s", first, again)
		}
	})
}

// BenchmarkAudit audits a draft of 3 500 words with 60 passages.
func BenchmarkAudit(b *testing.B) {
	s := check.Subject{Step: org.Step{Kind: org.KindResearch}, Context: strings.Repeat("The studio in the harbour quarter has 45 square metres. ", 400)}
	var text, block strings.Builder
	for i := range 60 {
		p := fmt.Sprintf("In week %d the Fornax kiln of Ember Works fired %d pots at 1,2%02d degrees, which cost %d.50 euros of power. ", i, 40+i, i, 12+i)
		p += "The owner of the studio writes down each firing, and the glaze is kept apart from the clay because both are costly to replace."
		id := fmt.Sprintf("S%d:p%d", i/6+1, i%6+1)
		s.Evidence.Passages = append(s.Evidence.Passages, work.Passage{ID: id, Document: org.DocumentID(fmt.Sprint(i / 6)), Text: p, End: len(p), Site: fmt.Sprint(i / 6)})
		for range 3 {
			fmt.Fprintf(&text, "In week %d the Fornax kiln of Ember Works fired %d pots at a cost of %d.50 euros [%s]. The owner writes down each firing. ", i, 40+i, 12+i, id)
		}
		text.WriteString("\n\n")
		fmt.Fprintf(&block, `{"c":"In week %d the Fornax kiln","p":["%s"],"q":"In week %d the Fornax kiln of Ember Works fired %d pots"}`+"\n", i, id, i, 40+i)
	}
	reply := text.String() + "\n```evidence\n" + block.String() + "```\n"
	b.ReportMetric(float64(len(strings.Fields(text.String()))), "words")
	for b.Loop() {
		s.Draft = check.ParseDraft(reply)
		if a := check.Run(s); a.Factual == 0 {
			b.Fatal("nothing to audit")
		}
	}
}
