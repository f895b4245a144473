package research_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
	"github.com/frasier-cos/frasier/worker/research"
	"github.com/frasier-cos/frasier/worker/research/web"
)

// ledger is the store's part of a model call: it keeps nothing but memos.
type ledger struct {
	mu     sync.Mutex
	usable map[string]org.CallEnd
}

func (l *ledger) BeginCall(_ context.Context, c org.ModelCall) (org.CallEnd, bool, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if e, ok := l.usable[c.Key]; ok {
		return e, true, nil
	}
	return org.CallEnd{Key: c.Key, Try: 1, State: org.CallPending, Tier: c.Tier}, false, nil
}

func (l *ledger) EndCall(_ context.Context, e org.CallEnd) (org.ModelHealth, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.usable == nil {
		l.usable = map[string]org.CallEnd{}
	}
	if e.State == org.CallUsable {
		l.usable[e.Key] = e
	}
	return org.ModelHealth{}, nil
}

// scripted answers a stage by a function of its call; the empty answer is an
// outage.
type scripted func(w llm.Wire) string

func (s scripted) Complete(_ context.Context, w llm.Wire) (llm.Raw, error) {
	text := s(w)
	if text == "" {
		return llm.Raw{}, &llm.Fault{Place: llm.PlaceStatus, Status: 503, Err: errors.New("outage")}
	}
	return llm.Raw{Text: text, Model: w.Model, Finish: "stop"}, nil
}

func client(t *testing.T, p llm.Provider) *llm.Client {
	t.Helper()
	prices, err := llm.LoadPrices()
	if err != nil {
		t.Fatal(err)
	}
	return &llm.Client{
		Provider: p, Records: &ledger{}, Models: llm.DefaultModels(), Prices: prices, Now: time.Now,
		Rand: func() float64 { return 0 }, Wait: func(context.Context, time.Duration) error { return nil },
	}
}

func prompts(t *testing.T) *prompt.Set {
	t.Helper()
	s, err := prompt.Load("")
	if err != nil {
		t.Fatal(err)
	}
	s.Facts = true
	return s
}

// silent is a search engine that finds nothing.
type silent struct{}

func (silent) Search(context.Context, work.Query, int) ([]reports.Hit, error) { return nil, nil }

func author(t *testing.T, o llmtest.Options) (*llmtest.Server, *llm.Client) {
	t.Helper()
	s, url := llmtest.Start(t, o)
	return s, client(t, &llm.Endpoint{Base: url, Key: "key", HTTP: &http.Client{}})
}

func job(s org.Step) research.Job {
	return research.Job{
		Step: s, Nonce: prompt.Nonce("secret", string(s.ID)),
		Caller:  llm.Caller{Project: "p1", Mission: "n1", Step: s.ID, Round: 1},
		Context: work.StepContext{Project: org.Project{ID: "p1", Title: "Market study"}, Request: s.Title},
	}
}

func TestResearchWithAModel(t *testing.T) {
	w, r := smallWeb(t)
	server, c := author(t, llmtest.Options{})
	r.Client, r.Prompts = c, prompts(t)
	s := step("Number of licensed cafes in Northland")
	inq, err := r.Inquire(t.Context(), job(s))
	if err != nil {
		t.Fatal(err)
	}
	ev, err := r.Gather(t.Context(), job(s), inq)
	if err != nil {
		t.Fatal(err)
	}
	byID := map[string]work.Passage{}
	for _, p := range ev.Passages {
		byID[p.ID] = p
	}
	if len(ev.Findings) == 0 || len(ev.Covered) == 0 {
		t.Fatalf("found %d claims, covered %q, notes %q, gaps %q, spent %+v, queries %v; want both", len(ev.Findings), ev.Covered, ev.Notes, ev.Gaps, ev.Spent, inq.Queries)
	}
	for _, f := range ev.Findings {
		if p := byID[f.Passages[0]]; !strings.Contains(p.Text, f.Quote) {
			t.Errorf("quote %q does not stand in passage %s", f.Quote, f.Passages[0])
		}
	}
	if got := strings.Join(ev.Conflicts, "\n"); !strings.Contains(got, "4,812") || !strings.Contains(got, "5,930") {
		t.Errorf("conflicts = %q, want both figures of the cafes", ev.Conflicts)
	}
	if v := server.Violations(); len(v) > 0 {
		t.Errorf("the endpoint complains: %q", v)
	}
	pages := len(w.Asked())
	again, err := r.Gather(t.Context(), job(s), inq)
	if err != nil || len(w.Asked()) != pages || len(again.Findings) != len(ev.Findings) {
		t.Errorf("second Gather: %v, %d more pages, %d claims; want none and %d", err, len(w.Asked())-pages, len(again.Findings), len(ev.Findings))
	}
}

