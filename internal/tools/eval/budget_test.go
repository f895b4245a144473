package eval_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
	"github.com/frasier-cos/frasier/worker/research"
	"github.com/frasier-cos/frasier/worker/research/web"
)

// runs is how many random runs of research M4 makes; every tenth fetches its
// pages over loopback, the others find theirs in the records or cannot have
// them. The proof makes them all.
func countRuns() uint64 { return uint64(testlevel.Count(2_000, 2_000, 10_000)) }

// budgets is M4: random searches, pages, models and budgets. Whatever they do,
// no limit is overrun, and what is reported as spent was spent.
func budgets(ctx context.Context, t *testing.T) ([]result, error) {
	t.Helper()
	var mu sync.Mutex
	var over []string
	reached := 0
	hands, runs := uint64(runtime.GOMAXPROCS(0)), countRuns()
	var g errgroup.Group
	for hand := range hands {
		w, err := newWild(t)
		if err != nil {
			return nil, err
		}
		g.Go(func() error {
			for seed := hand; seed < runs; seed += hands {
				fault, full, err := w.run(ctx, seed)
				if err != nil {
					return fmt.Errorf("run %d: %w", seed, err)
				}
				mu.Lock()
				if full {
					reached++
				}
				if fault != "" {
					over = append(over, fmt.Sprintf("run %d: %s", seed, fault))
				}
				mu.Unlock()
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	t.Logf("%d of %d runs reached one of their limits", reached, runs)
	out := []result{most(fmt.Sprintf("overruns in %d random runs", runs), len(over), 0, over)}
	if uint64(reached) < runs/10 {
		return out, fmt.Errorf("only %d of %d runs reached a limit: the measure proves too little", reached, runs)
	}
	return out, nil
}

// wild is what random runs share.
type wild struct {
	set     *prompt.Set
	server  *httptest.Server
	fetched atomic.Int64
	client  *llm.Client
	model   *scripted
	fetcher *web.Fetcher
}

func newWild(t *testing.T) (*wild, error) {
	t.Helper()
	w := &wild{model: &scripted{}}
	w.server = httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			rw.WriteHeader(http.StatusNotFound)
			return
		}
		w.fetched.Add(1)
		if len(r.URL.Path)%5 == 0 {
			rw.WriteHeader(http.StatusForbidden)
			return
		}
		rw.Header().Set("Content-Type", "text/plain; charset=utf-8")
		if _, err := fmt.Fprint(rw, pageText(r.URL.Path)); err != nil {
			return // the client went away
		}
	}))
	t.Cleanup(w.server.Close)
	w.fetcher = &web.Fetcher{Allow: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, HostEvery: time.Nanosecond, HostAtOnce: 8, Timeout: time.Minute}
	t.Cleanup(w.fetcher.Close)
	set, err := texts()
	if err != nil {
		return nil, err
	}
	if w.client, err = client(w.model); err != nil {
		return nil, err
	}
	w.client.Repair = set.Repair
	w.set = set
	return w, nil
}

func pageText(path string) string {
	var b strings.Builder
	for i := range 2 {
		sum := sha256.Sum256([]byte(path + fmt.Sprint(i)))
		fmt.Fprintf(&b, "What widgets cost in region %d: they cost 12 dollars in the north. %s.\n\n", (len(path)+i)%9, hex.EncodeToString(sum[:8]))
	}
	return b.String()
}

// hits answers searches with addresses of one host and counts.
type hits struct {
	base  string
	n     int
	fails bool
	asked int
}

func (h *hits) Search(_ context.Context, q work.Query, n int) ([]reports.Hit, error) {
	h.asked++
	if h.fails {
		return nil, web.ErrLimited
	}
	var out []reports.Hit
	for i := range min(n, h.n) {
		out = append(out, reports.Hit{
			URL: fmt.Sprintf("%s/%s/%d", h.base, strings.ReplaceAll(prose.Fold(q.Text), " ", "-"), i), Title: q.Text, Snippet: "about " + q.Text, Provider: "hits", Rank: i,
		})
	}
	return out, nil
}

