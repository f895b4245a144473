package command_test

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/command"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store"
)

// crowd is a Handler over 10 000 open projects of three steps each, with 100 000
// calls of the last 30 days, one in forty of them unreadable and one in fifty of
// unknown cost.
func crowd(b *testing.B) *command.Handler {
	b.Helper()
	path := filepath.Join(b.TempDir(), "frasier.db")
	db, err := store.Open(b.Context(), store.Options{Path: path})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := db.Close(); err != nil {
			b.Error(err)
		}
	})
	err = db.SeedAgents(b.Context(), []org.Agent{{ID: "agent-research", Name: "Rosalind", Role: "Head", Category: "research", Persona: "You."}})
	if err != nil {
		b.Fatal(err)
	}
	raw, err := sql.Open("sqlite3", path)
	if err != nil {
		b.Fatal(err)
	}
	defer func() {
		if err := raw.Close(); err != nil {
			b.Error(err)
		}
	}()
	const each = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000) `
	for _, statement := range []string{
		each + `INSERT INTO messages (id, transport, channel, origin, author, body, state, said_at, received_at)
			SELECT 'm' || i, 'discord', '1', i, 'ana', 'go', 'handled', i, i FROM n`,
		each + `INSERT INTO projects (id, message_id, transport, channel, title, goal, state, mode, depth, created_at)
			SELECT 'p' || i, 'm' || i, 'discord', '1', 'Market of ' || i, 'g', 'active', 'research', 'standard', i FROM n`,
		each + `INSERT INTO phases (project_id, idx, label) SELECT 'p' || i, 0, 'work' FROM n`,
		each + `INSERT INTO missions (id, project_id, seq, phase, label, state, planned, open_steps, created_at)
			SELECT 'mi' || i, 'p' || i, 0, 0, 'work', 'in_progress', 1, 3, i FROM n`,
		each + `INSERT INTO steps (id, mission_id, project_id, key, title, goal, kind, depth, role, category, agent_id, tier, phase, grp, final, critical, entities, acceptance, state, result, reviewed, created_at, started_at, ended_at)
			SELECT 's' || i || '-' || k, 'mi' || i, 'p' || i, 'k' || k, 'Find ' || k, 'g', 'research', 'standard', 'r', 'c', 'agent-research', 'T2', 0, k, 0, 0, '[]', '[]',
			       CASE k WHEN 0 THEN 'completed' ELSE 'pending' END, CASE k WHEN 0 THEN 'r' ELSE '' END, CASE k WHEN 0 THEN 'auto' ELSE '' END, i, CASE k WHEN 0 THEN i END, CASE k WHEN 0 THEN i + 1000000 END
			  FROM n, (SELECT 0 AS k UNION SELECT 1 UNION SELECT 2)`,
		`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000), c(i, at) AS (SELECT i, ` + fmt.Sprint(time.Now().UnixMicro()) + ` - i * 25920000 FROM n)
			INSERT INTO llm_calls (call_key, try_no, purpose, project_id, mission_id, step_id, agent_id, round, tier_asked, tier, model, served, state, reply, tokens_in, tokens_out, cost, cost_source, ghost, deadline, started_at, ended_at, day)
			SELECT 'c' || i, 1, 'purpose ' || (i % 12), 'p' || (i % 10000 + 1), 'mi' || (i % 10000 + 1), 's' || (i % 10000 + 1) || '-0', 'agent-research', 1, 'T' || (i % 3 + 1), 'T' || (i % 3 + 1), 'a model', 'a model, dated',
			       'usable', hex(zeroblob(600)), 3000, 400, CASE WHEN i % 50 > 0 THEN i * 1000 END, CASE WHEN i % 50 > 0 THEN 'provider' ELSE 'unknown' END, i % 40 = 0, at, at, at, date(at / 1000000, 'unixepoch') FROM c`,
	} {
		if _, err := raw.ExecContext(b.Context(), statement); err != nil {
			b.Fatal(err)
		}
	}
	return command.New(db, time.Now)
}

// BenchmarkManyProjects measures replies and suggestions with 10 000 open
// projects; the goal of each is 100 ms.
func BenchmarkManyProjects(b *testing.B) {
	d := crowd(b)
	n := 0
	for _, line := range []string{"status", "status page=1000", "status p5000", "projects active", "status market of 777", "pause otas", "costs", "inbox", "doctor"} {
		b.Run(line, func(b *testing.B) {
			for b.Loop() {
				n++
				r, err := d.Do(b.Context(), org.Command{Origin: fmt.Sprint(n), Channel: home(), Author: "ana", Line: line})
				if err != nil || r.Text == "" {
					b.Fatal(r, err)
				}
			}
		})
	}
	for _, prefix := range []string{"", "market", "p77", "of 99"} {
		b.Run("suggest "+prefix, func(b *testing.B) {
			for b.Loop() {
				if all, err := d.Complete(b.Context(), "status", "project", prefix); err != nil || len(all) == 0 {
					b.Fatal(all, err)
				}
			}
		})
	}
}