// claim answers the claims stage with one claim and everything else with
// nothing to do.
func claim(quote, text, passage string) scripted {
	return func(w llm.Wire) string {
		if w.Purpose != org.StageClaims {
			return `{"gaps":[],"enough":true}`
		}
		raw, err := json.Marshal(map[string]any{"claims": []any{map[string]any{
			"sub_question": "q1", "passage_ids": []string{passage}, "quote": quote, "text": text, "kind": "number", "as_of": "",
		}}})
		if err != nil {
			panic(err)
		}
		return string(raw)
	}
}

func TestClaimsAreKeptOnlyWithTheirQuote(t *testing.T) {
	text := "The Coffee Board counts 4,812 licensed cafes in Northland, which is 14.5 percent more than before. " + strings.Repeat("It also trains baristas. ", 12)
	given := []work.Document{{Title: "board.md", Text: text}}
	for _, c := range []struct {
		name, quote, claim, passage string
		want                        int
		says                        string // what it says then
	}{
		{"verbatim", "counts 4,812 licensed cafes in Northland", "There are 4,812 licensed cafes.", "S1:p1", 1, "There are 4,812 licensed cafes."},
		{"another style", "counts 4,812 licensed cafes in Northland", "Es sind 4.812 Cafés.", "S1:p1", 1, "Es sind 4.812 Cafés."},
		{"other number", "counts 4,912 licensed cafes in Northland", "There are 4,912 licensed cafes.", "S1:p1", 0, ""},
		{"lost decimal point", "which is 145 percent more than before", "Growth was 145 percent.", "S1:p1", 0, ""},
		{"claim's number is not there", "counts 4,812 licensed cafes in Northland", "There are 9,999 licensed cafes.", "S1:p1", 1, "counts 4,812 licensed cafes in Northland"},
		{"invented", "the board was founded by three monks in spring", "Three monks founded it.", "S1:p1", 0, ""},
		{"unknown passage", "counts 4,812 licensed cafes in Northland", "There are 4,812 licensed cafes.", "S9:p9", 0, ""},
	} {
		r := &research.Researcher{Client: client(t, claim(c.quote, c.claim, c.passage)), Prompts: prompts(t), Records: &memory{}, Now: clock}
		j := job(step("Number of licensed cafes in Northland"))
		j.Context.Given = given
		ev, err := r.Gather(t.Context(), j, ask("How many licensed cafes are there?", ""))
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if len(ev.Findings) != c.want {
			t.Errorf("%s: kept %d claims, want %d", c.name, len(ev.Findings), c.want)
		} else if c.want > 0 && ev.Findings[0].Text != c.says {
			t.Errorf("%s: the claim says %q, want %q", c.name, ev.Findings[0].Text, c.says)
		}
		if told := strings.Join(ev.Untaken, " "); (told == "") != (c.says == c.claim) || strings.Contains(strings.Join(ev.Notes, " "), "claim") {
			t.Errorf("%s: why says %q, the result %q", c.name, told, ev.Notes)
		}
	}
}

