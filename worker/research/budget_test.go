package research_test

import (
	"context"
	"crypto/sha256"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/worker/research"
	"github.com/frasier-cos/frasier/worker/research/web"
)

// finder answers searches with a number of pages of one server and counts.
type finder struct {
	base  string
	hits  int
	fails bool
	asked int
}

func (f *finder) Search(_ context.Context, q work.Query, n int) ([]reports.Hit, error) {
	f.asked++
	if f.fails {
		return nil, web.ErrLimited
	}
	var out []reports.Hit
	for i := range min(n, f.hits) {
		out = append(out, reports.Hit{
			URL: fmt.Sprintf("%s/%s/%d", f.base, strings.ReplaceAll(prose.Fold(q.Text), " ", "-"), i), Title: q.Text, Snippet: "about " + q.Text, Provider: "finder", Rank: i + 1,
		})
	}
	return out, nil
}

// TestBudgetsAreNeverOverrun runs research with random engines, pages, models
// and budgets: whatever they do, the limits hold, and what is reported as
// spent is what was spent.
func TestBudgetsAreNeverOverrun(t *testing.T) {
	t.Parallel()
	var fetched atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		fetched.Add(1)
		switch sum := sha256.Sum256([]byte(r.URL.Path)); sum[0] % 8 {
		case 0:
			w.WriteHeader(http.StatusForbidden)
			return
		case 1: // is asked for again
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		fmt.Fprint(w, "<html><body><article>")
		for i := range 16 {
			sum := sha256.Sum256([]byte(r.URL.Path + strconv.Itoa(i)))
			fmt.Fprintf(w, "<p>What widgets cost in region %d: they cost 12 dollars in the north. %s</p>", i%9, strings.Join(strings.Split(fmt.Sprintf("% x% x", sum, sum[:20]), " 1"), " and one more "))
		}
		fmt.Fprint(w, "</article></body></html>")
	}))
	defer server.Close()
	fetcher, set := quick(), prompts(t)
	fetcher.Timeout = time.Minute // a request that the machine was too slow for may never have come
	defer fetcher.Close()
	rapid.Check(t, func(rt *rapid.T) {
		fetched.Store(0)
		depth := rapid.SampledFrom([]org.Depth{org.DepthStandard, org.DepthDeep}).Draw(rt, "depth")
		f := &finder{base: server.URL, hits: rapid.IntRange(0, 12).Draw(rt, "hits"), fails: rapid.IntRange(0, 9).Draw(rt, "fails") == 0}
		var gaps, claims atomic.Int64
		answer := scripted(func(w llm.Wire) string {
			if w.Purpose == org.StageClaims {
				id := w.Input.Evidence.Passages[0].ID
				return fmt.Sprintf(`{"claims":[{"sub_question":"q1","passage_ids":[%q],"quote":"cost 12 dollars in the north","text":"Widgets cost 12 dollars.","kind":"number","as_of":""},
					{"sub_question":"q2","passage_ids":[%q],"quote":"cost 12 dollars in the north","text":"They cost 12 dollars.","kind":"number","as_of":""}]}`, id, id)
			}
			n := gaps.Add(1)
			return fmt.Sprintf(`{"gaps":[{"sub_question":"q1","missing":"m","why":"w","action":"fetch","url_ids":["u1","u2","u3","u99"],"q":""},
				{"sub_question":"q2","missing":"m","why":"w","action":"query","url_ids":[],"q":"other words %d"},
				{"sub_question":"q3","missing":"m","why":"w","action":"query","url_ids":[],"q":"more words %d"}],"enough":false}`, n, n+100)
		})
		counting := scripted(func(w llm.Wire) string {
			if w.Purpose == org.StageClaims {
				claims.Add(1)
			}
			return answer(w)
		})
		r := &research.Researcher{Prompts: set, Searchers: []web.Searcher{f}, Fetcher: fetcher, Records: &memory{}, Now: clock}
		if rapid.Bool().Draw(rt, "model") {
			r.Client = client(t, counting)
		}
		s := step("Widgets of the north")
		s.Depth = depth
		j := job(s)
		for i := range rapid.IntRange(0, 40).Draw(rt, "links") {
			j.Context.URLs = append(j.Context.URLs, fmt.Sprintf("%s/link/%d", server.URL, i))
		}
		inq := work.Inquiry{}
		for i := range rapid.IntRange(1, 8).Draw(rt, "questions") {
			inq.Questions = append(inq.Questions, work.SubQuestion{ID: fmt.Sprintf("q%d", i+1), Text: fmt.Sprintf("What do widgets cost in region %d?", i), Need: "number"})
		}
		for i := range rapid.IntRange(0, 20).Draw(rt, "queries") {
			inq.Queries = append(inq.Queries, work.Query{Text: fmt.Sprintf("widgets region %d", i), For: []string{"q1"}, Freshness: "any"})
		}
		ev, err := r.Gather(t.Context(), j, inq)
		if err != nil {
			rt.Fatal(err)
		}
		b := org.ResearchBudget(depth)
		if ev.Spent.Queries > b.Queries || ev.Spent.Fetches > b.Fetches || ev.Spent.GapCycles > b.GapCycles {
			rt.Fatalf("spent %+v of %+v", ev.Spent, b)
		}
		if f.asked != ev.Spent.Queries || int(fetched.Load()) != ev.Spent.Fetches {
			rt.Fatalf("reported %+v, but made %d searches and %d fetches", ev.Spent, f.asked, fetched.Load())
		}
		if r.Client == nil { // done again from the records it comes to the same, and nothing is asked for
			twice, err := r.Gather(t.Context(), j, inq)
			if err != nil || twice.Spent != ev.Spent || int(fetched.Load()) > ev.Spent.Fetches {
				rt.Fatalf("again: spent %+v and made %d fetches, %v; want %+v and none", twice.Spent, int(fetched.Load())-ev.Spent.Fetches, err, ev.Spent)
			}
		}
		tokens := 0
		for _, p := range ev.Passages {
			tokens += len(p.Text) / org.CharsPerToken
		}
		if tokens > research.EvidencePackTokens {
			rt.Fatalf("the pack has %d tokens, want at most %d", tokens, research.EvidencePackTokens)
		}
		if most := int64(4 + b.GapCycles); claims.Load() > most {
			rt.Fatalf("%d calls for claims, want at most %d", claims.Load(), most)
		}
	})
}

