package upkeep

import (
	"context"
	"fmt"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/corpus"
	"github.com/frasier-cos/frasier/store/ledger"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// pruneRows limits the rows of no project that one transaction of Prune looks at, so that founders'
// messages never wait long behind it.
const pruneRows = 500

// Prune deletes what only served the making of what ended before a time: models'
// replies and what steps' models were given, checkpoints, drafts that were not
// chosen, answers of searches, documents that nothing cites, and the copies of
// files that were sent. The journal, plans, results, deliverables, citations with
// their documents, what was said, and each call with its cost stay. It works in
// transactions of one project each and returns how many projects it went through; a
// second call finds none.
func (d *Upkeep) Prune(ctx context.Context, before time.Time) (int, error) {
	if err := d.pruneTalk(ctx, before); err != nil {
		return 0, sqldb.Wrap("prune what is old", err)
	}
	var ended []org.ProjectID
	err := sqldb.Many(ctx, d.db.Read, &ended, `SELECT p.id FROM projects p WHERE `+prunable+` ORDER BY p.ended_at, p.id`, sqldb.Micros(before))
	if err != nil {
		return 0, fmt.Errorf("prune what is old: %w", err)
	}
	n := 0
	for _, p := range ended {
		err := d.db.Write(ctx, func(t *sqldb.Tx) error {
			t.Method = "prune"
			return pruneProject(t, p, before)
		})
		if err != nil {
			return n, sqldb.Wrap("prune "+string(p), err)
		}
		n++
	}
	return n, sqldb.Wrap("prune what is old", d.pruneSetups(ctx, before))
}

// pruneSetups deletes how processes were set up of whose stages none is kept.
func (d *Upkeep) pruneSetups(ctx context.Context, before time.Time) error {
	return d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "prune"
		return t.Exec(`
			DELETE FROM setups WHERE at < ? AND NOT EXISTS (SELECT 1 FROM checkpoints c WHERE c.setup = setups.id)
			   AND NOT EXISTS (SELECT 1 FROM stages g WHERE g.setup = setups.id)
			   AND NOT EXISTS (SELECT 1 FROM sittings i WHERE i.setup = setups.id AND i.shown <> '')`, sqldb.Micros(before))
	})
}

// prunable holds of projects that ended before a time, of which nothing is
// repeated or on the way, and which were not pruned since they ended.
const prunable = `p.state NOT IN ('active', 'paused') AND p.ended_at < ? AND p.pruned_at < p.ended_at
   AND NOT EXISTS (SELECT 1 FROM schedules c WHERE c.project_id = p.id AND c.ended_at IS NULL)
   AND NOT EXISTS (SELECT 1 FROM deliveries v WHERE v.project_id = p.id AND v.state IN ('queued', 'sending'))`

func pruneProject(t *sqldb.Tx, p org.ProjectID, before time.Time) error {
	const (
		ofSteps = ` WHERE step_id IN (SELECT id FROM steps WHERE project_id = ?)`
		uncited = ofSteps + ` AND document_id IS NOT NULL AND NOT EXISTS (
			SELECT 1 FROM citations c WHERE c.step_id = step_documents.step_id AND c.document_id = step_documents.document_id)`
	)
	n, err := t.Change(`UPDATE projects AS p SET pruned_at = ? WHERE p.id = ? AND `+prunable, t.Now, p, sqldb.Micros(before))
	if err != nil || n == 0 { // reopened meanwhile
		return err
	}
	var read []org.DocumentID
	if err := t.All(&read, `SELECT DISTINCT document_id FROM step_documents`+uncited, p); err != nil {
		return err
	}
	for _, q := range []string{
		`DELETE FROM searches WHERE project_id = ?`,
		`UPDATE llm_calls SET reply = '' WHERE project_id = ? AND reply <> ''`,
		`DELETE FROM stages WHERE subject IN (SELECT id FROM missions WHERE project_id = ?)`,
		`DELETE FROM checkpoints` + ofSteps,
		`DELETE FROM drafts` + ofSteps + ` AND chosen = 0`,
		`UPDATE step_documents SET document_id = NULL, failure = '` + corpus.NotKept + `'` + uncited,
	} {
		if err := t.Exec(q, p); err != nil {
			return err
		}
	}
	for _, id := range read {
		if err := dropDocument(t, id); err != nil {
			return err
		}
	}
	if err := ledger.DropPrompts(t, p); err != nil {
		return err
	}
	return dropSentFiles(t, `SELECT id FROM deliveries WHERE project_id = ? AND state NOT IN ('queued', 'sending')`, p)
}

