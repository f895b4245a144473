package engine

import (
	"context"
	"fmt"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store/code"
	"github.com/frasier-cos/frasier/store/corpus"
	"github.com/frasier-cos/frasier/store/memos"
	"github.com/frasier-cos/frasier/store/people"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Context returns what stands around a step when it is worked on.
func (d *Engine) Context(ctx context.Context, id org.StepID) (work.StepContext, error) {
	var c work.StepContext
	err := d.db.View(ctx, func(q sqldb.Getter) error {
		steps, err := record.StepsOf(ctx, q, `id = ?`, id)
		if err != nil {
			return err
		}
		if len(steps) == 0 {
			return org.ErrNotFound
		}
		if c, err = readContext(ctx, q, steps[0], d.db.Now()); err != nil {
			return err
		}
		if steps[0].Kind == org.KindAssembly {
			if c.Key, err = record.SigningKey(ctx, q); err != nil {
				return err
			}
			c.Unread, err = corpus.Unread(ctx, q, steps[0].Project)
			return err
		}
		return addEarlierClaims(ctx, q, d.db.Dialect, steps[0], &c)
	})
	if err != nil {
		return c, fmt.Errorf("read context of %s: %w", id, err)
	}
	return c, nil
}

func readContext(ctx context.Context, q sqldb.Getter, s org.Step, now time.Time) (c work.StepContext, err error) {
	if c.Project, err = record.ProjectOf(ctx, q, s.Project); err != nil {
		return c, err
	}
	m, err := record.MissionOf(ctx, q, s.Mission)
	if err != nil {
		return c, err
	}
	c.Mission = m.Mission()
	if err := sqldb.FromJSON(m.Notes, &c.Plan); err != nil {
		return c, err
	}
	if c.Agent, err = record.AgentOf(ctx, q, s.Agent); err != nil {
		return c, err
	}
	if c.Colleagues, err = record.AgentsOf(ctx, q); err != nil {
		return c, err
	}
	if c.Project.Order, err = memos.Order(ctx, q, c.Project); err != nil {
		return c, err
	}
	if c.Request, err = record.RequestOf(ctx, q, c.Project.Message); err != nil {
		return c, err
	}
	if c.Typed, err = record.TypedOf(ctx, q, c.Project); err != nil {
		return c, err
	}
	if c.Directives, err = record.DirectivesOf(ctx, q); err != nil {
		return c, err
	}
	if c.Steering, err = record.SteeringOf(ctx, q, s.Project); err != nil {
		return c, err
	}
	notes, err := record.GuidanceOf(ctx, q, `step_id = ?`, string(s.ID))
	if err != nil {
		return c, err
	}
	c.Steering, c.Guidance = append(c.Steering, notes...), notes
	if c.Upstream, err = UpstreamOf(ctx, q, s); err != nil {
		return c, err
	}
	if c.Rejections, err = RejectionsBefore(ctx, q, s.ID); err != nil {
		return c, err
	}
	if c.Diagnosis, err = readDiagnosis(ctx, q, s.ID); err != nil {
		return c, err
	}
	if c.Rounds, err = readRounds(ctx, q, s.ID); err != nil {
		return c, err
	}
	if c.Skills, err = people.SkillsOf(ctx, q); err != nil {
		return c, err
	}
	switch s.Kind {
	case org.KindEngineering:
		c.Code, err = code.OrderOf(ctx, q, s.ID)
	case org.KindAssembly:
		c.Branch, err = code.BranchOf(ctx, q, s.Project)
	case org.KindResearch, org.KindAnalysis, org.KindStrategy, org.KindWriting, org.KindCreative, org.KindSimple:
	}
	if err != nil {
		return c, err
	}
	return c, readMaterial(ctx, q, s, now, &c)
}

func readMaterial(ctx context.Context, q sqldb.Getter, s org.Step, now time.Time, c *work.StepContext) error {
	var err error
	if c.Lessons, err = people.LessonsFor(ctx, q, s, now); err != nil {
		return err
	}
	if c.Notes, err = people.NotesOf(ctx, q, s.Agent); err != nil {
		return err
	}
	if c.Worked, c.Avoid, err = people.PastOf(ctx, q, s); err != nil {
		return err
	}
	feedback, n, err := people.TaughtBy(ctx, q, s.Agent)
	if err != nil {
		return err
	}
	if Due(n) {
		c.Feedback = feedback
	}
	err = sqldb.Many(ctx, q, &c.URLs, `SELECT url FROM project_links WHERE project_id = ? ORDER BY n`, s.Project)
	if err != nil {
		return fmt.Errorf("read links of %s: %w", s.Project, err)
	}
	c.Given, err = readDocuments(ctx, q, s.Project)
	return err
}

func readDocuments(ctx context.Context, q sqldb.Getter, p org.ProjectID) ([]work.Document, error) {
	var docs []struct {
		ID        org.DocumentID
		Title     string
		URL       string
		Body      string
		FetchedAt int64 `db:"fetched_at"`
	}
	err := sqldb.Many(ctx, q, &docs, `
		SELECT d.id, p.title, p.url, d.body, p.fetched_at
		  FROM project_documents p JOIN documents d ON d.id = p.document_id WHERE p.project_id = ? ORDER BY p.n`, p)
	if err != nil {
		return nil, fmt.Errorf("read documents of %s: %w", p, err)
	}
	out := make([]work.Document, 0, len(docs))
	for _, d := range docs {
		out = append(out, work.Document{
			ID: d.ID, Title: d.Title, URL: d.URL, Site: "file", Origin: work.OriginAttachment, Text: d.Body, FetchedAt: sqldb.Moment(d.FetchedAt),
		})
	}
	return out, nil
}

func readSources(ctx context.Context, q sqldb.Getter, where string, args ...any) (map[org.StepID][]work.Citation, error) {
	var rows []struct {
		Step      org.StepID `db:"step_id"`
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
	err := sqldb.Many(ctx, q, &rows, `
		SELECT step_id, claim, quote, document_id, title, url, start, stop, passage, fetched_at,
		       coalesce((SELECT max(published) FROM step_documents d WHERE d.step_id = citations.step_id AND d.document_id = citations.document_id), '') AS published
		  FROM citations WHERE step_id IN (SELECT id FROM steps WHERE `+where+`) ORDER BY step_id, n`, args...)
	if err != nil {
		return nil, fmt.Errorf("read citations: %w", err)
	}
	out := map[org.StepID][]work.Citation{}
	for _, r := range rows {
		out[r.Step] = append(out[r.Step], work.Citation{
			Claim: r.Claim, Quote: r.Quote, Document: r.Document, Title: r.Title, URL: r.URL, Start: r.Start, End: r.Stop,
			Passage: r.Passage, FetchedAt: sqldb.Moment(r.FetchedAt), Published: r.Published,
		})
	}
	return out, nil
}

// RejectionsBefore reads the feedback of a step's rejected rounds.
func RejectionsBefore(ctx context.Context, q sqldb.Getter, id org.StepID) ([]work.Rejection, error) {
	var rows []struct {
		Round    int
		Reviewer string
		Feedback string
	}
	err := sqldb.Many(ctx, q, &rows, `SELECT round, reviewer, feedback FROM rejections WHERE step_id = ? ORDER BY round`, id)
	if err != nil {
		return nil, fmt.Errorf("read rejections of %s: %w", id, err)
	}
	out := make([]work.Rejection, 0, len(rows))
	for _, r := range rows {
		j := work.Rejection{Round: r.Round, Reviewer: r.Reviewer}
		if err := sqldb.FromJSON(r.Feedback, &j.Feedback); err != nil {
			return nil, err
		}
		out = append(out, j)
	}
	return out, nil
}
