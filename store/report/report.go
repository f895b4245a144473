// Package report reads how things stand: projects, steps, reasons, costs and health.
package report

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store/corpus"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Projects returns every project, oldest first.
func (d *Report) Projects(ctx context.Context) ([]org.Project, error) {
	return record.ProjectsOf(ctx, d.db.Read, `1 = 1`)
}

// Project returns the project of an id or, when no id matches, the only one
// whose title begins with name, whatever its case. It returns org.ErrNotFound
// when there is none, and an error that names them when there are several.
func (d *Report) Project(ctx context.Context, name string) (org.Project, error) {
	name = strings.TrimSpace(name)
	if name == "" {
		return org.Project{}, fmt.Errorf("project: %w", org.ErrNotFound)
	}
	p, err := record.ProjectOf(ctx, d.db.Read, org.ProjectID(strings.ToLower(name)))
	if !errors.Is(err, org.ErrNotFound) {
		return p, err
	}
	all, err := d.Projects(ctx)
	if err != nil {
		return org.Project{}, err
	}
	var found []org.Project
	var names []string
	for _, p := range all {
		if strings.HasPrefix(strings.ToLower(p.Title), strings.ToLower(name)) {
			found = append(found, p)
			names = append(names, string(p.ID))
		}
	}
	switch len(found) {
	case 0:
		return org.Project{}, &org.UnknownError{What: "project", Name: name}
	case 1:
		return found[0], nil
	default:
		return org.Project{}, fmt.Errorf("project %q: it may be any of %s", name, strings.Join(names, ", "))
	}
}

// ProjectByMessage returns the project that a message started, or
// org.ErrNotFound.
func (d *Report) ProjectByMessage(ctx context.Context, id org.MessageID) (org.Project, error) {
	found, err := record.ProjectsOf(ctx, d.db.Read, `projects.message_id = ?`, id)
	if err != nil {
		return org.Project{}, err
	}
	if len(found) == 0 {
		return org.Project{}, fmt.Errorf("project of message %s: %w", id, org.ErrNotFound)
	}
	return found[0], nil
}

// Steps returns every step of a project in plan order, each with what it
// depends on, without those whose place a newer plan took.
func (d *Report) Steps(ctx context.Context, project org.ProjectID) ([]org.Step, error) {
	var steps []org.Step
	err := d.db.View(ctx, func(q sqldb.Getter) (err error) {
		steps, err = record.StepsOf(ctx, q, `project_id = ? AND superseded = 0`, project)
		return err
	})
	return steps, err
}

// Missions returns the missions of a project in their order.
func (d *Report) Missions(ctx context.Context, project org.ProjectID) ([]org.Mission, error) {
	rows, err := record.MissionsIn(ctx, d.db.Read, project)
	if err != nil {
		return nil, err
	}
	out := make([]org.Mission, 0, len(rows))
	for _, r := range rows {
		out = append(out, r.Mission())
	}
	return out, nil
}

// PlanNotes returns what the plan of each planned mission says beside its
// steps, in the order of the missions.
func (d *Report) PlanNotes(ctx context.Context, project org.ProjectID) ([]work.PlanNotes, error) {
	rows, err := record.MissionsIn(ctx, d.db.Read, project)
	if err != nil {
		return nil, err
	}
	var out []work.PlanNotes
	for _, r := range rows {
		if !r.Planned {
			continue
		}
		var n work.PlanNotes
		if err := sqldb.FromJSON(r.Notes, &n); err != nil {
			return nil, fmt.Errorf("read plan of %s: %w", r.ID, err)
		}
		out = append(out, n)
	}
	return out, nil
}

type citationRow struct {
	Step      org.StepID `db:"step_id"`
	Key       string
	Claim     string
	Quote     string
	Document  org.DocumentID `db:"document_id"`
	Title     string
	URL       string
	Start     int
	Stop      int
	Passage   string
	FetchedAt int64 `db:"fetched_at"`
	Published string
}

func (r citationRow) toCitation() reports.StepCitation {
	return reports.StepCitation{Step: r.Step, Key: r.Key, Citation: work.Citation{
		Claim: r.Claim, Quote: r.Quote, Document: r.Document, Title: r.Title, URL: r.URL, Start: r.Start, End: r.Stop,
		Passage: r.Passage, FetchedAt: sqldb.Moment(r.FetchedAt), Published: r.Published,
	}}
}

