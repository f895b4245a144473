package coder_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
	"github.com/frasier-cos/frasier/worker/coder"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// TestWhatTurnsCost has a model do each of the 30 tasks as one does that looks first, once by calling tools and once in
// text, and counts what goes over the wire: how much of it a cache of prefixes cannot serve, and what each form takes.
func TestWhatTurnsCost(t *testing.T) {
	dirs, err := filepath.Glob("testdata/tasks/*/task.json")
	if err != nil || len(dirs) != 30 {
		t.Fatalf("%d tasks, %v", len(dirs), err)
	}
	sums := map[llmtest.ToolStyle]*bill{llmtest.ToolsCalled: {}, llmtest.ToolsRefused: {}}
	for style, sum := range sums {
		sum.warm.kept = map[string]bool{}
		for i, file := range dirs {
			if !testlevel.Proof() && i%10 > 0 {
				continue // of so few there is no figure
			}
			sum.add(t, filepath.Dir(file), style)
		}
		share := func(c cache) float64 { return 100 * float64(sum.in-c.served) / float64(sum.in) }
		t.Logf("tools %q: %d turns, %d bytes asked, %d answered; from no cache come %.1f %% of a task by itself, %.1f %% of one after the other", style, sum.turns, sum.in, sum.out, share(sum.cold), share(sum.warm))
		if most := map[llmtest.ToolStyle]float64{llmtest.ToolsCalled: 15, llmtest.ToolsRefused: 17}[style]; testlevel.Proof() && share(sum.warm) > most {
			t.Errorf("tools %q: %.1f %% of what is asked no cache can serve, want %.0f %%", style, share(sum.warm), most)
		}
	}
	if called, written := sums[llmtest.ToolsCalled], sums[llmtest.ToolsRefused]; called.turns != written.turns {
		t.Errorf("%d turns with tools, %d in text", called.turns, written.turns)
	}
}

// bill is what went over the wire, in bytes.
type bill struct {
	turns, in, out int
	cold, warm     cache // one that each task fills for itself, and one that keeps what the tasks before left
}

func (b *bill) add(t *testing.T, dir string, style llmtest.ToolStyle) {
	t.Helper()
	order, err := os.ReadFile(filepath.Join(dir, "order.md"))
	if err != nil {
		t.Fatal(err)
	}
	source := filepath.Join(t.TempDir(), "source")
	y := workspace.Dir{Home: t.TempDir()}
	if err := os.CopyFS(source, os.DirFS(filepath.Join(dir, "repo"))); err != nil {
		t.Fatal(err)
	}
	r, _, err := y.Add(t.Context(), coding.Repository{Name: "task", Source: source, Checks: []string{"make check"}})
	if err != nil {
		t.Fatal(err)
	}
	base, _, err := y.Base(t.Context(), coding.CodeOrder{Repository: r})
	if err != nil {
		t.Fatal(err)
	}
	tree, err := y.Tree(t.Context(), r, base)
	if err != nil {
		t.Fatal(err)
	}
	var plays script
	load(t, filepath.Join(dir, "good.json"), &plays)
	server, url := llmtest.Start(t, llmtest.Options{Tools: style, Coding: plays.lookFirst(t, r, y, tree)})
	a := asker{client: newAsker(t, url), tools: style == llmtest.ToolsCalled}
	if a.prompts, err = prompt.Load(""); err != nil {
		t.Fatal(err)
	}
	a.prompts.Facts = true
	a.data = prompt.Data{
		Stage: org.StageTurn, Tier: org.T2, Nonce: "0123456789ab", Project: &prompt.Project{Title: "The task", Objective: string(order)},
		Task: &prompt.Task{Title: "Change the code", Goal: string(order), Request: string(order)},
	}
	_, err = coder.Written(t.Context(), coder.Task{
		Turns: org.CodeTurns, Tries: 1, Workspaces: y, Repository: r, Base: base, BaseTree: tree, Round: 1, Ask: a.ask, Order: string(order),
		Keep: func(ctx context.Context, _ int, do func(context.Context) (coder.Turn, error)) (coder.Turn, error) {
			return do(ctx)
		},
		Check: func(context.Context, string) ([]coding.Trial, error) {
			return []coding.Trial{{Name: "make check", Passed: 12}}, nil
		},
		Prove: func(context.Context, int, coding.Change) ([]string, error) { return nil, nil },
	})
	if err != nil {
		t.Fatalf("%s: %v", dir, err)
	}
	b.cold.kept = map[string]bool{}
	for _, q := range server.Requests() {
		if q.Status == 200 {
			b.count(t, q)
		}
	}
}