func TestThePackFitsItsPrompt(t *testing.T) {
	j := job(step("Eight subjects"))
	inq := work.Inquiry{}
	for i := range 8 {
		inq.Questions = append(inq.Questions, work.SubQuestion{ID: fmt.Sprintf("q%d", i), Text: fmt.Sprintf("What is subject%c?", 'a'+i), Need: "fact"})
	}
	for i := range 16 {
		var b strings.Builder
		for k := range 8 {
			fmt.Fprintf(&b, "Of subject%c:", 'a'+i%8)
			for w := range 80 {
				sum := sha256.Sum256(fmt.Append(nil, i, k, w))
				fmt.Fprintf(&b, " w%x", sum[:4])
			}
			b.WriteString(".\n\n")
		}
		j.Context.Given = append(j.Context.Given, work.Document{Title: fmt.Sprintf("%d.md", i), Text: b.String()})
	}
	r := &research.Researcher{Records: &memory{}, Now: clock}
	ev, err := r.Gather(t.Context(), j, inq)
	if err != nil {
		t.Fatal(err)
	}
	tokens, perDoc := 0, map[int]int{}
	for _, p := range ev.Passages {
		tokens += len(p.Text) / org.CharsPerToken
		perDoc[p.Source]++
		if perDoc[p.Source] > 6 {
			t.Errorf("document %d has %d passages, want at most 6", p.Source, perDoc[p.Source])
		}
	}
	if tokens > research.EvidencePackTokens || tokens < research.EvidencePackTokens*8/10 {
		t.Errorf("the pack has %d tokens of %d, want it nearly full and no more", tokens, research.EvidencePackTokens)
	}
}