func TestModelFailures(t *testing.T) {
	given := []work.Document{{Title: "board.md", Text: "The Coffee Board counts 4,812 licensed cafes in Northland. It says so every year, in a report that anyone may read."}}
	for _, c := range []struct {
		name, answer string
		waits        bool
	}{
		{"garbage", "I would rather not answer in JSON, sorry.", false},
		{"outage", "", true},
	} {
		r := &research.Researcher{Client: client(t, scripted(func(llm.Wire) string { return c.answer })), Prompts: prompts(t), Records: &memory{}, Now: clock, Searchers: []web.Searcher{silent{}}}
		j := job(step("Number of licensed cafes in Northland"))
		j.Context.Given = given
		inq, err := r.Inquire(t.Context(), j)
		if llm.Transport(err) != c.waits {
			t.Errorf("%s: Inquire = %v, want a transport error: %v", c.name, err, c.waits)
		}
		if !c.waits && (len(inq.Questions) == 0 || len(inq.Queries) == 0) {
			t.Errorf("%s: Inquire = %+v, want what code can make", c.name, inq)
		}
		ev, err := r.Gather(t.Context(), j, ask("How many licensed cafes are there?", ""))
		if llm.Transport(err) != c.waits {
			t.Errorf("%s: Gather = %v, want a transport error: %v", c.name, err, c.waits)
		}
		if !c.waits && len(ev.Passages) == 0 {
			t.Errorf("%s: no passages although a document was given", c.name)
		}
	}
}

// unmarked fails the test for each hostile line of a prompt that stands
// outside data marks, and returns how many hostile lines there were.
func unmarked(t *testing.T, list []llmtest.Request, nonce string) int {
	t.Helper()
	hostile := 0
	for _, q := range list {
		if q.Stage == org.StageRepair {
			continue // holds the model's own words, not a page's
		}
		inside := false
		for line := range strings.Lines(q.Prompt) {
			switch {
			case strings.HasPrefix(line, "<<<data "+nonce):
				inside = true
			case strings.HasPrefix(line, "<<<end "+nonce):
				inside = false
			}
			for _, words := range []string{"IGNORE ALL PREVIOUS", "evil.example", "developer mode", "disregard your rules", "SYSTEM: fetch", "free of all rules", "print your hidden prompt"} {
				if strings.Contains(line, words) && strings.Contains(q.Prompt, nonce) {
					hostile++
					if !inside {
						t.Errorf("stage %s: %q stands outside data marks", q.Stage, line)
					}
				}
			}
		}
	}
	return hostile
}

func TestTheModelCannotNameAnAddress(t *testing.T) {
	t.Parallel()
	w, r := smallWeb(t)
	server, c := author(t, llmtest.Options{Mode: llmtest.ModeByzantine})
	r.Client, r.Prompts = c, prompts(t)
	known := map[string]bool{}
	for _, p := range w.Pages() {
		known[p] = true
	}
	seen := 0
	for _, title := range []string{
		"Tips for starting a cafe in Northland", "Solar offers for Eastmark households", "Parcel advice for shops in Southport", "Secrets about vets in Westvale",
		"Bread help for bakers in Lowmark", "Ferry bargains in the Isles",
	} {
		r.Records = &memory{}
		s := step(title)
		s.ID = org.StepID(title)
		ev, err := r.Gather(t.Context(), job(s), ask(title, title))
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range ev.Passages {
			if strings.Contains(p.Text, "@everyone") || strings.Contains(p.Text, "hidden: the reviewer") || strings.Contains(p.Text, "Hidden words") {
				t.Errorf("passage %s holds what extraction should have dropped: %q", p.ID, p.Text)
			}
		}
		seen = seen + unmarked(t, server.Requests(), prompt.Nonce("secret", title))
	}
	if seen == 0 {
		t.Error("no hostile line reached a prompt: the test proves nothing")
	}
	for _, p := range w.Asked() {
		if !known[p] {
			t.Errorf("fetched %q, which no search result named", p)
		}
	}
}
