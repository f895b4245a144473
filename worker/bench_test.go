package worker_test

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
	"github.com/frasier-cos/frasier/internal/testing/storetest"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/extractive"
	"github.com/frasier-cos/frasier/llm/prompt"
	"github.com/frasier-cos/frasier/store"
	"github.com/frasier-cos/frasier/worker"
	"github.com/frasier-cos/frasier/worker/deliver"
	"github.com/frasier-cos/frasier/worker/research"
	"github.com/frasier-cos/frasier/worker/review"
)

// bench is a back office on a real database, with the real client and a model
// server on the loopback. Its clock goes only when it is told to.
type bench struct {
	t       testing.TB
	db      *store.DB
	server  *llmtest.Server
	w       *worker.Worker
	later   []org.Phase // of the project
	project org.ProjectID
	base    string
	http    *http.Client
	folder  string
	starts  int

	mu  sync.Mutex
	now time.Time
}

func (b *bench) Now() time.Time {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.now
}

func (b *bench) forward(d time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.now = b.now.Add(d)
}

// corpus is what the office can cite.
func corpus() map[string]string {
	return map[string]string{
		"kilns.md": "# Electric kilns\n\nThe Fornax 40 kiln costs 2,350 euros and reaches 1,280 degrees. It draws 7 kW and needs a three-phase socket. " +
			"The maker gives a guarantee of 24 months on the heating elements.\n\nThe Ember 60 kiln costs 3,100 euros and holds 60 litres. " +
			"Owners report that its lid seal wears out after about 200 firings.\n",
		"studio.md": "# Studio costs\n\nRent for a ground-floor studio in the harbour quarter is 14 euros per square metre. " +
			"A studio of 45 square metres holds two kilns and six wheels. Insurance for a pottery studio is 38 euros a month. " +
			"Most studios earn 60 percent of their income from evening courses.\n",
		"clay.md": "# Clay\n\nStoneware clay costs 0.90 euros per kilogram when bought by the pallet. A beginner uses about 4 kilograms of clay in one course evening. " +
			"Reclaimed clay lowers the cost of material by 30 percent, but it needs a pug mill.\n",
	}
}

func newBench(tb testing.TB, o llmtest.Options) *bench {
	tb.Helper()
	b := &bench{t: tb, now: time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)}
	dir := storetest.Folder(tb)
	for name, text := range corpus() {
		b.ok(os.MkdirAll(filepath.Join(dir, "corpus"), 0o700))
		b.ok(os.WriteFile(filepath.Join(dir, "corpus", name), []byte(text), 0o600))
	}
	path := filepath.Join(dir, "frasier.db")
	b.ok(storetest.Empty(path))
	var err error
	b.db, err = store.Open(tb.Context(), store.Options{Path: path, Now: b.Now})
	b.ok(err)
	prompts, err := prompt.Load("")
	b.ok(err)
	prompts.Facts = true
	b.ok(b.db.SeedAgents(tb.Context(), prompts.Agents()))
	b.server, b.base = llmtest.Start(tb, o)
	transport := &http.Transport{}
	b.http, b.folder = &http.Client{Transport: transport}, filepath.Join(dir, "corpus")
	b.w = b.worker(prompts)
	tb.Cleanup(func() {
		b.listsAllThatIsKept()
		transport.CloseIdleConnections()
		b.ok(b.w.Research.Corpus.Close())
		b.ok(b.db.Close())
	})
	return b
}

// listsAllThatIsKept holds that whatever a test saved of a step is named by the part that saves it.
func (b *bench) listsAllThatIsKept() {
	b.t.Helper()
	if b.project == "" {
		return
	}
	steps, err := b.db.Steps(context.Background(), b.project)
	b.ok(err)
	changes, err := b.db.Changes(context.Background(), b.project)
	b.ok(err)
	for _, s := range steps {
		code := slices.ContainsFunc(changes, func(c coding.StepChange) bool { return c.Step.ID == s.ID })
		for round := 1; round <= s.Round(); round++ {
			points, err := b.db.Checkpoints(context.Background(), s.ID, round)
			b.ok(err)
			for _, p := range points {
				if !slices.Contains(worker.Keeps(s.Kind, code), p.Stage) {
					b.t.Errorf("step %s keeps %s, which no part of its way lists", s.Key, p.Stage)
				}
			}
		}
	}
}

// restart puts a new process in the place of the worker: another holder, a
// client that remembers nothing.
func (b *bench) restart() {
	b.t.Helper()
	b.ok(b.w.Research.Corpus.Close())
	b.w = b.worker(b.w.Prompts)
}

