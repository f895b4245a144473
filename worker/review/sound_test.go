package review_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
	"github.com/frasier-cos/frasier/internal/testing/reviewtest"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
	"github.com/frasier-cos/frasier/worker/check"
	"github.com/frasier-cos/frasier/worker/review"
	"github.com/frasier-cos/frasier/worker/rubric"
)

const said = "The stall opens in April. It sells forty boxes in a week."

// Scores stay from 1 to 5, are 3 exactly when all musts and no plus hold, and
// no further yes lowers them.
func TestScoreProperties(t *testing.T) {
	items := reviewtest.Table()
	rapid.Check(t, func(t *rapid.T) {
		var answers []review.Answer
		musts, plus := map[string]int{}, map[string]int{}
		for _, it := range items {
			yes := rapid.Bool().Draw(t, it.ID)
			answers = append(answers, review.Answer{ID: it.ID, Yes: yes, Quote: "sells forty boxes"})
			code := strings.HasPrefix(it.ID, "code-")
			if it.Level == "must" && (yes || code) {
				musts[it.Dim]++
			}
			if it.Level == "plus" && yes {
				plus[it.Dim]++
			}
		}
		s := review.Score(items, answers, check.Audit{}, said)
		for i, v := range []float64{s.Depth, s.Accuracy, s.Actionability, s.Completeness} {
			dim := []string{"depth", "accuracy", "actionability", "completeness"}[i]
			if v < 1 || v > 5 || (v >= 3) != (musts[dim] == 3) || musts[dim] == 3 && plus[dim] == 0 && v != 3 {
				t.Fatalf("%s: got %v with %d musts and %d plus", dim, v, musts[dim], plus[dim])
			}
		}
		if want := (s.Depth + s.Accuracy + s.Actionability + s.Completeness) / 4; math.Abs(s.Average-want) > 1e-9 {
			t.Fatalf("average: got %v, want %v", s.Average, want)
		}
		i := rapid.IntRange(0, len(answers)-1).Draw(t, "more")
		answers[i].Yes = true
		if more := review.Score(items, answers, check.Audit{}, said); more.Average < s.Average {
			t.Fatalf("one more yes lowers the average from %v to %v", s.Average, more.Average)
		}
	})
}

