package journal

import (
	"context"
	"fmt"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// auditPart says how the records of one part of an audit are read. It names only columns that hold
// nothing which a model wrote or was given.
type auditPart struct{ place, id, from, columns string }

func choosePart(p reports.AuditPart) (auditPart, error) {
	switch p {
	case reports.AuditCommands:
		return auditPart{
			"at", "transport || '/' || channel || '/' || origin", "commands",
			`at, coalesce(ended_at, 0) AS ended, '' AS project, '' AS step, author AS sender, '' AS recipient, line AS what,
			 CASE WHEN ended_at IS NULL THEN 'begun' ELSE 'done' END AS state, '' AS proof, 0 AS tokens_in, 0 AS tokens_out, NULL AS cost`,
		}, nil
	case reports.AuditDecisions:
		return auditPart{
			"created_at", "id", "escalations",
			`created_at AS at, coalesce(ended_at, 0) AS ended, project_id AS project, coalesce(step_id, '') AS step, decided_by AS sender, '' AS recipient, topic AS what,
			 state, answer AS proof, 0 AS tokens_in, 0 AS tokens_out, NULL AS cost`,
		}, nil
	case reports.AuditMessages:
		return auditPart{
			"seq", "id", "memos",
			`created_at AS at, coalesce(ended_at, 0) AS ended, coalesce(project_id, reserved, '') AS project, '' AS step, sender, recipient, kind AS what,
			 state, root AS proof, 0 AS tokens_in, 0 AS tokens_out, NULL AS cost`,
		}, nil
	case reports.AuditDeliveries:
		return auditPart{
			"seq", "id", "deliveries",
			`created_at AS at, coalesce(ended_at, 0) AS ended, coalesce(project_id, '') AS project, '' AS step, '' AS sender, transport || '/' || channel AS recipient, kind AS what,
			 state, receipt AS proof, 0 AS tokens_in, 0 AS tokens_out, NULL AS cost`,
		}, nil
	case reports.AuditCalls:
		return auditPart{
			"seq", "CAST(seq AS TEXT)", "llm_calls",
			`started_at AS at, coalesce(ended_at, 0) AS ended, coalesce(project_id, '') AS project, coalesce(step_id, '') AS step, CASE WHEN served = '' THEN model ELSE served END AS sender,
			 provider AS recipient, purpose AS what, state, generation AS proof, tokens_in, tokens_out, cost`,
		}, nil
	}
	return auditPart{}, fmt.Errorf("an audit has no part %q", p)
}

// AuditRecords returns at most n records of one part of an audit after one of them, and
// where to go on. It returns fewer only at the end.
func (d *Journal) AuditRecords(ctx context.Context, q reports.AuditQuery, after reports.AuditAfter, n int) ([]reports.AuditRecord, reports.AuditAfter, error) {
	p, err := choosePart(q.Part)
	if err != nil {
		return nil, after, err
	}
	var rows []struct {
		Place     int64
		Name      string
		At, Ended int64
		Project   string
		Step      string
		Sender    string
		Recipient string
		What      string
		State     string
		Proof     string
		In        int `db:"tokens_in"`
		Out       int `db:"tokens_out"`
		Cost      *org.NanoUSD
	}
	err = sqldb.Many(ctx, d.db.Read, &rows, `
		SELECT * FROM (SELECT `+p.place+` AS place, `+p.id+` AS name, `+p.columns+` FROM `+p.from+` WHERE `+p.place+` >= ?) AS r
		 WHERE (place > ? OR name > ?) AND at >= ? AND (? = '' OR project = ?) ORDER BY place, name LIMIT ?`,
		after.Place, after.Place, after.ID, sqldb.Micros(q.Since), q.Project, q.Project, n)
	if err != nil {
		return nil, after, fmt.Errorf("read what an audit has of kind %s: %w", q.Part, err)
	}
	out := make([]reports.AuditRecord, 0, len(rows))
	for _, r := range rows {
		after = reports.AuditAfter{Place: r.Place, ID: r.Name}
		out = append(out, reports.AuditRecord{
			Kind: q.Part, ID: r.Name, At: r.At, Ended: r.Ended, Project: r.Project, Step: r.Step, By: sqldb.Plain(r.Sender), To: sqldb.Plain(r.Recipient),
			What: sqldb.Plain(r.What), State: r.State, Proof: sqldb.Plain(r.Proof), In: r.In, Out: r.Out, Cost: r.Cost,
		})
	}
	return out, after, nil
}

// SealedSince returns the first sealed line of the journal that is not older than a time
// and the last one there is, with the seal before the first; zeros where there is none.
func (d *Journal) SealedSince(ctx context.Context, since time.Time) (first, last int64, before string, err error) {
	err = d.db.View(ctx, func(q sqldb.Getter) error {
		var at struct{ First, Last int64 }
		err := sqldb.One(ctx, q, &at, `
			SELECT coalesce(min(CASE WHEN e.at >= ? THEN e.seq END), 0) AS first, coalesce(max(s.seq), 0) AS last
			  FROM seals s JOIN events e ON e.seq = s.seq`, sqldb.Micros(since))
		if err != nil || at.First == 0 {
			return err
		}
		first, last = at.First, at.Last
		var seals [][]byte
		if err := sqldb.Many(ctx, q, &seals, `SELECT hash FROM seals WHERE seq < ? ORDER BY seq DESC LIMIT 1`, first); err != nil || len(seals) == 0 {
			return err
		}
		before = fmt.Sprintf("%x", seals[0])
		return nil
	})
	return first, last, before, sqldb.Wrap("look where the journal begins", err)
}