// scripted is a model that always wants more, or answers nothing of use.
type scripted struct {
	claims, gaps int
	useless      bool
}

func (s *scripted) Complete(_ context.Context, w llm.Wire) (llm.Raw, error) {
	var reply any
	switch w.Purpose {
	case org.StageClaims:
		s.claims++
		id := w.Input.Evidence.Passages[0].ID
		claim := func(q string) map[string]any {
			return map[string]any{"sub_question": q, "passage_ids": []string{id}, "quote": "cost 12 dollars in the north", "text": "They cost 12 dollars.", "kind": "number", "as_of": ""}
		}
		reply = map[string]any{"claims": []any{claim("q1"), claim("q2")}}
	case org.StageGap:
		s.gaps++
		gap := func(q, action, words string, urls ...string) map[string]any {
			return map[string]any{"sub_question": q, "missing": "m", "why": "w", "action": action, "url_ids": append([]string{}, urls...), "q": words}
		}
		reply = map[string]any{"enough": false, "gaps": []any{
			gap("q1", "fetch", "", "u1", "u2", "u3", "u99"), gap("q2", "query", fmt.Sprintf("other words %d", s.gaps)), gap("q3", "query", fmt.Sprintf("more words %d", s.gaps+100)),
		}}
	default:
		return llm.Raw{}, errors.New("no such stage in this measure: " + w.Purpose)
	}
	raw, err := json.Marshal(reply)
	if err != nil {
		return llm.Raw{}, err
	}
	if s.useless {
		raw = []byte("I would rather not.")
	}
	return llm.Raw{Text: string(raw), Model: w.Model, Finish: "stop"}, nil
}

// run is one random run. It says what was overrun, and whether a limit was
// reached at all.
func (w *wild) run(ctx context.Context, seed uint64) (fault string, full bool, err error) {
	dice := rand.New(rand.NewPCG(seed, 4))
	kept := &records{}
	h := &hits{base: "http://127.0.0.1:1", n: dice.IntN(9), fails: dice.IntN(10) == 0}
	online := seed%10 == 0
	if online {
		h.base = w.server.URL
	}
	w.fetched.Store(0)
	*w.model = scripted{useless: dice.IntN(8) == 0}
	r := &research.Researcher{
		Prompts: w.set, Fetcher: w.fetcher, Now: clock, Log: slog.New(slog.DiscardHandler), Searchers: []web.Searcher{h}, Records: kept,
	}
	if dice.IntN(2) == 0 {
		r.Client = w.client
	}
	job, inq := randomJob(dice, h.base)
	known := w.preload(dice, kept, job, inq, online)
	ev, err := r.Gather(ctx, job, inq)
	if err != nil {
		return "", false, err
	}
	b := job.Budget
	if b == (org.Budget{}) {
		b = org.ResearchBudget(job.Step.Depth)
	}
	fetches := kept.fetched
	if online {
		fetches = int(w.fetched.Load())
	}
	full = ev.Spent.Queries == b.Queries || ev.Spent.Fetches == b.Fetches || ev.Spent.GapCycles == b.GapCycles
	return overrun(b, ev, seen{queries: h.asked, fetches: fetches, stored: known, claims: w.model.claims, gaps: w.model.gaps, online: online}), full, nil
}