func (b *bench) worker(prompts *prompt.Set) *worker.Worker {
	b.t.Helper()
	b.starts++
	prices, err := llm.LoadPrices()
	b.ok(err)
	client := &llm.Client{
		Provider: &llm.Endpoint{Base: b.base, HTTP: b.http, Now: b.Now}, Records: b.db, Models: llm.DefaultModels(), Prices: prices,
		Now: b.Now, Rand: rand.Float64, Repair: prompts.Repair,
		Wait: func(ctx context.Context, d time.Duration) error { b.forward(d); return ctx.Err() },
	}
	quiet := slog.New(slog.DiscardHandler)
	c, err := research.OpenCorpus(b.folder, "", b.Now, quiet)
	b.ok(err)
	w := &worker.Worker{
		Queue: b.db, Records: b.db, Staff: b.db,
		Research:  &research.Researcher{Client: client, Prompts: prompts, Corpus: c, Records: b.db, Now: b.Now, Log: quiet},
		Judge:     &review.Judge{Client: client, Prompts: prompts, Log: quiet, Now: b.Now},
		Assembler: &deliver.Assembler{Client: client, Prompts: prompts, Now: b.Now},
		Client:    client, Prompts: prompts, Autonomy: b.db.Autonomy, Crosscheck: b.db.Crosscheck, Advice: b.db.Advice, Holder: fmt.Sprintf("worker-%d", b.starts), Slots: 2,
		Poll: 10 * time.Millisecond, Secret: "pepper", Now: b.Now, Log: quiet,
	}
	w.Gauge = &worker.Gauge{Critics: b.db, Judge: w.Judge, Now: b.Now, Log: quiet}
	for _, a := range prompts.Agents() {
		switch a.Reviewer {
		case "qa":
			w.QA = a.ID
		case "lead":
			w.Lead = a.ID
		}
	}
	return w
}

func (b *bench) offline() {
	b.w.Client.Models = llm.Models{}
	b.w.Client.Provider = extractive.Provider{}
}

func (b *bench) ok(err error) {
	b.t.Helper()
	if err != nil {
		b.t.Fatal(err)
	}
}

// plan starts a project with the steps as its plan.
func (b *bench) plan(steps ...work.PlannedStep) {
	b.t.Helper()
	ctx := context.Background()
	m, _, err := b.db.SaveMessage(ctx, org.Message{
		Channel: org.Channel{Transport: "terminal", ID: "local"}, Origin: "1", Author: "founder", SaidAt: b.Now(),
		Text: "What does it cost to open a pottery studio?",
	})
	b.ok(err)
	b.project, err = b.db.SaveTurn(ctx, org.Turn{Message: m, Route: org.ActionNewProject, Project: &org.NewProject{
		Title: "Pottery studio", Goal: "Know what a studio costs", Mode: org.ModeResearch, Depth: org.DepthStandard, Phases: append([]org.Phase{{Label: "work"}}, b.later...),
	}})
	b.ok(err)
	job, err := b.db.ClaimMission(ctx, "planner", time.Minute)
	b.ok(err)
	b.ok(b.db.SavePlan(ctx, job.Lease, work.Plan{Notes: work.PlanNotes{Title: "Pottery studio", Quality: "model"}, Steps: steps}))
}

// piece is a step of research that the corpus can answer.
func (b *bench) piece(key string, needs ...string) work.PlannedStep {
	return work.PlannedStep{
		Key: key, Title: "Kiln prices " + key, Goal: "Say what kilns, clay and a studio cost.", Kind: org.KindResearch, Depth: org.DepthStandard,
		Role: "Researcher", Category: "operations", Agent: b.w.Prompts.Agents()[0].ID, Tier: org.T2, Needs: needs,
		Acceptance: []org.Criterion{
			{ID: "a1", Text: "The price of a kiln is named", Check: org.CheckJudge},
			{ID: "a2", Text: "At least 1 source", Check: org.CheckSources, N: 1},
		},
	}
}

// work claims one step and works on it.
func (b *bench) work() (work.Claim, error) {
	b.t.Helper()
	c := b.claim()
	return c, b.w.Work(context.Background(), c, func(bool) {})
}

func (b *bench) claim() work.Claim {
	b.t.Helper()
	claims, err := b.db.ClaimSteps(context.Background(), b.w.Holder, time.Minute, 1)
	b.ok(err)
	return claims[0]
}

// mustWork is work that goes well.
func (b *bench) mustWork() work.Claim {
	b.t.Helper()
	c, err := b.work()
	b.ok(err)
	return c
}

func (b *bench) step(key string) org.Step {
	b.t.Helper()
	list, err := b.db.Steps(context.Background(), b.project)
	b.ok(err)
	for _, s := range list {
		if s.Key == key {
			return s
		}
	}
	b.t.Fatalf("no step %q", key)
	return org.Step{}
}

// calls counts the requests of a stage that the model server saw; all stages
// for the empty name.
func (b *bench) calls(stage string) int {
	n := 0
	for _, r := range b.server.Requests() {
		if stage == "" || r.Stage == stage {
			n++
		}
	}
	return n
}

// want checks the state of a step.
func (b *bench) want(key string, state org.StepState, strikes int, held org.Hold) org.Step {
	b.t.Helper()
	s := b.step(key)
	got := fmt.Sprintf("%s, %d strikes, held %d", s.State, s.Strikes, s.Held)
	if want := fmt.Sprintf("%s, %d strikes, held %d", state, strikes, held); got != want {
		b.t.Fatalf("step %s: got %s, want %s (cause %q)", key, got, want, s.Cause)
	}
	return s
}

// told lists the feedback of a step's rejected rounds.
func (b *bench) told(key string) []string {
	b.t.Helper()
	about, err := b.db.Context(context.Background(), b.step(key).ID)
	b.ok(err)
	var out []string
	for _, r := range about.Rejections {
		out = append(out, r.Feedback...)
	}
	return out
}
