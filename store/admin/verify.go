package admin

import (
	"context"
	"errors"
	"fmt"

	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store/corpus"
	"github.com/frasier-cos/frasier/store/engine"
	"github.com/frasier-cos/frasier/store/journal"
	"github.com/frasier-cos/frasier/store/outbox"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

const blank = "\t\n\r "

// check is one invariant: a query that returns the ids of what breaks it, in
// a column named id.
type check struct{ name, query string }

// Verify checks every invariant of the database on one snapshot and returns a
// line for each, in a fixed order. An error means that it could not look, not
// that something is wrong.
func (d *Admin) Verify(ctx context.Context) ([]reports.CheckResult, error) {
	var out []reports.CheckResult
	err := d.db.View(ctx, func(q sqldb.Getter) error {
		for _, c := range listChecks(d.db.Dialect) {
			var bad []string
			if err := q.SelectContext(ctx, &bad, `SELECT CAST(id AS TEXT) FROM (`+c.query+`) AS broken`); err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
			out = append(out, journal.CheckResult(c.name, bad))
		}
		seals, err := journal.Seals(ctx, q)
		if err != nil {
			return fmt.Errorf("compare the journal with its seals: %w", err)
		}
		out = append(out, seals)
		files, err := checkFiles(ctx, q)
		if err != nil {
			return fmt.Errorf("compare files with their hashes: %w", err)
		}
		unsent, err := checkDeliveries(ctx, q)
		if err != nil {
			return fmt.Errorf("read what is to be sent: %w", err)
		}
		out = append(out, files, unsent)
		return nil
	})
	return out, sqldb.Wrap("verify", err)
}

// checkFiles reads every file and compares it with the hash by which it is stored, one after the
// other: together they may be larger than the memory.
func checkFiles(ctx context.Context, q sqldb.Getter) (reports.CheckResult, error) {
	var all, bad []string
	if err := q.SelectContext(ctx, &all, `SELECT sha256 FROM blobs ORDER BY sha256`); err != nil {
		return reports.CheckResult{}, err
	}
	for _, sum := range all {
		_, err := corpus.BlobOf(ctx, q, sum)
		if errors.Is(err, corpus.ErrDamaged) {
			bad = append(bad, sum)
			continue
		}
		if err != nil {
			return reports.CheckResult{}, err
		}
	}
	return journal.CheckResult("every file has the hash by which it is stored", bad), nil
}

// checkDeliveries reads what was not sent yet as its sender does.
func checkDeliveries(ctx context.Context, q sqldb.Getter) (reports.CheckResult, error) {
	var rows []outbox.DeliveryRow
	err := q.SelectContext(ctx, &rows, `SELECT `+outbox.DeliveryColumns+` FROM deliveries d WHERE d.state IN ('queued', 'sending') ORDER BY d.seq`)
	if err != nil {
		return reports.CheckResult{}, err
	}
	var bad []string
	for _, r := range rows {
		if _, err := r.Delivery(); err != nil {
			bad = append(bad, string(r.ID))
		}
	}
	return journal.CheckResult("what is to be sent can be read", bad), nil
}

func listChecks(l *sqldb.Dialect) []check {
	var all []check
	for _, group := range [][]check{listDatabaseChecks(l), listIdentityChecks(), listStepChecks(), listEndChecks(l), listMissionChecks(), listCodeChecks(), listRecordChecks(), listMoneyChecks(), listCompanyChecks()} {
		all = append(all, group...)
	}
	return all
}

func listDatabaseChecks(l *sqldb.Dialect) []check {
	if l.Remote() {
		return []check{
			{"every constraint is in force", `SELECT conname AS id FROM pg_constraint WHERE NOT convalidated AND connamespace = current_schema()::regnamespace`},
			{"every index is whole", `
				SELECT c.relname AS id FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
				 WHERE c.relnamespace = current_schema()::regnamespace AND NOT (i.indisvalid AND i.indisready)`},
		}
	}
	return []check{
		{"the file is sound", `SELECT integrity_check AS id FROM pragma_integrity_check WHERE integrity_check <> 'ok'`},
		{"every reference leads to a row", `SELECT "table" || ':' || coalesce(rowid, '?') AS id FROM pragma_foreign_key_check`},
	}
}

func buildCitationQuery(l *sqldb.Dialect) string {
	if l.Remote() {
		return `
			SELECT c.step_id || '#' || c.n AS id FROM citations c LEFT JOIN documents d ON d.id = c.document_id
			 WHERE d.id IS NULL
			    OR convert_to(c.quote, 'UTF8') <> substr(convert_to(d.body, 'UTF8'), (c.start + 1)::int, (c.stop - c.start)::int)`
	}
	return `
			SELECT c.step_id || '#' || c.n AS id FROM citations c LEFT JOIN documents d ON d.id = c.document_id
			 WHERE d.id IS NULL OR CAST(c.quote AS BLOB) <> substr(CAST(d.body AS BLOB), c.start + 1, c.stop - c.start)`
}

func listMoneyChecks() []check {
	return []check{
		{"sums of what was spent are those of the ledger", `
			SELECT s.scope || ' ' || s.subject AS id
			  FROM spending s LEFT JOIN (
			       SELECT 'step' AS scope, step_id AS subject, coalesce(project_id, '') AS project, sum(coalesce(cost, reserve)) AS total
			         FROM llm_calls WHERE step_id IS NOT NULL GROUP BY 1, 2, 3
			       UNION ALL
			       SELECT 'mission', mission_id, coalesce(project_id, ''), sum(coalesce(cost, reserve))
			         FROM llm_calls WHERE mission_id IS NOT NULL GROUP BY 1, 2, 3
			       UNION ALL
			       SELECT 'day', day, '', sum(coalesce(cost, reserve)) FROM llm_calls GROUP BY 1, 2, 3
			       UNION ALL
			       SELECT 'day', day, project_id, sum(coalesce(cost, reserve)) FROM llm_calls WHERE project_id IS NOT NULL GROUP BY 1, 2, 3
			       UNION ALL
			       SELECT 'month', substr(day, 1, 7), '', sum(coalesce(cost, reserve)) FROM llm_calls GROUP BY 1, 2, 3
			       UNION ALL
			       SELECT 'month', substr(day, 1, 7), project_id, sum(coalesce(cost, reserve)) FROM llm_calls WHERE project_id IS NOT NULL GROUP BY 1, 2, 3
			  ) x ON x.scope = s.scope AND x.subject = s.subject AND x.project = s.project_id
			 WHERE s.known + s.held <> coalesce(x.total, 0)`},
	}
}

func listIdentityChecks() []check {
	return []check{
		{"the database has an identity", `SELECT 'identity' AS id WHERE NOT EXISTS (SELECT 1 FROM identity WHERE product = 'frasier' AND uid <> '')`},
	}
}

func listStepChecks() []check {
	return []check{
		{"every step belongs to a mission of its project", `
			SELECT s.id FROM steps s LEFT JOIN missions m ON m.id = s.mission_id AND m.project_id = s.project_id WHERE m.id IS NULL`},
		{"every dependency joins two steps of one project", `
			SELECT e.step_id || '>' || e.depends_on AS id FROM step_dependencies e
			  LEFT JOIN steps s ON s.id = e.step_id LEFT JOIN steps n ON n.id = e.depends_on
			 WHERE s.id IS NULL OR n.id IS NULL OR s.project_id <> n.project_id`},
		{"no step needs itself through others", `
			WITH RECURSIVE reach(a, b) AS (
			    SELECT step_id, depends_on FROM step_dependencies
			    UNION SELECT r.a, e.depends_on FROM reach r JOIN step_dependencies e ON e.step_id = r.b)
			SELECT a AS id FROM reach WHERE a = b`},
		{"counters of open dependencies are right", `SELECT id FROM steps WHERE open_deps <> (` + engine.CountOpen + `) AND NOT EXISTS (SELECT 1 FROM step_ends)`},
		{"no step ran before what it needs", `
			SELECT s.id FROM steps s JOIN step_dependencies e ON e.step_id = s.id JOIN steps n ON n.id = e.depends_on
			 WHERE s.superseded = 0 AND s.state IN ('in_progress', 'in_review', 'completed')
			   AND (n.ended_at IS NULL OR (e.soft = 0 AND n.state <> 'completed'))`},
		{"no step waits for one that failed", `
			SELECT s.id FROM steps s JOIN step_dependencies e ON e.step_id = s.id JOIN steps n ON n.id = e.depends_on
			 WHERE s.state = 'pending' AND e.soft = 0 AND n.state IN ('failed', 'cancelled')`},
		{"a claim says since when and until when", `
			SELECT id FROM steps WHERE state IN ('in_progress', 'in_review') AND (claimed_at IS NULL OR claim_until IS NULL)`},
		{"a step that waits until a time is held for it", `SELECT id FROM steps WHERE run_after IS NOT NULL AND (state <> 'pending' OR held & ` + record.HoldBackoff + ` = 0)`},
		{"a step is held with its mission", `
			SELECT s.id FROM steps s JOIN missions m ON m.id = s.mission_id
			 WHERE s.state = 'pending' AND (s.held & ` + record.HoldMission + ` <> 0) <> (m.state = 'paused')`},
		{"strikes equal the rejections kept", `
			SELECT s.id FROM steps s WHERE s.strikes <> (SELECT count(*) FROM rejections r WHERE r.step_id = s.id AND r.round > s.rounds)`},
	}
}

func listEndChecks(l *sqldb.Dialect) []check {
	return []check{
		{"a completed step has a result and a word on its review", `
			SELECT id FROM steps
			 WHERE state = 'completed' AND (trim(result, '` + blank + `') = '' OR reviewed = '')`},
		{"a failed step names its cause", `SELECT id FROM steps WHERE state IN ('failed', 'cancelled') AND cause = ''`},
		{"a step failed by another names one that failed", `
			SELECT s.id FROM steps s JOIN steps c ON c.id = s.cause_step WHERE s.superseded = 0 AND c.state NOT IN ('failed', 'cancelled')`},
		{"a completed assembly has a document", `
			SELECT s.id FROM steps s LEFT JOIN deliverables d ON d.mission_id = s.mission_id
			 WHERE s.kind = 'assembly' AND s.state = 'completed' AND (d.mission_id IS NULL OR trim(d.markdown) = '')`},
		{"citations are in their documents, byte for byte", buildCitationQuery(l)},
	}
}

func listCodeChecks() []check {
	return []check{
		{"a completed change of code is merged, or what it was asked for is not so", `
			SELECT s.id FROM code_steps c JOIN steps s ON s.id = c.step_id
			 WHERE s.state = 'completed' AND c.answer = '' AND (c.tree = '' OR NOT EXISTS (SELECT 1 FROM integration_steps i WHERE i.step_id = s.id))`},
		{"a completed change passed the smoke test that was decided for it", `
			SELECT s.id FROM code_steps c JOIN steps s ON s.id = c.step_id
			 WHERE s.state = 'completed' AND c.answer = '' AND c.decision LIKE '%"smoke":{"value":"GET %'
			   AND NOT EXISTS (SELECT 1 FROM trials t WHERE t.step_id = c.step_id AND t.phase = 'merged' AND t.name LIKE 'smoke: %' AND t.exit = 0 AND t.reason = '')`},
		{"merged changes follow each other", `
			SELECT i.step_id AS id FROM integration_steps i JOIN integrations g ON g.project_id = i.project_id
			 WHERE i.parent_sha <> coalesce(
			       (SELECT p.commit_sha FROM integration_steps p WHERE p.project_id = i.project_id AND p.n = i.n - 1), g.base_sha)`},
		{"a branch is at its last change", `
			SELECT g.project_id AS id FROM integrations g
			 WHERE g.n <> (SELECT count(*) FROM integration_steps i WHERE i.project_id = g.project_id)
			    OR g.head_sha <> coalesce((SELECT i.commit_sha FROM integration_steps i WHERE i.project_id = g.project_id AND i.n = g.n), g.base_sha)`},
		{"changes come into a founder's folder in their order", `
			SELECT a.project_id || '#' || a.n AS id FROM arrivals a JOIN arrivals b ON b.project_id = a.project_id AND b.n < a.n
			 WHERE a.state <> 'due' AND b.state = 'due' OR a.state = 'there' AND b.state = 'left'`},
	}
}

func listMissionChecks() []check {
	return []check{
		{"counters of open steps are right", `
			SELECT id FROM missions WHERE open_steps <> (
			       SELECT count(*) FROM steps s
			        WHERE s.mission_id = missions.id AND (s.state IN ('pending', 'in_progress', 'in_review') OR s.id IN (SELECT step_id FROM step_ends)))`},
		{"a planned mission has steps, another has none left to do", `
			SELECT id FROM missions WHERE planned = 1 AND NOT EXISTS (SELECT 1 FROM steps s WHERE s.mission_id = missions.id)
			UNION ALL
			SELECT id FROM missions WHERE planned = 0 AND EXISTS (SELECT 1 FROM steps s WHERE s.mission_id = missions.id AND s.state <> 'completed' AND s.superseded = 0)`},
		{"a step that was replaced has ended", `
			SELECT id FROM steps WHERE superseded = 1 AND state NOT IN ('completed', 'failed', 'cancelled')`},
		{"a mission whose steps have ended has ended", `
			SELECT id FROM missions WHERE planned = 1 AND open_steps = 0 AND state IN ('planning', 'in_progress', 'paused')`},
		{"a mission that ended has no open step", `
			SELECT id FROM missions WHERE open_steps > 0 AND state IN ('completed', 'partial', 'failed', 'cancelled')`},
		{"a completed mission completed every step", `
			SELECT m.id FROM missions m
			 WHERE m.state = 'completed' AND EXISTS (SELECT 1 FROM steps s WHERE s.mission_id = m.id AND s.state <> 'completed' AND s.superseded = 0)`},
		{"a finished mission has a document", `
			SELECT m.id FROM missions m LEFT JOIN deliverables d ON d.mission_id = m.id
			 WHERE m.state IN ('completed', 'partial') AND (d.mission_id IS NULL OR trim(d.markdown) = '')`},
		{"every mission has one assembly once it is planned", `
			SELECT id FROM missions
			 WHERE planned = 1 AND 1 <> (SELECT count(*) FROM steps s WHERE s.mission_id = missions.id AND s.kind = 'assembly' AND s.superseded = 0)`},
		{"a paused project has a paused mission, an active one an open mission", `
			SELECT p.id FROM projects p
			 WHERE p.state IN ('active', 'paused') AND NOT EXISTS (
			       SELECT 1 FROM missions m
			        WHERE m.project_id = p.id
			          AND (CASE p.state WHEN 'paused' THEN m.state = 'paused' ELSE m.state IN ('planning', 'in_progress') END))`},
		{"a project that ended has no open mission", `
			SELECT p.id FROM projects p JOIN missions m ON m.project_id = p.id
			 WHERE p.state IN ('completed', 'partial', 'failed', 'cancelled') AND m.state IN ('planning', 'in_progress', 'paused')`},
		{"a completed project completed every mission", `
			SELECT p.id FROM projects p
			 WHERE p.state = 'completed' AND EXISTS (SELECT 1 FROM missions m WHERE m.project_id = p.id AND m.state <> 'completed')`},
		{"the founder was told of every end, once", `
			SELECT p.id FROM projects p
			 WHERE p.state IN ('completed', 'partial', 'failed')
			   AND 1 + p.reopened <> (SELECT count(DISTINCT CASE WHEN v.slot LIKE 'stopped:%' THEN v.slot ELSE v.key END) FROM deliveries v
			                           WHERE v.project_id = p.id AND (v.kind IN ('result', 'failure') OR v.slot LIKE 'stopped:%'))`}, // one that was edited is its last edit
	}
}

func listRecordChecks() []check {
	return []check{
		{"a handled message has a turn", `
			SELECT m.id FROM messages m LEFT JOIN turns t ON t.message_id = m.id WHERE (m.state = 'handled') <> (t.message_id IS NOT NULL)`},
		{"a reply was queued for every turn that has one", `
			SELECT t.message_id AS id FROM turns t
			 WHERE t.reply <> '' AND NOT EXISTS (SELECT 1 FROM deliveries v WHERE v.key = 'reply:' || t.message_id)`},
		{"the journal has no gap", `
			SELECT CAST(e.seq AS TEXT) AS id FROM events e WHERE e.seq > 1 AND ` + sqldb.LineNumbered + ` AND NOT EXISTS (SELECT 1 FROM events o WHERE o.seq = e.seq - 1)
			UNION ALL
			SELECT 'counter' WHERE (SELECT coalesce(max(seq), 0) FROM events e WHERE ` + sqldb.LineNumbered + `) <> coalesce((SELECT n FROM counters WHERE name = 'event'), 0)`},
		{"every file is as long as it says", `SELECT sha256 AS id FROM blobs WHERE size <> length(data)`},
		{"what was sent has a receipt, what was dropped a reason", `
			SELECT id FROM deliveries WHERE (state = 'sent' AND receipt = '') OR (state = 'abandoned' AND reason = '')`},
		{"unknown costs are not counted as nothing", `SELECT seq AS id FROM llm_calls WHERE (cost IS NULL) <> (cost_source = 'unknown')`},
		{"a call that ended says when", `SELECT seq AS id FROM llm_calls WHERE (state = 'pending') <> (ended_at IS NULL)`},
	}
}
