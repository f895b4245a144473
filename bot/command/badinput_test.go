package command_test

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// kept is what the words of a founder can change, and an event cannot hide.
func (o *fixture) kept() map[string]any {
	o.t.Helper()
	out := map[string]any{}
	keep := func(name string, v any, err error) {
		o.ok(err)
		raw, err := json.Marshal(v)
		o.ok(err)
		out[name] = string(raw)
	}
	ctx := o.t.Context()
	for _, id := range []string{"p1", "p2"} {
		p, err := o.db.Project(ctx, id)
		keep(id, p, err)
		steps, err := o.db.Steps(ctx, p.ID)
		keep("steps of "+id, steps, err)
	}
	caps, err := o.db.Caps(ctx)
	keep("caps", caps, err)
	times, err := o.db.Schedules(ctx)
	keep("schedules", times, err)
	rules, err := o.db.Directives(ctx)
	keep("rules", rules, err)
	policy, err := o.db.Autonomy(ctx)
	keep("autonomy", policy, err)
	month, err := o.db.SearchMonth(ctx)
	keep("searches", month, err)
	return out
}

// Every row of testdata/badinput/commands.json changes nothing and is answered
// with what to write instead.
func TestBadArguments(t *testing.T) {
	raw, err := os.ReadFile("testdata/badinput/commands.json")
	if err != nil {
		t.Fatal(err)
	}
	var rows []struct {
		Lines []string `json:"lines"`
		Sees  string   `json:"sees"`
	}
	if err := json.Unmarshal(raw, &rows); err != nil || len(rows) == 0 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	o := oats(t)
	before := o.kept()
	for _, r := range rows {
		for _, line := range r.Lines {
			o.sees(o.give(line), r.Sees)
			if d := cmp.Diff(before, o.kept()); d != "" {
				t.Errorf("%q changed something (-before +after):\n%s", line, d)
				before = o.kept()
			}
		}
	}
}
