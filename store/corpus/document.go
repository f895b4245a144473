package corpus

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// makeSearchKey is the same for equal queries.
func makeSearchKey(q work.Query) string { return prose.Fold(q.Text) + " / " + q.Freshness }

// SaveSearch stores what one provider answered to a step's query. The newest
// answer to an equal query of the same project is kept.
func (d *Corpus) SaveSearch(ctx context.Context, step org.StepID, q work.Query, provider string, hits []reports.Hit) error {
	if hits == nil {
		hits = []reports.Hit{}
	}
	text, err := sqldb.JSONText(hits)
	if err != nil {
		return fmt.Errorf("save search of %s: %w", step, err)
	}
	return d.db.WriteBeside(ctx, func(t *sqldb.Tx) error {
		t.Method = "save-search"
		n, err := t.Change(`
			INSERT INTO searches (project_id, query, provider, step_id, hits, at)
			SELECT project_id, ?, ?, id, ?, ? FROM steps WHERE id = ?
			    ON CONFLICT (project_id, query, provider)
			    DO UPDATE SET step_id = excluded.step_id, hits = excluded.hits, at = excluded.at`,
			makeSearchKey(q), provider, text, t.Now, step)
		if err == nil && n == 0 {
			err = org.ErrNotFound
		}
		if err != nil {
			return fmt.Errorf("save search of %s: %w", step, err)
		}
		return nil
	})
}

// CachedSearch returns what the providers answered to an equal query of the
// project, in the order in which they were asked, and whether any was asked.
// An answer without hits is an answer.
func (d *Corpus) CachedSearch(ctx context.Context, project org.ProjectID, q work.Query) ([]reports.Hit, bool, error) {
	var rows []string
	err := sqldb.Many(ctx, d.db.Read, &rows, `
		SELECT hits FROM searches WHERE project_id = ? AND query = ? ORDER BY at, provider`, project, makeSearchKey(q))
	if err != nil {
		return nil, false, fmt.Errorf("look for search of %s: %w", project, err)
	}
	var out []reports.Hit
	for _, r := range rows {
		var hits []reports.Hit
		if err := sqldb.FromJSON(r, &hits); err != nil {
			return nil, false, fmt.Errorf("read search of %s: %w", project, err)
		}
		out = append(out, hits...)
	}
	return out, len(rows) > 0, nil
}

// SaveDocument stores a document that a step read, its text once for all
// steps. With a failure (a word or two) it stores instead that the address
// gave no text; such a line never replaces a text that was read. The ID of a
// document must be the hash of its text.
func (d *Corpus) SaveDocument(ctx context.Context, step org.StepID, doc work.Document, failure string) error {
	if failure == "" {
		failure = doc.Failure
	}
	if failure == "" && string(doc.ID) != sqldb.HexSum([]byte(doc.Text)) {
		return fmt.Errorf("save document %s of %s: the id %q is not the hash of its text", doc.URL, step, doc.ID)
	}
	return d.db.WriteBeside(ctx, func(t *sqldb.Tx) error {
		t.Method = "save-document"
		if err := t.Exec(`SELECT 1 FROM steps WHERE id = ?`+t.Dialect.Hold, step); err != nil { // which numbers what it reads
			return err
		}
		if err := saveDocument(t, step, doc, failure); err != nil {
			return fmt.Errorf("save document %s of %s: %w", doc.URL, step, err)
		}
		return nil
	})
}

func saveDocument(t *sqldb.Tx, step org.StepID, doc work.Document, failure string) error {
	id := sql.NullString{}
	if failure == "" {
		if err := StoreText(t, doc); err != nil {
			return err
		}
		id = sqldb.Nullable(doc.ID)
	}
	fetched := doc.FetchedAt
	if fetched.IsZero() {
		fetched = sqldb.Moment(t.Now)
	}
	return t.Exec(`
		INSERT INTO step_documents (step_id, n, url, document_id, failure, title, site, origin, published, thin, fetched_at, retries, cited)
		VALUES (?, (SELECT coalesce(max(n), 0) + 1 FROM step_documents WHERE step_id = ?), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		    ON CONFLICT (step_id, url) DO UPDATE SET document_id = excluded.document_id, failure = excluded.failure,
		       title = excluded.title, site = excluded.site, origin = excluded.origin, published = excluded.published,
		       thin = excluded.thin, fetched_at = excluded.fetched_at, retries = excluded.retries, cited = excluded.cited
		 WHERE step_documents.document_id IS NULL OR excluded.document_id IS NOT NULL`,
		step, step, doc.URL, id, failure, doc.Title, doc.Site, doc.Origin, doc.Published, doc.Thin, sqldb.Micros(fetched), doc.Retries, doc.Cited)
}

