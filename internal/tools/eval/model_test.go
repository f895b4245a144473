package eval_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
	"github.com/frasier-cos/frasier/llm"
)

// client speaks with an endpoint and waits for nothing.
func client(p llm.Provider) (*llm.Client, error) {
	prices, err := llm.LoadPrices()
	if err != nil {
		return nil, err
	}
	return &llm.Client{
		Provider: p, Records: memory{}, Models: llm.DefaultModels(), Prices: prices, Rand: func() float64 { return 0.5 },
		Wait: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
	}, nil
}

func question(stage string, s *llm.Schema) llm.Request {
	return llm.Request{
		Purpose: stage, Tier: org.T2, Schema: s, Limit: time.Minute,
		Caller: llm.Caller{Project: "p1", Mission: "n1", Step: "s1", Agent: "agent-1", Round: 1},
		Blocks: []llm.Block{
			{Name: "B0", Text: "You work in an office."}, {Name: "B3", Text: "# Task: Price of barley"}, {Name: "B6", Text: "## Stage: " + stage + "\n\nDo it."},
		},
	}
}

// errorRows reads what each row of the table of errors ends with.
func errorRows() (map[int][]string, error) {
	raw, err := os.ReadFile("testdata/errors.txt")
	if err != nil {
		return nil, err
	}
	out := map[int][]string{}
	for line := range strings.Lines(string(raw)) {
		f := strings.Fields(line)
		if len(f) != 2 || f[0] == "#" {
			continue
		}
		row, err := strconv.Atoi(f[0])
		if err != nil {
			return nil, fmt.Errorf("errors.txt: %w", err)
		}
		out[row] = strings.Split(f[1], ",")
	}
	return out, nil
}

