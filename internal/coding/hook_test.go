package coding_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
)

// One command stands for each event, in the order in which events come; none takes one or all away.
func TestSetHook(t *testing.T) {
	t.Parallel()
	var r coding.Repository
	for _, bad := range []string{"", "before_checks", "before_checks  ", "commit make", "none before_checks", "after"} {
		if r.Set(coding.SettingHook, []string{bad}) {
			t.Errorf("%q is taken", bad)
		}
	}
	for _, good := range [][]string{{"after_step", "make", "report"}, {"before_checks make db"}, {"teardown", "cat /tmp/app.log | tail -n 5"}, {"before_checks", "make db test=1"}} {
		if !r.Set(coding.SettingHook, good) {
			t.Errorf("%q is refused", good)
		}
	}
	want := "Hooks: before_checks (make db test=1), teardown (cat /tmp/app.log | tail -n 5), after_step (make report)."
	if got := r.Policy.DescribeHooks(); got != want {
		t.Errorf("hooks are %q, want %q", got, want)
	}
	if !r.Set(coding.SettingHook, []string{"teardown none"}) || r.Policy.Hook(coding.HookTeardown) != "" || len(r.Policy.Hooks) != 2 {
		t.Errorf("after one is taken away: %+v", r.Policy.Hooks)
	}
	if !r.Set(coding.SettingHook, []string{"none"}) || r.Policy.DescribeHooks() != "" {
		t.Errorf("after all are taken away: %+v", r.Policy.Hooks)
	}
}

// What a hook's end means for the step stands in what is said of it.
func TestHookDescribe(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		run  coding.HookRun
		want string
	}{
		{coding.HookRun{Hook: coding.Hook{Event: coding.HookBeforeChecks}, Phase: coding.TrialGreen, MS: 240}, "The hook before_checks (green) ended well after 200ms"},
		{coding.HookRun{Hook: coding.Hook{Event: coding.HookBeforeChecks}, Phase: coding.TrialGreen, Exit: 3}, "The hook before_checks (green) failed (exit 3); the check counts as failed"},
		{coding.HookRun{Hook: coding.Hook{Event: coding.HookAfterStep}, Exit: 124, Reason: "it took longer than 1m0s"}, "The hook after_step failed (ended: it took longer than 1m0s); that stops nothing"},
	} {
		if got := c.run.Describe(); got != c.want {
			t.Errorf("%+v is described as %q, want %q", c.run, got, c.want)
		}
	}
}

// Changes may be made until the founder says otherwise, and again when he says so.
func TestSetLevel(t *testing.T) {
	t.Parallel()
	var r coding.Repository
	r.Name = "shop"
	for _, c := range []struct {
		to          string
		taken, shut bool
	}{{"read-only", true, true}, {"edit", true, false}, {"full", false, false}, {"", true, false}} {
		if got := r.Set(coding.SettingLevel, []string{c.to}); got != c.taken && c.to != "" || c.taken && r.ReadOnly() != c.shut {
			t.Errorf("level %q: taken %v, read-only %v", c.to, got, r.ReadOnly())
		}
		if !c.taken {
			r.Policy.Level = ""
		}
	}
	if text := r.DescribeReadOnly(); !strings.Contains(text, "frasier repo set shop level edit") {
		t.Errorf("it says %q", text)
	}
}

// A step that has begun is tried as was decided, whatever is set later; what an older version decided has nothing of it.
func TestPlacedTrying(t *testing.T) {
	t.Parallel()
	r := coding.Repository{Name: "shop", Ref: "main", Checks: []string{"make"}}
	if !r.Set(coding.SettingSmoke, []string{"GET /up 200"}) {
		t.Fatal("no smoke test")
	}
	order := coding.CodeOrder{Repository: r}
	asksNobody := coding.Place(coding.PlaceFacts{Order: order})
	if asksNobody.Smoke.Value != "" {
		t.Errorf("a smoke test that asks nobody is placed: %q", asksNobody.Smoke.Value)
	}
	if !order.Repository.Set(coding.SettingService, []string{"web port=3000 ./web"}) || !order.Repository.Set(coding.SettingHook, []string{"after_step make report"}) {
		t.Fatal("not set")
	}
	p := coding.Place(coding.PlaceFacts{Order: order})
	if !p.SameTrying(order.Repository) || p.SameTrying(r) {
		t.Errorf("%+v: same trying as its own settings %v, as others %v", p, p.SameTrying(order.Repository), p.SameTrying(r))
	}
	later := coding.CodeOrder{Repository: r}
	p.Apply(&later)
	if got := later.Repository.Policy; got.Smoke != "GET /up 200" || len(got.Services) != 1 || got.Hook(coding.HookAfterStep) != "make report" {
		t.Errorf("what was decided is not applied: %+v", got)
	}
	old := coding.Placement{Checks: coding.Sourced[[]string]{Value: []string{"make"}}}
	kept := order
	old.Apply(&kept)
	if !old.SameTrying(order.Repository) || len(kept.Repository.Policy.Services) != 1 {
		t.Errorf("an older version's: %+v", kept.Repository.Policy)
	}
	var said []string
	for _, l := range p.Lines() {
		said = append(said, l.Name+": "+l.Value)
	}
	text := strings.Join(said, "\n")
	for _, want := range []string{"beside the checks: web at 127.0.0.1:3000", "smoke test: GET /up 200", "hooks: after_step (make report)"} {
		if !strings.Contains(text, want) {
			t.Errorf("why does not say %q:\n%s", want, text)
		}
	}
}