// count reads one exchange. A cache serves the longest prefix that it was told to keep, as far as one ended near a mark.
func (b *bill) count(t *testing.T, q llmtest.Request) {
	t.Helper()
	var body struct {
		Tools    json.RawMessage `json:"tools"`
		Messages []struct {
			Content json.RawMessage `json:"content"`
		} `json:"messages"`
	}
	if err := json.Unmarshal(q.Body, &body); err != nil {
		t.Fatal(err)
	}
	b.turns++
	prefix := string(body.Tools)
	var all, marked []string
	for _, m := range body.Messages {
		var parts []struct {
			Text  string          `json:"text"`
			Cache json.RawMessage `json:"cache_control"`
		}
		if json.Unmarshal(m.Content, &parts) != nil {
			prefix += string(m.Content)
			continue
		}
		for _, p := range parts {
			prefix += p.Text
			all = append(all, prefix)
			if p.Cache != nil {
				marked = append(marked, prefix)
			}
		}
	}
	b.in += len(prefix)
	b.cold.serve(all, marked)
	b.warm.serve(all, marked)
	b.out += len(q.Reply)
	for _, c := range q.Calls {
		b.out += len(c.Name) + len(c.Args)
	}
}

// cache keeps what it is told to keep of a prompt, and serves the longest that it has.
type cache struct {
	kept   map[string]bool
	served int // bytes
}

func (c *cache) serve(prefixes, marked []string) {
	hit := 0
	for _, p := range prefixes {
		if c.kept[p] {
			hit = len(p)
		}
	}
	c.served += hit
	for _, p := range marked {
		c.kept[p] = true
	}
}

// asker asks for turns as a worker does.
type asker struct {
	client  *llm.Client
	prompts *prompt.Set
	data    prompt.Data
	tools   bool
}

func (a asker) ask(ctx context.Context, n int, c prompt.TurnContract) (string, string, error) {
	d, written := a.data, c
	c.Called, c.Actions = true, nil
	d.Contract = c
	blocks, err := a.prompts.BlocksWithTools(d, written)
	if err != nil {
		return "", "", err
	}
	got, err := a.client.Do(ctx, llm.Request{
		Purpose: org.StageTurn, Tier: org.T2, Blocks: blocks, Tools: coder.ListTools(), Verbatim: true, Caller: llm.Caller{Step: "s1", Round: 1, Seq: n},
	})
	if err == nil && got.Offered != a.tools {
		err = errors.New("it was asked in the other form")
	}
	return got.Spell(), got.Family, err
}

func newAsker(tb testing.TB, url string) *llm.Client {
	tb.Helper()
	prices, err := llm.LoadPrices()
	if err != nil {
		tb.Fatal(err)
	}
	return &llm.Client{Provider: &llm.Endpoint{Base: url, Key: "k"}, Records: noLedger{}, Models: llm.DefaultModels(), Prices: prices}
}

// noLedger keeps nothing: what is counted is on the wire.
type noLedger struct{}

func (noLedger) BeginCall(context.Context, org.ModelCall) (org.CallEnd, bool, error) {
	return org.CallEnd{}, false, nil
}

func (noLedger) EndCall(context.Context, org.CallEnd) (org.ModelHealth, error) {
	return org.ModelHealth{}, nil
}

// lookFirst makes turns of a scripted change: it lists and searches, reads what it will change and the tests, writes the
// tests, then the code, has the checks run and says that it is done.
func (s script) lookFirst(t *testing.T, r coding.Repository, y workspace.Dir, tree string) llmtest.Coding {
	t.Helper()
	there, err := y.Files(t.Context(), r, tree)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range there {
		names = append(names, f.Path)
	}
	last := map[string]llmtest.Deed{}
	var order []string
	for _, step := range slices.Concat(s.Rounds...) {
		name, d := step.Write, llmtest.Deed{Do: "write", Path: step.Write, Text: step.Content}
		if step.Delete != "" {
			name, d = step.Delete, llmtest.Deed{Do: "delete", Path: step.Delete}
		}
		if _, again := last[name]; !again {
			order = append(order, name)
		}
		last[name] = d
	}
	out := llmtest.Coding{{Turn: 1, Do: "list"}, {Turn: 1, Do: "search", Text: "func|def |sub |function"}}
	for _, name := range order {
		d := last[name]
		if slices.Contains(names, name) {
			out = append(out, llmtest.Deed{Turn: 2, Do: "read", Path: name})
		}
		if d.Turn = 4; strings.Contains(name, "test") || strings.HasPrefix(name, "t/") {
			d.Turn = 3
		}
		out = append(out, d)
	}
	for n := 1; n <= 5; n++ {
		if !slices.ContainsFunc(out, func(d llmtest.Deed) bool { return d.Turn == n }) || n > 2 && n < 5 {
			out = append(out, llmtest.Deed{Turn: n, Do: "check"})
		}
	}
	return append(out, llmtest.Deed{Turn: 5, Do: "done", Text: s.Say})
}