// errorTable is M12: every form of every row, again and again, and every way
// of writing a stream.
func errorTable(ctx context.Context, t *testing.T) ([]result, error) {
	t.Helper()
	want, err := errorRows()
	if err != nil {
		return nil, err
	}
	var mu sync.Mutex
	bad := map[int]bool{}
	seen := map[int]bool{}
	var missed []string
	var g errgroup.Group
	g.SetLimit(8)
	for _, f := range llmtest.Faults() {
		g.Go(func() error {
			got, err := endOf(ctx, t, f)
			mu.Lock()
			defer mu.Unlock()
			seen[f.Row] = true
			if !slices.Contains(want[f.Row], got) {
				bad[f.Row] = true
				missed = append(missed, fmt.Sprintf("row %d, %s: ended with %s (%v), want %s", f.Row, f.Name, got, err, want[f.Row]))
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	right := 0
	for row := range want {
		if seen[row] && !bad[row] {
			right++
		}
	}
	same, of, odd, err := streams(ctx, t)
	return []result{
		exact(fmt.Sprintf("rows right, %d forms", len(llmtest.Faults())), right, 32, missed), exact("streams read alike", same, of, odd),
	}, err
}

// endOf is what a call ends with when the endpoint shows one fault always.
func endOf(ctx context.Context, t *testing.T, f llmtest.Fault) (string, error) {
	t.Helper()
	s, err := llmtest.New(llmtest.Options{Rules: []llmtest.Rule{{Do: "fault:" + f.Name}}, Drip: 10 * time.Millisecond})
	if err != nil {
		return "no server", err
	}
	url, stop, err := s.Serve(ctx, "127.0.0.1:0")
	if err != nil {
		return "no server", err
	}
	defer stop()
	c, err := client(&llm.Endpoint{Base: url, Key: "key", HTTP: &http.Client{Transport: &http.Transport{}}, Stall: stallOf(f)})
	if err != nil {
		return "no client", err
	}
	q := question(org.StageSynthesize, nil)
	if f.Name == "silent" || f.Name == "drip" {
		q.Limit = 250 * time.Millisecond
	}
	if f.Row == 32 { // the caller gives up
		inner, cancel := context.WithCancel(ctx)
		time.AfterFunc(100*time.Millisecond, cancel)
		ctx = inner
		t.Cleanup(cancel)
	}
	_, err = c.Do(ctx, q)
	var e *llm.Error
	switch {
	case err == nil:
		return "answer", nil
	case errors.As(err, &e):
		return string(e.Class), err
	case errors.Is(err, context.Canceled):
		return string(llm.ClassCancelled), err
	}
	return "an unknown error", err
}

func stallOf(f llmtest.Fault) time.Duration {
	if f.Name == "stall" {
		return 150 * time.Millisecond
	}
	return 5 * time.Second
}

// streams asks one question in every style of stream; the text must be one.
func streams(ctx context.Context, t *testing.T) (same, of int, odd []string, err error) {
	t.Helper()
	_, url := llmtest.Start(t, llmtest.Options{})
	want := ""
	for _, style := range llmtest.StreamStyles() {
		c, err := client(&llm.Endpoint{Base: url + "/~stream=" + string(style), Key: "key", HTTP: &http.Client{}})
		if err != nil {
			return same, of, odd, err
		}
		of++
		r, err := c.Do(ctx, question(org.StageSynthesize, nil))
		switch {
		case err != nil:
			odd = append(odd, fmt.Sprintf("%s: %v", style, err))
		case want == "":
			want = r.Text
			same++
		case r.Text == want:
			same++
		default:
			odd = append(odd, fmt.Sprintf("%s: %q, want %q", style, r.Text, want))
		}
	}
	return same, of, odd, nil
}

// parrot is a provider that always says the same.
type parrot string

func (s parrot) Complete(_ context.Context, w llm.Wire) (llm.Raw, error) {
	return llm.Raw{Text: string(s), Model: w.Model, Finish: "stop"}, nil
}

// objects is M13: the corpus of replies, through the whole order of
// operations; a reply that is refused once is refused again.
func objects(ctx context.Context, _ *testing.T) ([]result, error) {
	raw, err := os.ReadFile("../../../llm/testdata/objects.json")
	if err != nil {
		return nil, err
	}
	var cases []struct {
		Name string  `json:"name"`
		In   string  `json:"in"`
		Want *string `json:"want"` // nil: refused
	}
	if err := json.Unmarshal(raw, &cases); err != nil {
		return nil, err
	}
	const local = `{"type":"object","properties":{"answer":{"type":"string","minLength":1},"n":{"type":"integer"}},"required":["answer","n"],"additionalProperties":false}`
	s := &llm.Schema{Name: "x_stage", Local: json.RawMessage(local), Wire: json.RawMessage(strings.Replace(local, `,"minLength":1`, "", 1))}
	right, missed := 0, []string(nil)
	for _, c := range cases {
		client, err := client(parrot(c.In))
		if err != nil {
			return nil, err
		}
		r, err := client.Do(ctx, question("x_stage", s))
		switch {
		case c.Want == nil && llm.Content(err), c.Want != nil && err == nil && string(r.Object) == *c.Want:
			right++
		default:
			missed = append(missed, fmt.Sprintf("%s: %.80q gave %s, %v", c.Name, c.In, r.Object, err))
		}
	}
	var seeds []string
	for _, c := range cases {
		seeds = append(seeds, c.In)
	}
	n, broken := mutate(seeds)
	return []result{exact("replies accepted or refused as they should", right, len(cases), missed), most(fmt.Sprintf("panics and non-objects in %d mutated replies", n), len(broken), 0, broken)}, nil
}

// mutate cuts, joins and doubles replies at random.
func mutate(seeds []string) (n int, broken []string) {
	const rounds = 20_000
	dice := rand.New(rand.NewPCG(1, 2))
	for range rounds {
		a, b := seeds[dice.IntN(len(seeds))], seeds[dice.IntN(len(seeds))]
		text := a[:dice.IntN(len(a)+1)] + b[dice.IntN(len(b)+1):]
		if len(text) > 4096 {
			text = text[:4096]
		}
		n++
		if fault := object(text); fault != "" {
			broken = append(broken, fmt.Sprintf("%q: %s", text, fault))
		}
	}
	return n, broken
}

func object(text string) (fault string) {
	defer func() {
		if r := recover(); r != nil {
			fault = fmt.Sprint("panic: ", r)
		}
	}()
	raw, err := llm.Object(text, nil)
	if err != nil {
		return ""
	}
	var m map[string]any
	if err := json.Unmarshal(raw, &m); err != nil {
		return "no object: " + string(raw)
	}
	return ""
}