// StoreText keeps the text of a document under its hash.
func StoreText(t *sqldb.Tx, doc work.Document) error {
	return t.Exec(`INSERT INTO documents (id, body, at) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING`, doc.ID, doc.Text, t.Now)
}

// DocumentRow is one document as a step or a project knows it.
type DocumentRow struct {
	ID        sql.NullString `db:"document_id"`
	Body      string
	Title     string
	URL       string
	Site      string
	Origin    work.Origin
	Published string
	Thin      bool
	Failure   string
	FetchedAt int64 `db:"fetched_at"`
	Retries   int
	Cited     string
}

// Document converts the row.
func (r DocumentRow) Document() work.Document {
	return work.Document{
		ID: org.DocumentID(r.ID.String), Title: r.Title, URL: r.URL, Site: r.Site, Origin: r.Origin, Text: r.Body,
		Published: r.Published, Thin: r.Thin, Failure: r.Failure, FetchedAt: sqldb.Moment(r.FetchedAt), Retries: r.Retries, Cited: r.Cited,
	}
}

// DocumentColumns are those of DocumentRow.
const DocumentColumns = `s.document_id, coalesce(d.body, '') AS body, s.title, s.url, s.site, s.origin, s.published, s.thin,
	s.failure, s.fetched_at, s.retries, s.cited`

// StepDocuments returns what a step read, in the order in which it was stored,
// together with what could not be read, which has its Failure set and no text.
func (d *Corpus) StepDocuments(ctx context.Context, step org.StepID) ([]work.Document, error) {
	var rows []DocumentRow
	err := sqldb.Many(ctx, d.db.Read, &rows, `
		SELECT `+DocumentColumns+`
		  FROM step_documents s LEFT JOIN documents d ON d.id = s.document_id
		 WHERE s.step_id = ? ORDER BY s.n`, step)
	if err != nil {
		return nil, fmt.Errorf("read documents of %s: %w", step, err)
	}
	out := make([]work.Document, 0, len(rows))
	for _, r := range rows {
		out = append(out, r.Document())
	}
	return out, nil
}

// Document returns a stored document, as the first that read it described it.
// It returns org.ErrNotFound for an unknown one.
func (d *Corpus) Document(ctx context.Context, id org.DocumentID) (work.Document, error) {
	var row DocumentRow
	err := sqldb.One(ctx, d.db.Read, &row, `
		SELECT d.id AS document_id, d.body, coalesce(s.title, p.title, '') AS title, coalesce(s.url, p.url, '') AS url,
		       coalesce(s.site, 'file') AS site, coalesce(s.origin, 'attachment') AS origin,
		       coalesce(s.published, '') AS published, coalesce(s.thin, 0) AS thin, '' AS failure,
		       coalesce(s.fetched_at, p.fetched_at, d.at) AS fetched_at
		  FROM documents d LEFT JOIN step_documents s ON s.document_id = d.id
		  LEFT JOIN project_documents p ON p.document_id = d.id
		 WHERE d.id = ? ORDER BY s.fetched_at, p.fetched_at LIMIT 1`, id)
	if errors.Is(err, sql.ErrNoRows) {
		return work.Document{}, fmt.Errorf("read document %s: %w", id, org.ErrNotFound)
	}
	if err != nil {
		return work.Document{}, fmt.Errorf("read document %s: %w", id, err)
	}
	return row.Document(), nil
}

// DocumentsCited returns every document that a project's results cite, whole,
// in the order of the first citation.
func (d *Corpus) DocumentsCited(ctx context.Context, project org.ProjectID) ([]work.Document, error) {
	var ids []org.DocumentID
	err := sqldb.Many(ctx, d.db.Read, &ids, `
		SELECT c.document_id FROM citations c JOIN steps s ON s.id = c.step_id
		 WHERE s.project_id = ? GROUP BY c.document_id ORDER BY min(s.seq), min(c.n)`, project)
	if err != nil {
		return nil, fmt.Errorf("list documents of %s: %w", project, err)
	}
	out := make([]work.Document, 0, len(ids))
	for _, id := range ids {
		doc, err := d.Document(ctx, id)
		if err != nil {
			return nil, err
		}
		out = append(out, doc)
	}
	return out, nil
}