// pruneTalk deletes what models replied about messages that began no project, what
// directors were shown and answered, and
// the copies of files that were sent with answers.
func (d *Upkeep) pruneTalk(ctx context.Context, before time.Time) error {
	for {
		n := int64(0)
		err := d.db.Write(ctx, func(t *sqldb.Tx) error {
			t.Method = "prune"
			n = 0
			for _, q := range []string{
				`UPDATE llm_calls SET reply = '' WHERE seq IN (
					SELECT seq FROM llm_calls WHERE project_id IS NULL AND reply <> '' AND ended_at < ? ORDER BY seq LIMIT ?)`,
				`UPDATE sittings SET shown = '', answer = '' WHERE (department, n) IN (
					SELECT department, n FROM sittings WHERE shown <> '' AND at < ? ORDER BY at LIMIT ?)`,
				`DELETE FROM stages WHERE (subject, round, n) IN (
					SELECT subject, round, n FROM stages WHERE round = 0 AND at < ? ORDER BY at LIMIT ?)`,
			} {
				changed, err := t.Change(q, sqldb.Micros(before), pruneRows)
				if err != nil {
					return err
				}
				n = max(n, changed)
			}
			return dropSentFiles(t, `
				SELECT id FROM deliveries WHERE project_id IS NULL AND ended_at < ? AND state NOT IN ('queued', 'sending')
				   AND EXISTS (SELECT 1 FROM delivery_files f WHERE f.delivery_id = deliveries.id)`, sqldb.Micros(before))
		})
		if err != nil || n < pruneRows {
			return err
		}
	}
}

// dropSentFiles deletes the copies of files that deliveries carried, but those
// that are a deliverable, a picture or a founder's attachment too.
func dropSentFiles(t *sqldb.Tx, deliveries string, args ...any) error {
	var sums []string
	if err := t.All(&sums, `SELECT DISTINCT sha256 FROM delivery_files WHERE delivery_id IN (`+deliveries+`)`, args...); err != nil {
		return err
	}
	if err := t.Exec(`DELETE FROM delivery_files WHERE delivery_id IN (`+deliveries+`)`, args...); err != nil {
		return err
	}
	for _, sum := range sums {
		if err := corpus.DropBlob(t, sum); err != nil {
			return err
		}
	}
	return nil
}

// RecordSize writes down how many bytes the database takes up today.
func (d *Upkeep) RecordSize(ctx context.Context, bytes int64) error {
	return sqldb.Wrap("record the size", d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "record-size"
		return t.Exec(`INSERT INTO sizes (day, bytes) VALUES (?, ?) ON CONFLICT (day) DO UPDATE SET bytes = excluded.bytes`, sqldb.Moment(t.Now).UTC().Format(time.DateOnly), bytes)
	}))
}

// SizeBefore returns the size that was recorded last on or before the day of a
// time; 0 when none was.
func (d *Upkeep) SizeBefore(ctx context.Context, at time.Time) (int64, error) {
	var bytes int64
	err := sqldb.One(ctx, d.db.Read, &bytes, `SELECT bytes FROM sizes WHERE day <= ? ORDER BY day DESC LIMIT 1`, at.UTC().Format(time.DateOnly))
	if sqldb.NoRow(err) {
		return 0, nil
	}
	return bytes, sqldb.Wrap("read the size", err)
}
