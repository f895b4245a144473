package store_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/internal/learning"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/policy"
	"github.com/frasier-cos/frasier/store/engine"
)

func TestRecall(t *testing.T) {
	b := newBench(t)
	for _, s := range []struct {
		text string
		tags []string
	}{
		{"old rents and wages in the north", nil},
		{"What about rents in Berlin?", []string{"rents", "berlin"}},
		{"Berlin is cold \"today\" OR tomorrow", []string{"weather"}},
		{"new rents", []string{"rents"}},
		{"Die Löhne", nil},
	} {
		b.say(s.text, org.Turn{Reply: "re: " + s.text, Tags: s.tags})
		b.pass(time.Minute)
	}
	b.say("Never quote rents in euros", org.Turn{Directives: []string{"Never quote rents in euros."}})
	for _, c := range []struct {
		words string
		n     int
		want  []string
	}{
		{"Rents of BERLIN", 10, []string{"m2", "l1", "m3", "m4", "m6", "m1"}},
		{"berlin rents", 1, []string{"m2"}},
		{"wages", 10, []string{"m1"}},
		{"lohne", 10, []string{"m5"}},
		{"\" OR NEAR( -cold", 10, []string{"m3"}},
		{"unheard", 10, nil},
		{"of the and", 10, nil},
		{"", 10, nil},
		{"wages", 0, nil},
	} {
		found, err := b.db.Recall(t.Context(), c.words, c.n)
		b.ok(err)
		var got []string
		for _, m := range found {
			got = append(got, m.Ref)
		}
		slices.Sort(c.want[min(1, len(c.want)):])
		slices.Sort(got[min(1, len(got)):])
		if !cmp.Equal(got, c.want) {
			t.Errorf("Recall(%q, %d): got %v, want %v", c.words, c.n, got, c.want)
		}
	}
	b.ok(b.db.Forget(t.Context(), "l1"))
	if found, err := b.db.Recall(t.Context(), "euros", 9); err != nil || len(found) != 1 || found[0].Kind != org.MemoryTurn {
		t.Errorf("after the rule was forgotten: %+v, %v, want the words of the founder alone", found, err)
	}
}

func TestForgottenRulesAreNotGiven(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	m, _ := b.say("never quote prices in euros", org.Turn{Directives: []string{"Never quote prices in euros."}})
	lessons, err := b.db.Lessons(ctx)
	b.ok(err)
	want := []learning.Lesson{{
		ID: "l1", Kind: "directive", State: "active", Text: "Never quote prices in euros.",
		Importance: engine.DirectiveImportance, Message: m, At: b.now,
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
	if want := policy.DefaultThresholds(); got != want {
		t.Errorf("policy that nobody set: got %+v, want %+v", got, want)
	}
	b.ok(b.db.SetPolicy(ctx, "autonomy.auto_approve", "80%"))
	b.ok(b.db.SetPolicy(ctx, "autonomy", "off"))
	got, err = b.db.Autonomy(ctx)
	b.ok(err)
	if want := (policy.Thresholds{On: false, AutoApprove: "80%", QAOnly: policy.BarMusts}); got != want {
		t.Errorf("policy after two changes: got %+v, want %+v", got, want)
	}
	for _, wrong := range [][2]string{{"autonomy", "perhaps"}, {"autonomy.auto_approve", "high"}, {"autonomy.qa_only", "3.0"}} {
		was, err := b.db.Policy(ctx, wrong[0], "musts")
		b.ok(err)
		b.ok(b.db.SetPolicy(ctx, wrong[0], wrong[1]))
		if p, err := b.db.Autonomy(ctx); err == nil || p.On {
			t.Errorf("policy with %s = %s: got %+v, want an error and nothing approved", wrong[0], wrong[1], p)
		}
		b.ok(b.db.SetPolicy(ctx, wrong[0], was))
	}
}
