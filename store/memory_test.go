package store_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/internal/org"
)

func TestRecallByTags(t *testing.T) {
	b := newBench(t)
	for _, s := range []struct {
		text string
		tags []string
	}{
		{"old rents", []string{"rents"}},
		{"rents in Berlin", []string{"rents", "berlin"}},
		{"Berlin", []string{"berlin"}},
		{"new rents", []string{"rents"}},
		{"wages", []string{"wages"}},
	} {
		b.say(s.text, org.Turn{Reply: "re: " + s.text, Tags: s.tags})
		b.pass(time.Minute)
	}
	for _, c := range []struct {
		tags []string
		n    int
		want []string
	}{
		{[]string{"rents", "berlin"}, 10, []string{"rents in Berlin", "new rents", "Berlin", "old rents"}},
		{[]string{"rents", "berlin"}, 2, []string{"rents in Berlin", "new rents"}},
		{[]string{"wages"}, 10, []string{"wages"}},
		{[]string{"unheard"}, 10, nil},
		{nil, 10, nil},
	} {
		turns, err := b.db.Recall(t.Context(), c.tags, c.n)
		b.ok(err)
		var got []string
		for _, turn := range turns {
			got = append(got, turn.Message.Text)
			if turn.Reply != "re: "+turn.Message.Text {
				t.Errorf("reply recalled with %q: got %q", turn.Message.Text, turn.Reply)
			}
		}
		if !cmp.Equal(got, c.want) {
			t.Errorf("Recall(%v, %d): got %v, want %v", c.tags, c.n, got, c.want)
		}
	}
}

func TestForgottenRulesAreNotGiven(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	m, _ := b.say("never quote prices in euros", org.Turn{Directives: []string{"Never quote prices in euros."}})
	lessons, err := b.db.Lessons(ctx)
	b.ok(err)
	want := []org.Lesson{{
		ID: "l1", Kind: "directive", State: "active", Text: "Never quote prices in euros.",
		Importance: org.DirectiveImportance, Message: m, At: b.now,
	}}
	if diff := cmp.Diff(want, lessons); diff != "" {
		t.Fatalf("Lessons (-want +got):\n%s", diff)
	}
	b.ok(b.db.Forget(ctx, "l1"))
	b.ok(b.db.Forget(ctx, "l1"))
	rules, err := b.db.Directives(ctx)
	b.ok(err)
	if len(rules) != 0 {
		t.Errorf("rules after the only one was forgotten: got %v, want none", rules)
	}
	b.say("never quote prices in euros", org.Turn{Directives: []string{"Never quote prices in euros."}})
	if rules, err = b.db.Directives(ctx); err != nil || len(rules) != 1 {
		t.Errorf("rules after it was given again: got %v, want it (%v)", rules, err)
	}
	if err := b.db.Forget(ctx, "l999"); !errors.Is(err, org.ErrNotFound) {
		t.Errorf("Forget of an unknown lesson: got %v, want %v", err, org.ErrNotFound)
	}
}

func TestSeedingAgentsAgain(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	version := func() map[org.AgentID]int {
		agents, err := b.db.Agents(ctx)
		b.ok(err)
		out := map[org.AgentID]int{}
		for _, a := range agents {
			out[a.ID] = a.Version
		}
		return out
	}
	agents, err := b.db.Agents(ctx)
	b.ok(err)
	b.ok(b.db.SeedAgents(ctx, agents))
	want := map[org.AgentID]int{"agent-content": 1, "agent-quality": 1, "agent-research": 1}
	if got := version(); !cmp.Equal(got, want) {
		t.Errorf("versions after the same agents again: got %v, want %v", got, want)
	}
	agents[0].Persona += " You write short sentences."
	b.ok(b.db.SeedAgents(ctx, agents))
	want[agents[0].ID] = 2
	if got := version(); !cmp.Equal(got, want) {
		t.Errorf("versions after one new persona: got %v, want %v", got, want)
	}
	if err := b.db.SeedAgents(ctx, []org.Agent{{ID: "bot-1", Name: "B", Persona: "x"}}); err == nil {
		t.Error("an agent whose id does not begin with agent-: got no error")
	}
}

func TestAutonomyPolicy(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	got, err := b.db.Autonomy(ctx)
	b.ok(err)
	if want := org.DefaultAutonomy(); got != want {
		t.Errorf("policy that nobody set: got %+v, want %+v", got, want)
	}
	b.ok(b.db.SetPolicy(ctx, "autonomy.auto_approve", "4.5"))
	b.ok(b.db.SetPolicy(ctx, "autonomy", "off"))
	got, err = b.db.Autonomy(ctx)
	b.ok(err)
	if want := (org.AutonomyPolicy{On: false, AutoApprove: 4.5, QAOnly: org.QAOnlyAt}); got != want {
		t.Errorf("policy after two changes: got %+v, want %+v", got, want)
	}
	for _, wrong := range [][2]string{{"autonomy", "perhaps"}, {"autonomy.auto_approve", "high"}, {"autonomy.qa_only", "NaN"}} {
		was, err := b.db.Policy(ctx, wrong[0], "3")
		b.ok(err)
		b.ok(b.db.SetPolicy(ctx, wrong[0], wrong[1]))
		if p, err := b.db.Autonomy(ctx); err == nil || p.On {
			t.Errorf("policy with %s = %s: got %+v, want an error and nothing approved", wrong[0], wrong[1], p)
		}
		b.ok(b.db.SetPolicy(ctx, wrong[0], was))
	}
}
