package store_test

import (
	"database/sql"
	"fmt"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store"
)

// The claim walks the index of ready steps and nothing else, so it costs the
// same however many dead steps there are.
func TestQueryPlans(t *testing.T) {
	o := newInstance(t)
	if onServer(o.path) {
		o.serverPlans()
		return
	}
	db := raw(t, o.path)
	for _, c := range []struct {
		name, statement string
		args            []any
		want            string
		never           []string
	}{
		{"claim", store.ClaimStatement(false, work.AnyStep), []any{"h", 1, 1, 1, "h", "", "", 3}, "SCAN steps USING INDEX steps_ready", []string{"SCAN steps\n", "SCAN missions\n", "TEMP B-TREE"}},
		{"claim code", store.ClaimStatement(false, work.OnlyCode), []any{"h", 1, 1, 1, "h", "", "", 3}, "SCAN steps USING INDEX steps_ready", []string{"SCAN steps\n", "SCAN c\n", "TEMP B-TREE"}},
		{"claim no code", store.ClaimStatement(false, work.NoCode), []any{"h", 1, 1, 1, "h", "", "", 3}, "SCAN steps USING INDEX steps_ready", []string{"SCAN steps\n", "SCAN c\n", "TEMP B-TREE"}},
		{"peek", store.PeekStatement(work.AnyStep), []any{"", ""}, "steps_ready", []string{"SCAN steps\n", "TEMP B-TREE"}},
		{"peek code", store.PeekStatement(work.OnlyCode), []any{"", ""}, "steps_ready", []string{"SCAN steps\n", "SCAN c\n", "TEMP B-TREE"}},
		{"renew", store.RenewStatement, []any{1, "h"}, "steps_lease", []string{"SCAN steps\n"}},
		{"claim message", store.ClaimMessageStatement, []any{"h", 1, 1, 1, 1, "h", 1}, "messages_open", []string{"SCAN m\n", "SCAN o\n", "messages_channel"}},
		{"stalled", store.StalledStatement, nil, "projects_open", []string{"SCAN projects\n", "SCAN m\n"}},
		{"calm", store.CalmStatement, nil, "steps_lease", []string{"SCAN steps\n", "SCAN missions\n", "SCAN messages\n", "SCAN deliveries\n"}},
		{"expire", store.ExpireStatement, []any{1}, "steps_lease", []string{"SCAN steps\n"}},
		{"release", store.ReleaseStatement, []any{"h"}, "steps_lease", []string{"SCAN steps\n"}},
		{"lost by time", store.LostStatement("claim_until <= ?"), []any{1, 1, 1}, "missions_claimed", []string{"SCAN steps\n", "SCAN missions\n", "SCAN messages\n"}},
		{"lost by death", store.LostStatement("claimed_by = ?"), []any{"h", "h", "h"}, "missions_claimed", []string{"SCAN steps\n", "SCAN missions\n", "SCAN messages\n"}},
		{"count down", store.CountDownStatement, []any{"n1"}, "USING INDEX steps_troubled", []string{"SCAN s\n", "steps_mission"}},
		{"pace", store.PaceStatement, nil, "SEARCH e USING INTEGER PRIMARY KEY (rowid>?)", []string{"SCAN steps\n", "SCAN e\n"}},
		{"hour", store.HourStatement, []any{1, 2, 1}, "SEARCH s USING INDEX steps_mission (mission_id=? AND state=?)", []string{"SCAN s\n"}},
		{"director due", store.DirectorDueStatement, []any{1, 1, 1, 1}, "USING INDEX memos_live", []string{"SCAN memos\n"}},
		{"projects of a company", store.CompanyLately, []any{20}, "USING INDEX projects_company_ended", []string{"SCAN projects\n"}},
		{"orders", store.CompanyOrders, []any{"", "", 10}, "USING INDEX memos_orders", []string{"SCAN memos\n", "TEMP B-TREE"}},
		{"what belongs to orders", store.CompanyUnder, []any{"", "", 10}, "USING INDEX memos_root (root=?)", []string{"SCAN memos\n"}},
		{"projects of orders", store.CompanyProjectsUnder, []any{"", "", 10}, "USING INDEX projects_for_memo (for_memo=?)", []string{"SCAN projects\n", "SCAN memos\n"}},
		{"memos that wait", store.WaitingMemosStatement, []any{"tech"}, "memos_", []string{"SCAN memos\n"}},
		{"wake memos", store.WakeMemosStatement, []any{"k1"}, "memos_live", []string{"SCAN memos\n"}},
		{"count", store.CountOpen, []any{"n1"}, "steps_mission", []string{"SCAN steps\n", "SCAN e\n", "SCAN n\n"}},
	} {
		plan := explain(o, db, c.statement, c.args...)
		if !strings.Contains(plan, c.want) {
			t.Errorf("plan of %s: got\n%swant it to use %q", c.name, plan, c.want)
		}
		for _, n := range c.never {
			if strings.Contains(plan, n) {
				t.Errorf("plan of %s: got\n%swant no %q", c.name, plan, n)
			}
		}
	}
}

func explain(o *instance, db *sql.DB, statement string, args ...any) string {
	o.t.Helper()
	rows, err := db.Query(`EXPLAIN QUERY PLAN `+statement, args...)
	o.ok(err)
	defer func() { o.ok(rows.Close()) }()
	var plan strings.Builder
	for rows.Next() {
		var id, parent, unused int
		var detail string
		o.ok(rows.Scan(&id, &parent, &unused, &detail))
		plan.WriteString(detail + "\n")
	}
	o.ok(rows.Err())
	return plan.String()
}

// dead fills the instance with steps that wait for a failed one or belong to a
// paused mission.
func (o *instance) dead(n int) {
	o.t.Helper()
	o.start(org.NewProject{Title: "Dead"})
	o.plan(piece("dead"))
	o.sql(fmt.Sprintf(`
		WITH RECURSIVE k(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM k WHERE i < %d)
		INSERT INTO steps (id, mission_id, project_id, key, title, goal, kind, depth, role, category, agent_id, tier, phase, grp,
		                   final, critical, entities, acceptance, state, open_deps, held, priority, created_at)
		SELECT 'z' || i, mission_id, project_id, 'z' || i, title, goal, kind, depth, role, category, agent_id, tier, phase, grp,
		       final, critical, entities, acceptance, 'pending', i %% 2, 1 - i %% 2, 9000000, created_at
		  FROM steps, k WHERE key = 'dead'`, n),
		`UPDATE steps SET held = 1 WHERE key = 'dead'`)
}

// BenchmarkSavePlan stores plans of 24 steps.
func BenchmarkSavePlan(b *testing.B) {
	o := newInstance(b)
	var steps []work.PlannedStep
	for i := range org.MaxSteps {
		s := piece(fmt.Sprint("k", i))
		for j := max(0, i-3); j < i; j++ {
			s.Needs = append(s.Needs, fmt.Sprint("k", j))
		}
		steps = append(steps, s)
	}
	for b.Loop() {
		b.StopTimer()
		o.start(org.NewProject{})
		job, err := o.db.ClaimMission(b.Context(), "planner", term)
		o.ok(err)
		b.StartTimer()
		o.ok(o.db.SavePlan(b.Context(), job.Lease, work.Plan{Steps: steps}))
	}
}
