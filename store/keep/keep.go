// Package keep holds the documents whose pages are read again and again: when the next look is due, how each page was found, and the claims
// that their pages bear no more.
package keep

import (
	"context"
	"fmt"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Keeper is this part of an open database. Its methods may be called at once.
type Keeper struct {
	db *sqldb.DB
}

// New returns the part of a database.
func New(db *sqldb.DB) *Keeper { return &Keeper{db: db} }

// SetKeep has a document's pages read again and again, the first time one term from now, or changes how often. It returns
// org.ErrConflict for a project without a document, and org.ErrRefused when as many as may be are kept.
func (d *Keeper) SetKeep(ctx context.Context, id org.ProjectID, every reports.KeepEvery) error {
	return sqldb.Wrap("keep "+string(id), d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "set-keep"
		p, err := record.ProjectOf(ctx, t, id)
		if err != nil {
			return err
		}
		var documents, others int
		var known []reports.KeepEvery
		if err := t.Get(&documents, `SELECT count(*) FROM deliverables WHERE project_id = ?`, id); err != nil {
			return err
		}
		if documents == 0 || p.Archived {
			return org.ErrConflict
		}
		if err := t.All(&known, `SELECT every FROM keeps WHERE project_id = ?`, id); err != nil {
			return err
		}
		if len(known) > 0 && known[0] == every {
			return nil // whose process died after it was done says the same again
		}
		if err := t.Get(&others, `SELECT count(*) FROM keeps WHERE project_id <> ?`, id); err != nil {
			return err
		}
		if others >= reports.KeepsMost {
			return org.ErrRefused
		}
		err = t.Exec(`
			INSERT INTO keeps (project_id, every, due_at, at) VALUES (?, ?, ?, ?)
			    ON CONFLICT (project_id) DO UPDATE SET every = excluded.every, due_at = excluded.due_at`, id, every, t.Now+every.Term().Microseconds(), t.Now)
		if err != nil {
			return err
		}
		return note(t, id, "set", "Its pages are read again "+string(every))
	}))
}

// EndKeep reads a document's pages no more, and forgets what was found. It returns org.ErrNotFound for one that is not kept.
func (d *Keeper) EndKeep(ctx context.Context, id org.ProjectID) error {
	return sqldb.Wrap("keep "+string(id)+" no more", d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "end-keep"
		n, err := t.Change(`DELETE FROM keeps WHERE project_id = ?`, id)
		if err == nil && n == 0 {
			err = org.ErrNotFound
		}
		if err != nil {
			return err
		}
		return note(t, id, "ended", "Its pages are read again no more")
	}))
}

// LeaveKeep lets the claims stand that wait for a word; they are not told again until their page changes anew. It returns
// org.ErrNotFound where none waits.
func (d *Keeper) LeaveKeep(ctx context.Context, id org.ProjectID) error {
	return sqldb.Wrap("leave what changed for "+string(id), d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "leave-keep"
		n, err := t.Change(`UPDATE keep_changes SET state = 'left' WHERE project_id = ? AND state = 'open'`, id)
		if err == nil && n == 0 {
			err = org.ErrNotFound
		}
		if err != nil {
			return err
		}
		return note(t, id, "left", "What its pages say now is left out")
	}))
}

func note(t *sqldb.Tx, id org.ProjectID, state, text string) error {
	return t.Event(org.Event{Kind: org.EventKept, Project: id, Text: text, Data: map[string]string{"state": state}})
}

// Keeps lists what is kept, the one that is due next first, each with how its pages were found last and the changes that wait for a word.
func (d *Keeper) Keeps(ctx context.Context) ([]reports.Keep, error) {
	var out []reports.Keep
	err := d.db.View(ctx, func(q sqldb.Getter) (err error) {
		out, err = readKeeps(ctx, q)
		return err
	})
	return out, sqldb.Wrap("list what is kept", err)
}

func readKeeps(ctx context.Context, q sqldb.Getter) ([]reports.Keep, error) {
	var rows []struct {
		Project org.ProjectID `db:"project_id"`
		Title   string
		Every   reports.KeepEvery
		Due     int64 `db:"due_at"`
		Last    int64 `db:"last_at"`
		Rounds  int
	}
	err := sqldb.Many(ctx, q, &rows, `
		SELECT k.project_id, p.title, k.every, k.due_at, k.last_at, k.rounds FROM keeps k JOIN projects p ON p.id = k.project_id
		 WHERE p.archived_at = 0 ORDER BY k.due_at, k.project_id`)
	out := make([]reports.Keep, 0, len(rows))
	for _, r := range rows {
		k := reports.Keep{Project: r.Project, Title: r.Title, Every: r.Every, Due: sqldb.Moment(r.Due), Rounds: r.Rounds, Pages: []reports.KeptPage{}, Changes: []reports.KeptChange{}}
		if r.Last > 0 {
			k.Last = sqldb.Moment(r.Last)
		}
		if err == nil {
			k.Pages, err = readPages(ctx, q, r.Project)
		}
		if err == nil {
			k.Changes, err = readChanges(ctx, q, r.Project)
		}
		out = append(out, k)
	}
	return out, err
}

func readPages(ctx context.Context, q sqldb.Getter, id org.ProjectID) ([]reports.KeptPage, error) {
	out := []reports.KeptPage{}
	err := sqldb.Many(ctx, q, &out, `SELECT url, state, why FROM keep_pages WHERE project_id = ? ORDER BY url`, id)
	return out, err
}