func readCitations(ctx context.Context, q sqldb.Getter, where string, args ...any) ([]reports.StepCitation, error) {
	var rows []citationRow
	err := sqldb.Many(ctx, q, &rows, `
		SELECT c.step_id, s.key, c.claim, c.quote, c.document_id, c.title, c.url, c.start, c.stop, c.passage, c.fetched_at,
		       coalesce((SELECT max(published) FROM step_documents d WHERE d.step_id = c.step_id AND d.document_id = c.document_id), '') AS published
		  FROM citations c JOIN steps s ON s.id = c.step_id WHERE `+where+` ORDER BY s.seq, c.n`, args...)
	if err != nil {
		return nil, fmt.Errorf("read citations: %w", err)
	}
	out := make([]reports.StepCitation, 0, len(rows))
	for _, r := range rows {
		out = append(out, r.toCitation())
	}
	return out, nil
}

// Citations returns every citation of a project's results, in plan order.
func (d *Report) Citations(ctx context.Context, project org.ProjectID) ([]reports.StepCitation, error) {
	return readCitations(ctx, d.db.Read, `s.project_id = ?`, project)
}

// Deliverable returns the newest document of a project with its PDF, or
// org.ErrNotFound when none was assembled yet.
func (d *Report) Deliverable(ctx context.Context, project org.ProjectID) (work.Deliverable, error) {
	var row struct {
		Mission  org.MissionID `db:"mission_id"`
		Title    string
		Markdown string
		HTML     string
		PDF      string
		At       int64
	}
	err := sqldb.One(ctx, d.db.Read, &row, `
		SELECT d.mission_id, d.title, d.markdown, d.html, d.pdf, d.at
		  FROM deliverables d JOIN missions m ON m.id = d.mission_id
		 WHERE d.project_id = ? ORDER BY m.seq DESC LIMIT 1`, project)
	if errors.Is(err, sql.ErrNoRows) {
		return work.Deliverable{}, fmt.Errorf("deliverable of %s: %w", project, org.ErrNotFound)
	}
	if err != nil {
		return work.Deliverable{}, fmt.Errorf("read deliverable of %s: %w", project, err)
	}
	pdf, err := corpus.New(d.db).Blob(ctx, row.PDF)
	if err != nil {
		return work.Deliverable{}, err
	}
	files, err := readDocumentFiles(ctx, d.db.Read, row.Mission)
	if err != nil {
		return work.Deliverable{}, err
	}
	for i, f := range files {
		if files[i].Data, err = corpus.New(d.db).Blob(ctx, f.SHA256); err != nil {
			return work.Deliverable{}, err
		}
	}
	return work.Deliverable{
		Project: project, Mission: row.Mission, Title: row.Title, Markdown: row.Markdown, HTML: row.HTML, PDF: pdf, Files: files,
		At: sqldb.Moment(row.At),
	}, nil
}

// RoadmapSource returns the roadmap a project came as, empty when it came as
// prose, and its items that are done, each with the key of the step whose
// result stands for it. An item that was split into several steps is done when
// all of them are, and the last one stands for it. Items that were ticked
// before are left out.
func (d *Report) RoadmapSource(ctx context.Context, project org.ProjectID) (string, map[string]string, error) {
	var source string
	err := sqldb.One(ctx, d.db.Read, &source, `SELECT roadmap FROM projects WHERE id = ?`, project)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil, fmt.Errorf("roadmap of %s: %w", project, org.ErrNotFound)
	}
	if err != nil {
		return "", nil, fmt.Errorf("read roadmap of %s: %w", project, err)
	}
	var rows []struct {
		Item  string
		Key   string
		State org.StepState
	}
	err = sqldb.Many(ctx, d.db.Read, &rows, `
		SELECT item, key, state FROM steps WHERE project_id = ? AND item IS NOT NULL AND superseded = 0 ORDER BY seq`, project)
	if err != nil {
		return "", nil, fmt.Errorf("read roadmap of %s: %w", project, err)
	}
	done, open := map[string]string{}, map[string]bool{}
	for _, r := range rows {
		open[r.Item] = open[r.Item] || r.State != org.StepCompleted
		done[r.Item] = r.Key
	}
	for item, is := range open {
		if is {
			delete(done, item)
		}
	}
	return source, done, nil
}

// Report is this part of an open database. Its methods may be called at once.
type Report struct {
	db *sqldb.DB
}

// New returns the part of a database.
func New(db *sqldb.DB) *Report { return &Report{db: db} }