func randomJob(dice *rand.Rand, base string) (research.Job, work.Inquiry) {
	s := studyOf("Widgets of the north")
	s.Depth = []org.Depth{org.DepthStandard, org.DepthDeep}[dice.IntN(2)]
	job := research.Job{Step: s, Nonce: "5eed5eed5eed", Context: work.StepContext{Project: org.Project{ID: "p1", Title: "Widgets"}, Request: s.Title}}
	if dice.IntN(3) == 0 {
		q, f := 1+dice.IntN(8), 1+dice.IntN(20)
		job.Budget = org.Budget{Queries: q, ReserveQueries: dice.IntN(q), Fetches: f, ReserveFetches: dice.IntN(f), GapCycles: 1 + dice.IntN(4)}
	}
	for i := range dice.IntN(4) * dice.IntN(7) {
		job.Context.URLs = append(job.Context.URLs, fmt.Sprintf("%s/link/%d", base, i))
	}
	for i := range dice.IntN(3) {
		job.Context.Given = append(job.Context.Given, work.Document{Title: fmt.Sprintf("%d.md", i), Text: pageText(fmt.Sprint("given", i))})
	}
	var inq work.Inquiry
	for i := range 1 + dice.IntN(4) {
		inq.Questions = append(inq.Questions, work.SubQuestion{ID: fmt.Sprintf("q%d", i+1), Text: fmt.Sprintf("What do widgets cost in region %d?", i), Need: "number"})
	}
	for i := range dice.IntN(9) {
		inq.Queries = append(inq.Queries, work.Query{Text: fmt.Sprintf("widgets region %d", i), For: []string{"q1"}, Freshness: "any"})
	}
	return job, inq
}

// preload puts some of the pages that will be found into the records, as if
// the step had been begun before, and returns how many.
func (w *wild) preload(dice *rand.Rand, kept *records, job research.Job, inq work.Inquiry, online bool) map[string]bool {
	known := map[string]bool{}
	if online {
		return known
	}
	add := func(address string) {
		if dice.IntN(3) == 0 || known[address] {
			return
		}
		known[address] = true
		text := pageText(address)
		sum := sha256.Sum256([]byte(text))
		kept.docs = append(kept.docs, work.Document{
			ID: org.DocumentID(hex.EncodeToString(sum[:])), URL: address, Title: "Widgets", Site: "127.0.0.1", Origin: work.OriginWeb, Text: text, FetchedAt: clock(),
		})
	}
	for _, u := range job.Context.URLs {
		add(u)
	}
	for _, q := range inq.Queries {
		for i := range 4 {
			add(fmt.Sprintf("http://127.0.0.1:1/%s/%d", strings.ReplaceAll(prose.Fold(q.Text), " ", "-"), i))
		}
	}
	return known
}

// seen is what was really done in a run, counted outside of research.
type seen struct {
	queries, fetches, claims, gaps int
	stored                         map[string]bool
	online                         bool
}

func overrun(b org.Budget, ev work.Evidence, s seen) string {
	const claimCalls = 4 // at first
	tokens := 0
	for _, p := range ev.Passages {
		tokens += len(p.Text) / org.CharsPerToken
	}
	switch {
	case s.queries > b.Queries, ev.Spent.Queries > b.Queries:
		return fmt.Sprintf("%d searches (%d reported) of %d", s.queries, ev.Spent.Queries, b.Queries)
	case s.fetches > b.Fetches, ev.Spent.Fetches > b.Fetches:
		return fmt.Sprintf("%d fetches (%d reported) of %d", s.fetches, ev.Spent.Fetches, b.Fetches)
	case s.gaps > b.GapCycles*3, ev.Spent.GapCycles > b.GapCycles:
		return fmt.Sprintf("%d gap cycles, %d calls for them, of %d", ev.Spent.GapCycles, s.gaps, b.GapCycles)
	case s.claims > 3*(claimCalls+b.GapCycles):
		return fmt.Sprintf("%d calls for claims", s.claims)
	case tokens > research.EvidencePackTokens:
		return fmt.Sprintf("%d tokens of passages of %d", tokens, research.EvidencePackTokens)
	case s.queries != ev.Spent.Queries:
		return fmt.Sprintf("%d searches made, %d reported", s.queries, ev.Spent.Queries)
	case s.online && s.fetches != ev.Spent.Fetches:
		return fmt.Sprintf("%d fetches made, %d reported", s.fetches, ev.Spent.Fetches)
	case !s.online && s.fetches+len(s.stored) < ev.Spent.Fetches:
		return fmt.Sprintf("%d fetches made and %d pages known, %d reported", s.fetches, len(s.stored), ev.Spent.Fetches)
	}
	return ""
}