// readChanges returns those that wait for a word.
func readChanges(ctx context.Context, q sqldb.Getter, id org.ProjectID) ([]reports.KeptChange, error) {
	rows := []struct {
		Step  org.StepID `db:"step_id"`
		N     int
		URL   string
		Claim string
		Quote string
		Now   string
		Text  org.DocumentID `db:"document_id"`
	}{}
	err := sqldb.Many(ctx, q, &rows, `
		SELECT c.step_id, c.n, c.url, c.claim, c.quote, c.now, c.document_id FROM keep_changes c JOIN steps s ON s.id = c.step_id
		 WHERE c.project_id = ? AND c.state = 'open' AND s.superseded = 0 ORDER BY s.seq, c.n`, id)
	out := make([]reports.KeptChange, 0, len(rows))
	for _, r := range rows {
		out = append(out, reports.KeptChange(r))
	}
	return out, err
}

// ClaimKeep hands out a document whose pages are due, for a term. It returns org.ErrNoWork when none is. One that is being worked on waits.
func (d *Keeper) ClaimKeep(ctx context.Context, owner string, term time.Duration) (reports.KeepWork, error) {
	const due = `due_at <= ? AND claim_until <= ? AND EXISTS (
		SELECT 1 FROM projects p WHERE p.id = keeps.project_id AND p.archived_at = 0 AND p.state IN ('completed', 'partial'))`
	now := sqldb.Micros(d.db.Now())
	idle, err := d.db.Idle(ctx, `SELECT count(*) FROM (SELECT 1 FROM keeps WHERE `+due+` LIMIT 1) AS due`, now, now)
	if err != nil || idle {
		return reports.KeepWork{}, orNoWork(err)
	}
	var out reports.KeepWork
	err = d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "claim-keep"
		var rows []struct {
			Project org.ProjectID `db:"project_id"`
			Rounds  int
		}
		if err := t.All(&rows, `SELECT project_id, rounds FROM keeps WHERE `+due+` ORDER BY due_at, project_id LIMIT 1`, t.Now, t.Now); err != nil {
			return err
		}
		if len(rows) == 0 {
			return org.ErrNoWork
		}
		out = reports.KeepWork{Project: rows[0].Project, Round: rows[0].Rounds + 1}
		return t.Exec(`UPDATE keeps SET claimed_by = ?, claim_until = ? WHERE project_id = ?`, owner, t.Now+term.Microseconds(), out.Project)
	})
	if err == nil {
		err = d.db.View(ctx, func(q sqldb.Getter) (err error) {
			out.Pages, err = readCited(ctx, q, out.Project)
			return err
		})
	}
	return out, sqldb.Wrap("claim what is kept", err)
}

func orNoWork(err error) error {
	if err == nil {
		return org.ErrNoWork
	}
	return fmt.Errorf("look for what is kept: %w", err)
}

// PagesKept returns how many pages of the web a document cites, and how many of them are read again.
func (d *Keeper) PagesKept(ctx context.Context, id org.ProjectID) (all, read int, err error) {
	pages, err := readCited(ctx, d.db.Read, id)
	if err != nil {
		return 0, 0, sqldb.Wrap("count the pages of "+string(id), err)
	}
	err = sqldb.One(ctx, d.db.Read, &all, `
		SELECT count(DISTINCT coalesce(`+pageOf+`, c.url)) FROM citations c JOIN steps s ON s.id = c.step_id
		 WHERE s.project_id = ? AND s.superseded = 0 AND (c.url LIKE 'http://%' OR c.url LIKE 'https://%')`, id)
	return all, len(pages), sqldb.Wrap("count the pages of "+string(id), err)
}

// pageOf selects the address at which a cited text was read: by the step itself, else by another one.
const pageOf = `(SELECT min(d.url) FROM step_documents d WHERE d.step_id = c.step_id AND d.document_id = c.document_id)`

// readCited returns the pages that a document cites, in the order in which it does.
func readCited(ctx context.Context, q sqldb.Getter, id org.ProjectID) ([]reports.KeepPage, error) {
	var rows []struct {
		Page     string
		Origin   string
		Document org.DocumentID `db:"document_id"`
		Step     org.StepID     `db:"step_id"`
		N        int
		Claim    string
		Quote    string
	}
	err := sqldb.Many(ctx, q, &rows, `
		SELECT coalesce(`+pageOf+`, c.url) AS page, coalesce((SELECT min(d.origin) FROM step_documents d WHERE d.step_id = c.step_id AND d.document_id = c.document_id), 'web') AS origin,
		       c.document_id, c.step_id, c.n, c.claim, c.quote
		  FROM citations c JOIN steps s ON s.id = c.step_id
		 WHERE s.project_id = ? AND s.superseded = 0 AND (c.url LIKE 'http://%' OR c.url LIKE 'https://%') ORDER BY s.seq, c.n`, id)
	if err != nil {
		return nil, err
	}
	var out []reports.KeepPage
	at := map[string]int{}
	for _, r := range rows {
		i, known := at[r.Page]
		if !known {
			if len(out) >= reports.KeepPagesMost {
				continue
			}
			i = len(out)
			at[r.Page] = i
			out = append(out, reports.KeepPage{URL: r.Page, Origin: originOf(r.Origin)})
			if err := sqldb.One(ctx, q, &out[i].Was, `SELECT body FROM documents WHERE id = ?`, r.Document); err != nil { // once, however often it is cited
				return nil, err
			}
		}
		out[i].Quotes = append(out[i].Quotes, reports.KeepQuote{Step: r.Step, N: r.N, Claim: r.Claim, Quote: r.Quote})
	}
	return out, nil
}