// A dimension of which nothing beyond the musts is asked has its full worth
// with them; one whose item is set aside with a reason too.
func TestScoresOfMustsAlone(t *testing.T) {
	list := rubric.List(org.Step{Kind: org.KindStrategy, Title: "Set the price"}, nil)
	all := func(change func(*review.Answer)) review.Scores {
		var answers []review.Answer
		for _, it := range list {
			answers = append(answers, review.Answer{ID: it.ID, Yes: true, Quote: "sells forty boxes"})
		}
		change(&answers[1]) // of depth
		return review.Score(list, answers, check.Audit{}, said)
	}
	for _, c := range []struct {
		name   string
		change func(*review.Answer)
		want   float64
	}{
		{"all met", func(*review.Answer) {}, 4},
		{"one set aside", func(a *review.Answer) { a.Yes, a.Void, a.Quote, a.Why = false, true, "", "There is no rival." }, 4},
		{"set aside without a reason", func(a *review.Answer) { a.Yes, a.Void, a.Quote = false, true, "" }, 3.5},
		{"one not met", func(a *review.Answer) { a.Yes = false }, 3.5},
		{"a yes without words", func(a *review.Answer) { a.Quote = "" }, 3.5},
	} {
		if got := all(c.change); got.Average != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// memory is a ledger that keeps nothing, for reviews outside a project.
type memory struct{}

func (memory) BeginCall(context.Context, org.ModelCall) (org.CallEnd, bool, error) {
	return org.CallEnd{}, false, nil
}

func (memory) EndCall(context.Context, org.CallEnd) (org.ModelHealth, error) {
	return org.ModelHealth{}, nil
}

// judge is a judge whose model answers with reply.
func judge(t *testing.T, reply any) *review.Judge {
	t.Helper()
	j, _ := judgeInTurn(t, reply)
	return j
}

// judgeInTurn is a judge whose model answers with the replies one after another, and with the last for ever.
func judgeInTurn(t *testing.T, replies ...any) (*review.Judge, *llmtest.Server) {
	t.Helper()
	var rules []llmtest.Rule
	for i, reply := range replies {
		raw, err := json.Marshal(reply)
		if err != nil {
			t.Fatal(err)
		}
		rules = append(rules, llmtest.Rule{Do: "reply", Reply: string(raw), From: i + 1, Times: 1})
	}
	rules[len(rules)-1].Times = 0
	server, base := llmtest.Start(t, llmtest.Options{Rules: rules})
	prompts, err := prompt.Load("")
	if err != nil {
		t.Fatal(err)
	}
	prompts.Facts = true
	prices, err := llm.LoadPrices()
	if err != nil {
		t.Fatal(err)
	}
	client := &llm.Client{Provider: &llm.Endpoint{Base: base, HTTP: &http.Client{}}, Records: memory{}, Models: llm.DefaultModels(), Prices: prices}
	return &review.Judge{Client: client, Prompts: prompts, Now: func() time.Time { return time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC) }}, server
}

func drafted(text string) review.Work {
	d := check.ParseDraft(text)
	return review.Work{
		Caller: llm.Caller{Key: "k"}, Step: org.Step{Title: "Stall", Goal: "Open it", Acceptance: []org.Criterion{{ID: "a1", Text: "It says when", Check: org.CheckJudge}}},
		Evidence: work.Evidence{Passages: []work.Passage{{ID: "S1:p1", Document: "d", Text: said, End: len(said)}}}, Nonce: "5eed", Draft: d, Reply: text,
	}
}

type answers map[string]any

func verdict(id, quote, reason, v string) answers {
	return answers{"id": id, "quote": quote, "where": "¶1", "reason": reason, "verdict": v}
}

func TestQAEvidenceRule(t *testing.T) {
	const text = "The stall opens in April [S1:p1]. It sells forty boxes in a week [S1:p1].\n\nThe market grew by 12 percent in Porto Alegre."
	good := []answers{verdict("k1", "opens in April", "", "pass"), verdict("k2", "opens in April", "", "pass"), verdict("k3", "opens in April", "", "pass"), verdict("k4", "opens in April", "", "pass")}
	for _, c := range []struct {
		name string
		a1   []answers
		q    []answers
		own  []work.ChecklistItem
		mail bool
		pass bool
		says string
		not  string
	}{
		{name: "quoted", a1: []answers{verdict("a1", "The stall opens in April", "yes", "pass")}, q: good, pass: true},
		{name: "quoted with its marker", a1: []answers{verdict("a1", "The stall opens in April [S1:p1].", "yes", "pass")}, q: good, pass: true},
		{name: "no quote", a1: []answers{verdict("a1", "", "fine", "pass")}, q: good, pass: true, says: "without words"},
		{name: "invented quote", a1: []answers{verdict("a1", "The stall opens in May", "fine", "pass")}, q: good, pass: true, says: "without words"},
		{name: "more invented than quoted", a1: []answers{verdict("a1", "The stall opens in May", "", "pass")}, q: []answers{verdict("k1", "opens in April", "", "pass"), verdict("k2", "", "", "pass"), verdict("k3", "In May", "", "pass")}, says: "quoted nothing"},
		{name: "a lapse beside a fault", a1: []answers{verdict("a1", "", "The year is missing.", "fail")}, q: []answers{verdict("k1", "", "", "pass")}, says: "The year is missing. (¶1)", not: "without words"},
		{name: "failed", a1: []answers{verdict("a1", "", "The year is missing.", "fail")}, q: good, says: "The year is missing. (¶1)"},
		{name: "failed without a reason", a1: []answers{verdict("a1", "", "", "fail")}, q: good, says: "It says when"},
		{name: "no answer", q: good, pass: true, says: "gave no answer"},
		{name: "two answers", a1: []answers{verdict("a1", "opens in April", "", "pass"), verdict("a1", "", "No year.", "fail")}, q: good, says: "No year."},
		{name: "set aside", a1: []answers{verdict("a1", "", "It has no date to give.", "n/a")}, q: good, pass: true},
		{name: "set aside without a reason", a1: []answers{verdict("a1", "", "", "n/a")}, q: good, pass: true, says: "without a reason"},
		{
			name: "all set aside", a1: []answers{verdict("a1", "", "Not for this.", "n/a")},
			q:    []answers{verdict("k1", "", "No.", "n/a"), verdict("k2", "", "No.", "n/a"), verdict("k3", "", "No.", "n/a"), verdict("k4", "", "No.", "n/a")},
			says: "quoted nothing",
		},
		{
			name: "sources passed on a paragraph without any", a1: []answers{verdict("a1", "opens in April", "", "pass")},
			q:    append(slices.Clone(good), verdict("c1", "The market grew by 12 percent in Porto Alegre.", "", "pass")),
			own:  []work.ChecklistItem{{ID: "c1", Dim: "accuracy", Level: "must", Text: "Each figure has its source"}},
			pass: true, says: "paragraph without a source",
		},
		{
			name: "markers of a mail", mail: true, a1: []answers{verdict("a1", "opens in April", "", "pass")}, pass: true,
			q: append([]answers{verdict("k1", "The market grew by 12 percent in Porto Alegre.", "", "pass")}, good[1:]...),
		},
	} {
		w := drafted(text)
		w.Evidence.Inquiry.Checklist = c.own
		if c.mail {
			w.Step.Kind, w.Step.Title = org.KindWriting, "Mail to the stalls"
		}
		v, err := judge(t, answers{"verdicts": append(c.a1, c.q...)}).QA(t.Context(), w)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if said := strings.Join(v.Findings, "\n"); v.Pass != c.pass || !strings.Contains(said, c.says) || (said == "") != (c.says == "") || c.not != "" && strings.Contains(said, c.not) {
			t.Errorf("%s: got pass %v, findings %q; want %v, %q", c.name, v.Pass, v.Findings, c.pass, c.says)
		}
	}
}

// A yes counts when it quotes any piece of the draft, word for word, that is not trivial; one
// that quotes what stands nowhere in it is a no, however near it comes.
func TestAnyPieceOfTheDraftProvesAYes(t *testing.T) {
	const text = "The Cargo L costs **189.00** euros without VAT [S1:p1], and we order 4 by 11 December.\n\n| Model | Price |\n|---|---|\n| Urban B | 1,449.50 |\n"
	for quote, want := range map[string]bool{
		"189.00": true, "189.00 [S1:p1]": true, "Urban B": true, "1,449.50": true, "Cargo L": true, "11 December": true, "order 4 by": true, "“189.00”": true,
		"The Cargo L costs": true, "189.00 ... 1,449.50": true, "Urban B | 1,449.50": true, "| Urban B | 1,449.50 |": true, "Cargo L … Urban B": true,
		"189.00 ... 1,449.51": false, "Urban B | 189.01": false, "... | ...": false, "|": false, "the ... 4": false,
		"": false, "the": false, "and we": false, "4": false, "189.01": false, "449.50": false, "1,449": false, "89.00": false, "18": false, "Cargo M": false, "December 12": false, "rban B": false,
		"Model price stands": false,
	} {
		verdicts := []answers{verdict("a1", quote, "yes", "pass")}
		for _, id := range []string{"k1", "k2", "k3", "k4"} {
			verdicts = append(verdicts, verdict(id, quote, "yes", "pass"))
		}
		yes := []answers{{"id": "k1", "found_quote": quote, "why": "", "yes": true}}
		v, err := judge(t, answers{"verdicts": verdicts}).QA(t.Context(), drafted(text))
		if err != nil {
			t.Fatal(err)
		}
		c, err := judge(t, answers{"items": yes, "contradictions": []answers{}, "missing_implicit": []string{}, "top_fixes": []answers{}, "lesson": answers{"text": "", "generalises": false}}).Critique(t.Context(), drafted(text))
		if err != nil {
			t.Fatal(err)
		}
		unmet := len(c.Unmet) > 0
		if v.Pass != want || unmet == want {
			t.Errorf("%q: qa passes %v (%q), the critic's yes counts %v; want %v", quote, v.Pass, v.Findings, !unmet, want)
		}
	}
}

// What code decided is not the reviewer's to override.
func TestQADoesNotOverrideCode(t *testing.T) {
	w := drafted(said)
	w.Audit.Accept = []check.Acceptance{{ID: "a1", Text: "Five entries", ByCode: true, Detail: "2 of 5 entries"}}
	q := []answers{verdict("a1", "opens in April", "", "pass")}
	for i := range 4 {
		q = append(q, verdict(fmt.Sprintf("k%d", i+1), "opens in April", "", "pass"))
	}
	v, err := judge(t, answers{"verdicts": q}).QA(t.Context(), w)
	if err != nil || v.Pass || !strings.Contains(strings.Join(v.Findings, ""), "2 of 5 entries") {
		t.Errorf("got %+v, %v; want it failed as code said", v, err)
	}
}

func TestLead(t *testing.T) {
	const shown = "The stall opens in April."
	none := []answers{}
	blocker := answers{"quote": "It sells forty boxes", "problem": "No price", "instruction": "Name it"}
	elsewhere := answers{"quote": "It sells cakes and tea", "problem": "No price", "instruction": "Name it"}
	for _, c := range []struct {
		name     string
		verdict  string
		blockers []answers
		proof    string
		pass     bool
		says     string
	}{
		{"pass", "pass", none, shown, true, ""},
		{"pass without a quote", "pass", none, "", false, "the lead quoted nothing"},
		{"pass with a quote from nowhere", "pass", none, "It sells cakes and tea", false, "the lead quoted nothing"},
		{"return", "return", []answers{blocker}, "", false, "No price: Name it"},
		{"return without a word", "return", none, shown, false, "the lead returned it"},
		{"pass with a blocker", "pass", []answers{blocker}, shown, false, "No price"},
		{"pass with a blocker from nowhere", "pass", []answers{elsewhere}, shown, true, ""},
	} {
		v, err := judge(t, answers{
			"fit": "It fits.", "inconsistent": none, "blockers": c.blockers, "proof": []string{c.proof}, "verdict": c.verdict,
		}).Lead(t.Context(), drafted(said))
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if v.Pass != c.pass || !strings.Contains(strings.Join(v.Findings, "\n"), c.says) {
			t.Errorf("%s: got %+v, want pass %v, %q", c.name, v, c.pass, c.says)
		}
	}
}

// Whoever passes a draft shows what of it he read; an expert's return that
// shows no error is a pass only then.
func TestExpertEvidenceRule(t *testing.T) {
	grave := answers{"quote": "It sells forty boxes", "why_wrong": "It sells four.", "evidence": "S1:p1", "severity": "high"}
	vague := answers{"quote": "It sells forty boxes", "why_wrong": "Hm.", "evidence": "domain knowledge", "severity": "high"}
	slight := answers{"quote": "It sells forty boxes", "why_wrong": "It sells four.", "evidence": "S1:p1", "severity": "low"}
	elsewhere := answers{"quote": "It sells forty cakes", "why_wrong": "It sells four.", "evidence": "S1:p1", "severity": "high"}
	reasoned := answers{"quote": "It sells forty boxes", "why_wrong": "It sells four.", "evidence": "boxes hold ten", "severity": "high"}
	brief := answers{"quote": "It sells forty boxes", "why_wrong": "It sells four.", "evidence": "boxes hold", "severity": "high"}
	for _, c := range []struct {
		name, verdict, proof string
		errors               []answers
		pass                 bool
		says                 string
	}{
		{"pass", "pass", "The stall opens in April", []answers{}, true, ""},
		{"pass without a quote", "pass", "", []answers{}, false, "the expert quoted nothing"},
		{"pass with a quote from nowhere", "pass", "The stall opens in May", []answers{}, false, "the expert quoted nothing"},
		{"return with an error", "return", "", []answers{grave}, false, "It sells four"},
		{"return with nothing to check", "return", "The stall opens in April", []answers{vague}, true, ""},
		{"return with what is not grave", "return", "The stall opens in April", []answers{slight}, true, ""},
		{"return for what is not there", "return", "The stall opens in April", []answers{elsewhere}, true, ""},
		{"return with a reason of three words", "return", "", []answers{reasoned}, false, "It sells four"},
		{"return with a reason of two", "return", "The stall opens in April", []answers{brief}, true, ""},
		{"return with one error of three that counts", "return", "", []answers{elsewhere, slight, grave}, false, "It sells four"},
		{"return with nothing to check or read", "return", "", []answers{vague}, false, "the expert quoted nothing"},
	} {
		v, err := judge(t, answers{
			"errors": c.errors, "missing_expert_points": []string{}, "proof": []string{c.proof}, "verdict": c.verdict,
		}).Expert(t.Context(), drafted(said), org.Agent{ID: "agent-x"})
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if v.Pass != c.pass || !strings.Contains(strings.Join(v.Findings, "\n"), c.says) || v.Pass != (len(v.Findings) == 0) {
			t.Errorf("%s: got %+v, want pass %v, %q", c.name, v, c.pass, c.says)
		}
	}
}

// A second reviewer who sets every criterion aside has shown nothing.
func TestSecondOpinionShowsSomething(t *testing.T) {
	aside := []answers{}
	for _, id := range []string{"a1", "k1", "k2", "k3", "k4"} {
		aside = append(aside, verdict(id, "", "Not for this.", "n/a"))
	}
	w := drafted(said)
	w.Family = "minimax"
	s, err := judge(t, answers{"verdicts": aside}).Crosscheck(t.Context(), w)
	if err != nil || s.Skipped != "" || s.Pass || len(s.Disputed) == 0 {
		t.Errorf("got %+v, %v; want every criterion disputed", s, err)
	}
}

// Each kind of work is held to its own list by those who review it: one who
// settles a part alone has not let it through.
func TestEachKindHasItsList(t *testing.T) {
	var verdicts []answers
	for _, id := range []string{"a1", "k1", "k2"} {
		verdicts = append(verdicts, verdict(id, "The stall opens in April", "It does.", "pass"))
	}
	for kind, disputed := range map[org.StepKind]string{org.KindWriting: "k3 k4", org.KindEngineering: "k3"} {
		w := drafted(said)
		w.Family, w.Step.Kind = "minimax", kind
		s, err := judge(t, answers{"verdicts": verdicts}).Crosscheck(t.Context(), w)
		var ids []string
		for _, c := range s.Disputed {
			ids = append(ids, c.ID)
		}
		if err != nil || s.Pass || strings.Join(ids, " ") != disputed {
			t.Errorf("%s: got %+v, %v; want %s in dispute", kind, s, err, disputed)
		}
	}
}

// What a second reviewer objects to is settled one criterion at a time only
// when each objection names its own and none may have been left out.
func TestNamed(t *testing.T) {
	criteria := []org.Criterion{{ID: "a1"}, {ID: "a2"}, {ID: "a10"}}
	for _, c := range []struct {
		name     string
		findings []string
		want     string
		all      bool
	}{
		{"none", nil, "", false},
		{"one", []string{"a2: too thin"}, "a2", true},
		{"two", []string{"a2: too thin", "a10: wrong"}, "a2 a10", true},
		{"one without a name", []string{"a2: too thin", "it reads badly"}, "a2", false},
		{"one of another list", []string{"a3: wrong"}, "", false},
		{"as many as are kept", []string{"a1: a", "a1: b", "a1: c", "a1: d", "a1: e", "a1: f", "a1: g", "a1: h"}, "a1 a1 a1 a1 a1 a1 a1 a1", false},
	} {
		named, all := review.Named(criteria, c.findings)
		var ids []string
		for _, n := range named {
			ids = append(ids, n.ID)
		}
		if strings.Join(ids, " ") != c.want || all != c.all {
			t.Errorf("%s: got %v, %v; want %q, %v", c.name, ids, all, c.want, c.all)
		}
	}
}

// A contradiction counts when the claim stands in the draft, the passage
// exists and says something else.
func TestCritiqueContradictions(t *testing.T) {
	const text = "The stall opens in June [S1:p1]. It sells forty boxes in a week [S1:p1]."
	for _, c := range []struct {
		name, claim, passage string
		want                 int
	}{
		{"shown", "The stall opens in June", "S1:p1", 1},
		{"claim from nowhere", "The stall opens in July", "S1:p1", 0},
		{"passage from nowhere", "The stall opens in June", "S9:p1", 0},
		{"the passage says just that", "It sells forty boxes in a week", "S1:p1", 0},
	} {
		got, err := judge(t, answers{
			"items":          []answers{{"id": "k3", "found_quote": "It sells forty boxes in a week", "why": "", "yes": true}},
			"contradictions": []answers{{"para": 1, "claim": c.claim, "passage_id": c.passage}}, "missing_implicit": []string{}, "top_fixes": []answers{},
			"lesson": answers{"text": "Dates age.", "generalises": true},
		}).Critique(t.Context(), drafted(text))
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if got.MustFix != c.want || (got.Scores.Accuracy < 3) != (c.want > 0) || got.Lesson != "Dates age." {
			t.Errorf("%s: got %d defects, accuracy %v, lesson %q; want %d", c.name, got.MustFix, got.Scores.Accuracy, got.Lesson, c.want)
		}
	}
}

// The author is told what the critic answered with no, with its reason, and what it
// answered with a yes that quotes nothing of the draft. A whole line is a quotation,
// however short.
func TestUnmet(t *testing.T) {
	list := rubric.Asked(rubric.List(drafted(said).Step, nil))
	const stands = "sells forty boxes in a week"
	for _, c := range []struct {
		name   string
		answer answers // to the last item
		want   []string
		score  bool // all is met
	}{
		{"yes", answers{"found_quote": stands, "why": "", "yes": true}, nil, true},
		{"no", answers{"found_quote": "", "why": "Nothing is named.", "yes": false}, []string{list[len(list)-1].Text + ": Nothing is named."}, false},
		{"does not apply", answers{"found_quote": "", "why": "Nothing was left open.", "yes": nil}, nil, true},
		{"a yes with other words", answers{"found_quote": "sells fifty boxes in a month", "why": "", "yes": true}, []string{list[len(list)-1].Text + ": no words of the text show it"}, false},
		{"a yes without words", answers{"found_quote": "", "why": "All of it.", "yes": true}, []string{list[len(list)-1].Text + ": no words of the text show it"}, false},
		{"a yes with a trifle", answers{"found_quote": "a week", "why": "", "yes": true}, []string{list[len(list)-1].Text + ": no words of the text show it"}, false},
	} {
		var items []answers
		for _, it := range list {
			items = append(items, answers{"id": it.ID, "found_quote": stands, "why": "", "yes": true})
		}
		c.answer["id"] = list[len(list)-1].ID
		items[len(items)-1] = c.answer
		got, err := judge(t, answers{
			"items": items, "contradictions": []answers{}, "missing_implicit": []answers{{"text": "Say more."}, {"text": "Say it as before.", "important": true}, {"text": "Say it twice.", "important": false}}, "top_fixes": []answers{},
			"lesson": answers{"text": "", "generalises": false},
		}).Critique(t.Context(), drafted(said))
		if !slices.Equal(got.Add, []string{"Say more.", "Say it as before."}) {
			t.Errorf("%s: suggests %q, want what the critic calls important and nothing else", c.name, got.Add)
		}
		if err != nil || !slices.Equal(got.Unmet, c.want) || (got.Uncapped == 4) != c.score || len(got.Fixes) != got.MustFix {
			t.Errorf("%s: got %q, %.2f, %d fixes (%v); want %q, all met %v, and nothing else for the author", c.name, got.Unmet, got.Uncapped, len(got.Fixes), err, c.want, c.score)
		}
	}
}

// The judge is shown two versions in an order that a hash decides, and its
// answer is read back into theirs.
func TestCompare(t *testing.T) {
	better := func(say string, before, after review.Work) review.Choice {
		t.Helper()
		var items []answers
		for _, it := range rubric.Asked(rubric.List(after.Step, nil)) {
			items = append(items, answers{"id": it.ID, "found_quote": "sells forty boxes in a week", "why": "", "yes": true})
		}
		got, err := judge(t, answers{
			"why_better": "It says more.", "better": say, "items": items, "contradictions": []answers{}, "missing_implicit": []string{}, "top_fixes": []answers{},
			"lesson": answers{"text": "", "generalises": false},
		}).Compare(t.Context(), before, after)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	turned := map[bool]int{}
	for n := range 12 {
		before, after := drafted(said), drafted(fmt.Sprintf("%s It has %d stalls.", said, n))
		one, two := better("first", before, after), better("second", before, after)
		if one.Second == two.Second || one.Critique.Uncapped != 4 {
			t.Errorf("version %d: first gives %+v, second %+v; want different versions, with a critique", n, one, two)
		}
		turned[one.Second]++
	}
	if turned[true] == 0 || turned[false] == 0 {
		t.Errorf("the order was turned %d of 12 times, want some", turned[true])
	}
}

// Research that found nothing scores at most 3, whatever the critic says.
func TestUnresearchedScoreIsCapped(t *testing.T) {
	w := drafted(said)
	w.Evidence = work.Evidence{}
	var items []answers
	for _, it := range rubric.List(w.Step, nil) {
		if !strings.HasPrefix(it.ID, "code-") {
			items = append(items, answers{"id": it.ID, "found_quote": "sells forty boxes in a week", "why": "", "yes": true})
		}
	}
	got, err := judge(t, answers{
		"items": items, "contradictions": []answers{}, "missing_implicit": []string{}, "top_fixes": []answers{},
		"lesson": answers{"text": "", "generalises": false},
	}).Critique(t.Context(), w)
	if err != nil || got.Scores.Average != review.UnresearchedScore || got.Uncapped != 4 {
		t.Errorf("got %v capped, %v uncapped (%v); want 3 and 4", got.Scores.Average, got.Uncapped, err)
	}
}

func TestMergeKeepsEightWithoutDoubles(t *testing.T) {
	var in []string
	for i := range 12 {
		in = append(in, fmt.Sprintf("finding %d about thing%d", i, i), fmt.Sprintf("Finding %d about thing%d!", i, i))
	}
	if got := review.Merge(in); len(got) != 8 || got[1] != in[2] {
		t.Errorf("got %d findings, the second %q; want 8, %q", len(got), got[1], in[2])
	}
}

func TestSoundCritic(t *testing.T) {
	for _, c := range []struct {
		good, bad float64
		want      bool
	}{
		{3.8, 2.8, true},
		{3, 2.9, false}, // praises a bad draft
		{4.3, 1, false}, // praises a good one too much
		{2.5, 2.5, false},
		{2.6, 2.5, true},
	} {
		if got := review.SoundCritic(c.good, c.bad); got != c.want {
			t.Errorf("SoundCritic(%v, %v) = %v, want %v", c.good, c.bad, got, c.want)
		}
	}
}
