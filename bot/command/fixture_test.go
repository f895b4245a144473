package command_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/bot/command"
	"github.com/frasier-cos/frasier/bot/command/setting"
	"github.com/frasier-cos/frasier/internal/attest"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/storetest"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store"
)

// fixture is a Handler over a real store, with a clock that the test moves.
type fixture struct {
	t       *testing.T
	db      *store.DB
	handler *command.Handler
	now     time.Time
	said    int
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	return fixtureIn(t, storetest.Path(t))
}

// fixtureIn is a fixture of its own in an empty database.
func fixtureIn(t *testing.T, path string) *fixture {
	t.Helper()
	o := &fixture{t: t, now: time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)}
	db, err := store.Open(t.Context(), store.Options{Path: path, Now: func() time.Time { return o.now }})
	o.ok(err)
	t.Cleanup(func() { o.ok(db.Close()) })
	o.db = db
	o.ok(db.SeedAgents(t.Context(), []org.Agent{
		{ID: "agent-research", Name: "Rosalind", Role: "Head of Research", Category: "research", Persona: "You are Rosalind."},
		{ID: "agent-quality", Name: "Quinn", Role: "Head of Quality", Category: "quality", Persona: "You are Quinn.", Reviewer: "qa"},
	}))
	o.handler = command.New(db, func() time.Time { return o.now })
	o.handler.Settings = []setting.Fixed{{Name: "OPENROUTER_API_KEY", Value: "set", Source: "environment"}, {Name: "FRASIER_WORKERS", Value: "2", Source: "default"}}
	home := t.TempDir()
	o.handler.Bundle = func(ctx context.Context, want attest.Want) ([]byte, error) {
		ring, err := attest.Open(ctx, db, home, o.now)
		if err != nil {
			return nil, err
		}
		return attest.Make(ctx, db, ring, want, o.now)
	}
	o.handler.Price = func(in, out int) (org.NanoUSD, bool) { return org.NanoUSD(15_000*in + 75_000*out), true }
	return o
}

func (o *fixture) ok(err error) {
	o.t.Helper()
	if err != nil {
		o.t.Fatal(err)
	}
}

func home() org.Channel { return org.Channel{Transport: "discord", ID: "100"} }

// give gives a command as nobody gave it before.
func (o *fixture) give(line string) org.Reply {
	o.t.Helper()
	o.said++
	return o.again(fmt.Sprint("i", o.said), line)
}

// again gives the command of an origin.
func (o *fixture) again(origin, line string) org.Reply {
	o.t.Helper()
	return o.do(org.Command{Origin: origin, Line: line})
}

func (o *fixture) do(c org.Command) org.Reply {
	o.t.Helper()
	if c.Channel == (org.Channel{}) {
		c.Channel = home()
	}
	c.Author = "ana"
	r, err := o.handler.Do(o.t.Context(), c)
	if err != nil {
		o.t.Fatalf("Do(%.60q): %v", c.Line, err)
	}
	fits(o.t, c.Line, r)
	return r
}

// fits demands of a reply what every chat needs: one message, buttons that
// carry a line that is read back.
func fits(t interface {
	Helper()
	Errorf(string, ...any)
}, line string, r org.Reply,
) {
	t.Helper()
	const limit = 1900
	if n := len(utf16.Encode([]rune(r.Text))); n == 0 || n > limit {
		t.Errorf("the reply to %.60q has %d UTF-16 units, want 1 to %d", line, n, limit)
	}
	lines := []string{}
	for _, b := range r.Card.Buttons {
		line := b.Command
		if b.Ask != "" {
			line += " words of a form"
		}
		lines = append(lines, line)
		if b.Label == "" || len(b.Command) > 90 {
			t.Errorf("the reply to %.60q has the button %+v", line, b)
		}
	}
	if m := r.Card.Menu; m != nil {
		if len(m.Choices) == 0 || len(m.Choices) > 25 {
			t.Errorf("the reply to %.60q has a menu of %d", line, len(m.Choices))
		}
		for _, c := range m.Choices {
			lines = append(lines, m.Command+" "+c.Value)
		}
	}
	for _, l := range lines {
		if _, err := command.Parse(l); err != nil {
			t.Errorf("the reply to %.60q leads to %q, which cannot be read: %v", line, l, err)
		}
	}
}

// sees demands parts of a reply, one after the other.
func (o *fixture) sees(r org.Reply, parts ...string) {
	o.t.Helper()
	rest := r.Text
	for _, p := range parts {
		i := strings.Index(rest, p)
		if i < 0 {
			o.t.Errorf("the reply %q: want %q in it, in the order of %q", r.Text, p, parts)
			return
		}
		rest = rest[i+len(p):]
	}
}

