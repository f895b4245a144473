package eval_test

import (
	"context"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/quote"
	"github.com/frasier-cos/frasier/internal/testing/webtest"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/worker/check"
	"github.com/frasier-cos/frasier/worker/research"
	"github.com/frasier-cos/frasier/worker/research/web"
)

func studyOf(title string) org.Step {
	return org.Step{
		ID: "s1", Project: "p1", Key: "i1", Title: title, Goal: title, Kind: org.KindResearch, Depth: org.DepthStandard,
		Acceptance: []org.Criterion{{ID: "a1", Text: title, Check: org.CheckJudge}},
	}
}

// smallWeb starts the small web and a researcher without a model on it.
func smallWeb(ctx context.Context, t *testing.T) (*webtest.Web, *research.Researcher, error) {
	t.Helper()
	w, err := webtest.Serve(ctx, "127.0.0.1:0")
	if err != nil {
		return nil, nil, err
	}
	set, err := texts()
	if err != nil {
		return nil, nil, err
	}
	f := &web.Fetcher{Allow: []netip.Prefix{netip.MustParsePrefix(webtest.Network)}, HostEvery: time.Microsecond, Timeout: 2 * time.Second}
	t.Cleanup(f.Close)
	t.Cleanup(w.Close)
	return w, &research.Researcher{
		Client: quotingClient(), Prompts: set, Searchers: []web.Searcher{&web.Brave{Key: "key", URL: w.BraveURL}}, Fetcher: f, Now: clock,
	}, nil
}

// recall is M5: whether the page with the answer is read and the answer is
// among the passages, for questions that come with their query.
func recall(ctx context.Context, t *testing.T) ([]result, error) {
	t.Helper()
	w, r, err := smallWeb(ctx, t)
	if err != nil {
		return nil, err
	}
	s, err := w.Measure(ctx, func(ctx context.Context, q webtest.Question) (work.Evidence, []string, error) {
		kept := &records{}
		r.Records = kept
		ev, err := r.Gather(ctx, research.Job{Step: studyOf(q.Text)}, work.Inquiry{
			Questions: []work.SubQuestion{{ID: "q1", Text: q.Text, Serves: []string{"a1"}, Need: q.Need}},
			Queries:   []work.Query{{Text: q.Query, For: []string{"q1"}, Angle: "primary", Freshness: "any"}},
		})
		return ev, kept.read(), err
	})
	if err != nil {
		return nil, err
	}
	return []result{
		least("page with the answer read", s.FetchRecall(), 0.90, s.Missed),
		least("answer among the passages", s.SpanRecall(), 0.80, s.Missed),
	}, nil
}

// sheets counts what the extractive provider made of the questions.
type sheets struct {
	answerable, contained    int
	unanswerable, admitted   int
	quotes, verified         int
	absent, untrue, invented []string
}

// extracts is M16: the product without a model answers the questions of the
// small web by itself, queries included.
func extracts(ctx context.Context, t *testing.T) ([]result, error) {
	t.Helper()
	_, r, err := smallWeb(ctx, t)
	if err != nil {
		return nil, err
	}
	list, err := webtest.Questions()
	if err != nil {
		return nil, err
	}
	var s sheets
	for _, q := range list {
		kept := &records{}
		r.Records = kept
		job := research.Job{Step: studyOf(q.Text), Nonce: "5eed", Context: work.StepContext{Project: org.Project{ID: "p1", Title: q.Topic}, Request: q.Text}}
		inq, err := r.Inquire(ctx, job)
		if err != nil {
			return nil, err
		}
		ev, err := r.Gather(ctx, job, inq)
		if err != nil {
			return nil, err
		}
		reply, err := r.Client.Do(ctx, llm.Request{
			Purpose: org.StageSynthesize, Tier: org.T1, Caller: llm.Caller{Key: q.ID, Round: 1}, Blocks: []llm.Block{{Name: "B6", Text: "## Stage: synthesize"}},
			Input: work.StageInput{Step: &job.Step, Context: &job.Context, Inquiry: &inq, Evidence: &ev},
		})
		if err != nil {
			return nil, err
		}
		s.judge(q, reply.Text)
		s.verify(ctx, q, reply.Text, ev, kept)
	}
	return []result{
		least("answer in the sheet", share(s.contained, s.answerable), 0.60, s.absent),
		least("quotes that stand in their document", share(s.verified, s.quotes), 1, s.untrue),
		least("\"not found\" said of what has no answer", share(s.admitted, s.unanswerable), 0.80, s.invented),
	}, nil
}

func (s *sheets) judge(q webtest.Question, reply string) {
	text, missing, _ := strings.Cut(check.ParseDraft(reply).Text, "## Not found")
	missing, _, _ = strings.Cut(missing, "\n## ")
	if len(q.Gold) == 0 {
		s.unanswerable++
		if strings.Contains(plain(missing), plain(q.Text)) {
			s.admitted++
		} else {
			s.invented = append(s.invented, q.ID+": "+q.Text)
		}
		return
	}
	s.answerable++
	for _, g := range q.Gold {
		if strings.Contains(plain(text), plain(g.Span)) {
			s.contained++
			return
		}
	}
	s.absent = append(s.absent, q.ID+": "+q.Text)
}

// verify looks for each quote in the bytes of the document that it names.
func (s *sheets) verify(ctx context.Context, q webtest.Question, reply string, ev work.Evidence, kept *records) {
	passages := map[string]work.Passage{}
	for _, p := range ev.Passages {
		passages[p.ID] = p
	}
	for _, c := range check.ParseDraft(reply).Claims {
		for _, id := range c.Passages {
			s.quotes++
			doc, err := kept.Document(ctx, passages[id].Document)
			if err == nil {
				_, found := quote.NewIndex(doc.Text).Find(c.Quote)
				if found {
					s.verified++
					continue
				}
			}
			s.untrue = append(s.untrue, q.ID+": "+c.Quote)
		}
	}
}

func plain(s string) string { return strings.Join(strings.Fields(strings.ToLower(s)), " ") }
