package eval_test

import (
	"context"
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
)

// Gates of a small project: a roadmap of two studies, a price and a launch plan
// on three documents of a page together.
const (
	mostCalls  = 14
	sharedText = 0.4 // of the bytes of the steps' prompts, what earlier ones began with; here nothing is revised (with revisions: TestRecordedProjects)
)

// TestCallsOfASmallProject counts what a roadmap of four items costs in calls
// and prompt tokens, and how much of the prompts a cache can serve.
func TestCallsOfASmallProject(t *testing.T) {
	server, url := llmtest.Start(t, llmtest.Options{})
	ctx := context.Background()
	o, err := open(ctx, setup{Home: t.TempDir(), Corpus: "testdata/project/bread/corpus", Model: url, Holder: "bread", Now: clock})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := o.close(); err != nil {
			t.Error(err)
		}
	})
	roadmap, err := os.ReadFile("testdata/project/bread/roadmap.md")
	if err != nil {
		t.Fatal(err)
	}
	if err := o.hear(ctx, "roadmap.md", string(roadmap)); err != nil {
		t.Fatal(err)
	}
	p, err := o.work(ctx)
	if err != nil || p.State != org.ProjectCompleted {
		t.Fatalf("the project ended %s (%s), %v; want completed", p.State, p.Outcome, err)
	}
	requests := server.Requests()
	type sum struct{ calls, tokens, shared int }
	stages := map[string]sum{}
	known := map[string][]string{} // prompts by model
	all, again := 0, 0             // bytes of the prompts of steps
	tokens := 0
	for _, r := range requests {
		begins := 0
		for _, before := range known[r.Model] {
			begins = max(begins, common(before, r.Prompt))
		}
		known[r.Model] = append(known[r.Model], r.Prompt)
		s := stages[r.Stage]
		stages[r.Stage] = sum{s.calls + 1, s.tokens + len(r.Prompt)/org.CharsPerToken, s.shared + begins/org.CharsPerToken}
		tokens += len(r.Prompt) / org.CharsPerToken
		if r.Title != "" { // a call about a step
			all, again = all+len(r.Prompt), again+begins
		}
	}
	for _, name := range slices.Sorted(maps.Keys(stages)) {
		s := stages[name]
		t.Logf("%-12s %2d calls, %6d tokens of prompts, %3d %% of them shared", name, s.calls, s.tokens, 100*s.shared/max(s.tokens, 1))
	}
	share := float64(again) / float64(all)
	t.Logf("%d calls, %d tokens of prompts; of those of steps %.0f %% of the bytes begin as an earlier prompt to the same model", len(requests), tokens, 100*share)
	if len(requests) > mostCalls {
		t.Errorf("%d calls, want %d at most", len(requests), mostCalls)
	}
	if share < sharedText {
		t.Errorf("%.2f of the prompts of steps is shared, want %.2f", share, sharedText)
	}
	for _, never := range []string{org.StageDecompose, org.StageClaims, org.StageCalibrate} {
		if n := stages[never].calls; n > 0 {
			t.Errorf("%d calls of %s for three documents that fit into a prompt", n, never)
		}
	}
	for _, once := range []string{"Size the office bread market in the northern quarter", "Profile the rival bakeries that deliver to offices"} {
		if n := slices.IndexFunc(requests, func(r llmtest.Request) bool {
			return r.Title == once && (r.Stage == org.StageQA || r.Stage == org.StageLead)
		}); n >= 0 {
			t.Errorf("%q has a second reviewer: %s", once, requests[n].Stage)
		}
	}
	if !slices.ContainsFunc(requests, func(r llmtest.Request) bool {
		return (r.Stage == org.StageLead || r.Stage == org.StageExpert) && len(r.Title) > 0 && r.Title[:7] == "Set our"
	}) {
		t.Errorf("nobody but the critic looked at the price: %v", slices.Sorted(maps.Keys(stages)))
	}
}

// common is how many bytes two texts have in common at their beginning.
func common(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