// golden compares a reply with its file.
func (o *fixture) golden(name string, r org.Reply) {
	o.t.Helper()
	var b strings.Builder
	b.WriteString(r.Text + "\n")
	for _, x := range r.Card.Buttons {
		fmt.Fprintf(&b, "[%s] %s", x.Label, x.Command)
		if x.Ask != "" {
			fmt.Fprintf(&b, " (%s)", x.Ask)
		}
		b.WriteString("\n")
	}
	if m := r.Card.Menu; m != nil {
		fmt.Fprintf(&b, "<%s> %s\n", m.Label, m.Command)
		for _, c := range m.Choices {
			fmt.Fprintf(&b, "  %s = %s\n", c.Label, c.Value)
		}
	}
	for _, f := range r.Files {
		fmt.Fprintf(&b, "file %s\n", f.Name)
	}
	// How much the journal takes is not this room's to say.
	text := regexp.MustCompile(`[0-9.]+ (bytes|kB)`).ReplaceAllString(b.String(), "N kB")
	path := filepath.Join("testdata", name+".txt")
	if os.Getenv("UPDATE_GOLDEN") != "" { //nolint:forbidigo // the switch of golden tests
		o.ok(os.WriteFile(path, []byte(text), 0o600))
		return
	}
	want, err := os.ReadFile(path)
	o.ok(err)
	if d := cmp.Diff(string(want), text); d != "" {
		o.t.Errorf("%s (-want +got):\n%s", name, d)
	}
}

// start starts a project of the given phases.
func (o *fixture) start(title string, phases ...string) org.ProjectID {
	o.t.Helper()
	o.said++
	if len(phases) == 0 {
		phases = []string{"the work"}
	}
	m, _, err := o.db.SaveMessage(o.t.Context(), org.Message{Channel: home(), Origin: fmt.Sprint("m", o.said), Author: "ana", Text: title, SaidAt: o.now})
	o.ok(err)
	n := org.NewProject{Title: title, Goal: title, Mode: org.ModeResearch, Depth: org.DepthStandard}
	for i, p := range phases {
		n.Phases = append(n.Phases, org.Phase{Index: i, Label: p})
	}
	p, err := o.db.SaveTurn(o.t.Context(), org.Turn{Message: m, Route: org.ActionNewProject, Project: &n})
	o.ok(err)
	return p
}

func step(key, title string, needs ...string) work.PlannedStep {
	return work.PlannedStep{
		Key: key, Title: title, Goal: title, Kind: org.KindResearch, Depth: org.DepthStandard, Role: "Analyst", Category: "research",
		Agent: "agent-research", Tier: org.T2, Needs: needs, Acceptance: []org.Criterion{{ID: "a1", Text: "each price has a source", Check: org.CheckJudge}},
	}
}

// plan plans the oldest mission that waits for it.
func (o *fixture) plan(steps ...work.PlannedStep) {
	o.t.Helper()
	job, err := o.db.ClaimMission(o.t.Context(), "planner", time.Minute)
	o.ok(err)
	o.ok(o.db.SavePlan(o.t.Context(), job.Lease, work.Plan{
		Notes: work.PlanNotes{Title: job.Project.Title, Quality: "model", Assumptions: []string{"prices are those of Europe"}}, Steps: steps,
	}))
}

// claim claims what is ready, by key.
func (o *fixture) claim(n int) map[string]work.Claim {
	o.t.Helper()
	list, err := o.db.ClaimSteps(o.t.Context(), "worker-1", time.Hour, n)
	o.ok(err)
	out := map[string]work.Claim{}
	for _, c := range list {
		out[c.Step.Key] = c
	}
	return out
}

// work completes a claimed step after a time, with one call of the given cost.
func (o *fixture) work(c work.Claim, took time.Duration, cost org.NanoUSD) {
	o.t.Helper()
	ctx := o.t.Context()
	end, _, err := o.db.BeginCall(ctx, org.ModelCall{
		Key: string(c.Step.ID), Try: 1, Purpose: org.StageSynthesize, Project: c.Step.Project, Mission: c.Step.Mission, Step: c.Step.ID, Agent: c.Step.Agent,
		Round: 1, TierAsked: c.Step.Tier, Tier: c.Step.Tier, Model: "some/model",
	})
	o.ok(err)
	o.now = o.now.Add(took)
	end.State, end.Reply, end.Model, end.TokensIn, end.TokensOut = org.CallUsable, "text", "some/model", 1000, 100
	end.Cost, end.CostSource = cost, org.CostProvider
	if cost == 0 {
		end.CostSource = org.CostUnknown
	}
	_, err = o.db.EndCall(ctx, end)
	o.ok(err)
	out := work.Outcome{Next: org.StepCompleted, Result: "# " + c.Step.Title, Digest: c.Step.Title, Reviewed: "auto", Served: c.Step.Tier}
	if c.Step.Kind == org.KindAssembly {
		out.Deliverable = &work.Deliverable{
			Title: "Oats", Markdown: "# Oats\n\nOats cost 212 euros.\n\n" + strings.Repeat("A long paragraph about oats. ", 100), HTML: "<h1>Oats</h1>", PDF: []byte("%PDF-1.4"),
		}
	}
	o.ok(o.db.Finish(ctx, c.Lease, out))
}

// finish completes whatever becomes ready.
func (o *fixture) finish() {
	o.t.Helper()
	for range 50 {
		list, err := o.db.ClaimSteps(o.t.Context(), "worker-1", time.Hour, 10)
		if err != nil {
			return
		}
		for _, c := range list {
			o.work(c, 10*time.Second, 1_000_000)
		}
	}
}

func (o *fixture) events(kind org.EventKind) int {
	o.t.Helper()
	all, err := o.db.Events(o.t.Context(), 0, 100_000)
	o.ok(err)
	n := 0
	for _, e := range all {
		if e.Kind == kind {
			n++
		}
	}
	return n
}
