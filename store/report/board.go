package report

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/jmoiron/sqlx"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store/ledger"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Board returns one page of the projects that q selects, what runs
// first, then paused ones, those that have stopped and wait for an answer, and ended ones; of each kind those that wait for the founder, then the newest first, and
// how many q selects in all. What stands around them is as in Status, but for
// the unreadable replies. Its cost grows with the page, not with the number of
// projects' steps.
func (d *Report) Board(ctx context.Context, now time.Time, q reports.BoardQuery) (reports.StatusReport, int, error) {
	var out reports.StatusReport
	total := 0
	where, args := buildBoardWhere(now, q)
	err := d.db.View(ctx, func(g sqldb.Getter) error {
		o, err := readSituation(ctx, g, now)
		if err != nil {
			return err
		}
		out.Workers = o.workers
		if err := sqldb.One(ctx, g, &total, `SELECT count(*) FROM projects WHERE `+where, args...); err != nil {
			return err
		}
		var ids []string
		err = sqldb.Many(ctx, g, &ids, `
			SELECT id FROM projects WHERE `+where+`
			 ORDER BY CASE state WHEN 'active' THEN 0 WHEN 'paused' THEN 2 ELSE 6 END -
			          CASE WHEN NOT EXISTS (SELECT 1 FROM escalations e WHERE e.project_id = projects.id AND e.state = 'open') THEN 0
			               WHEN state IN ('active', 'paused') THEN 1 ELSE 3 END,
			          created_at DESC, length(id) DESC, id DESC LIMIT ? OFFSET ?`, append(args, q.Limit, q.Offset)...)
		if err != nil {
			return err
		}
		for _, id := range ids {
			p, err := record.ProjectOf(ctx, g, org.ProjectID(id))
			if err != nil {
				return err
			}
			s, err := o.readStatus(ctx, g, p)
			if err != nil {
				return err
			}
			out.Projects = append(out.Projects, s)
		}
		if out.Searches, err = ledger.SearchMonthOf(ctx, g, now); err != nil {
			return err
		}
		if out.Critics, err = ledger.Unsound(ctx, g); err != nil {
			return err
		}
		if err := countBoard(ctx, g, &out, now); err != nil {
			return err
		}
		if err := readRefused(ctx, g, &out, now); err != nil || q.Bare {
			return err
		}
		return countUnparsed(ctx, g, &out, now)
	})
	if err != nil {
		return reports.StatusReport{}, 0, fmt.Errorf("board: %w", err)
	}
	return out, total, nil
}

func buildBoardWhere(now time.Time, q reports.BoardQuery) (string, []any) {
	where, args := `(state IN ('active', 'paused') OR ended_at > ?)`, []any{sqldb.Micros(now.Add(-endedShown))}
	switch {
	case q.State != "":
		where, args = `state = ?`, []any{q.State}
	case q.All:
		where, args = `1 = 1`, nil
	}
	where += ` AND archived_at = 0`
	for _, word := range strings.Fields(q.Words) {
		word = strings.ToLower(word)
		where += ` AND (id = ? OR lower(title) LIKE ? ESCAPE '!')`
		args = append(args, word, "%"+strings.NewReplacer("!", "!!", "%", "!%", "_", "!_").Replace(word)+"%")
	}
	return where, args
}

func countBoard(ctx context.Context, q sqldb.Getter, out *reports.StatusReport, now time.Time) error {
	for _, c := range []struct {
		into  *int
		query string
	}{
		{&out.Unanswered, `SELECT count(*) FROM messages WHERE state = 'received' AND body NOT LIKE '!%' AND body NOT LIKE '/%'`}, // not commands
		{&out.Queue, `SELECT count(*) FROM steps WHERE ` + record.Ready},
		{&out.Working, `SELECT count(*) FROM steps WHERE state IN ('in_progress', 'in_review')`},
		{&out.Outbox, `SELECT count(*) FROM deliveries WHERE state IN ('queued', 'sending')`},
		{&out.Stuck, `SELECT count(*) FROM deliveries WHERE ` + buildRefusedWhere(now)},
	} {
		if err := sqldb.One(ctx, q, c.into, c.query); err != nil {
			return err
		}
	}
	all, err := record.Waits(ctx, q, now)
	for _, w := range all {
		if w.Shown(now) {
			out.Waits = append(out.Waits, w)
		}
	}
	return err
}

// ProjectsNamed returns at most n projects whose id is prefix or whose title
// has a word that begins with it: the id first, then titles that begin with
// it, of equals open ones, then the newest. An empty prefix selects all.
func (d *Report) ProjectsNamed(ctx context.Context, prefix string, n int) ([]org.ProjectName, error) {
	p := strings.ToLower(strings.TrimSpace(prefix))
	begins := escapeLike(p) + "%"
	out := []org.ProjectName{}
	err := sqldb.Many(ctx, d.db.Read, &out, `
		SELECT id, title, state FROM projects
		 WHERE archived_at = 0 AND (id LIKE ? ESCAPE '!' OR lower(title) LIKE ? ESCAPE '!' OR lower(title) LIKE ? ESCAPE '!')
		 ORDER BY CASE WHEN id = ? THEN 0 WHEN lower(title) LIKE ? ESCAPE '!' THEN 1 ELSE 2 END,
		          CASE WHEN state IN ('active', 'paused') THEN 0 ELSE 1 END, created_at DESC, length(id) DESC, id DESC LIMIT ?`,
		begins, begins, "% "+begins, p, begins, n)
	return out, sqldb.Wrap("look for projects", err)
}

// ProjectsAfter returns at most n projects, the newest first, that are older than
// one, or the newest of all when after is empty; of one state unless state is.
func (d *Report) ProjectsAfter(ctx context.Context, after org.ProjectID, state org.ProjectState, n int) ([]org.ProjectName, error) {
	where, args := `archived_at = 0`, []any{}
	if after != "" {
		where, args = `archived_at = 0 AND (length(id) < ? OR length(id) = ? AND id < ?)`, []any{len(after), len(after), after}
	}
	if state != "" {
		where, args = where+` AND state = ?`, append(args, state)
	}
	out := []org.ProjectName{}
	err := sqldb.Many(ctx, d.db.Read, &out, `SELECT id, title, state FROM projects WHERE `+where+` ORDER BY length(id) DESC, id DESC LIMIT ?`, append(args, n)...)
	return out, sqldb.Wrap("list projects", err)
}

// StepsNamed returns at most n steps whose id or key begins with prefix, or
// whose title does, of one project, or of the open projects when it is empty:
// ids and keys first, of equals the newest.
func (d *Report) StepsNamed(ctx context.Context, project org.ProjectID, prefix string, n int) ([]org.StepName, error) {
	p := strings.ToLower(strings.TrimSpace(prefix))
	begins := escapeLike(p) + "%"
	where, args := `s.project_id = ?`, []any{project}
	if project == "" {
		where, args = `s.project_id IN (SELECT id FROM projects WHERE state IN ('active', 'paused') ORDER BY created_at DESC LIMIT 50)`, nil
	}
	out := []org.StepName{}
	err := sqldb.Many(ctx, d.db.Read, &out, `
		SELECT s.id, s.project_id AS project, s.key, s.title, s.state FROM steps s
		 WHERE `+where+` AND (s.id LIKE ? ESCAPE '!' OR lower(s.key) LIKE ? ESCAPE '!' OR lower(s.title) LIKE ? ESCAPE '!')
		 ORDER BY CASE WHEN s.id = ? THEN 0 WHEN lower(s.title) LIKE ? ESCAPE '!' THEN 1 ELSE 2 END, s.seq DESC LIMIT ?`,
		append(args, begins, begins, begins, p, begins, n)...)
	return out, sqldb.Wrap("look for steps", err)
}

// escapeLike makes a text stand for itself in a LIKE pattern whose escape is "!".
func escapeLike(s string) string {
	return strings.NewReplacer("!", "!!", "%", "!%", "_", "!_").Replace(s)
}

// Usual returns what finished steps of each kind took and cost.
func (d *Report) Usual(ctx context.Context) (work.History, error) {
	return ledger.UsualOf(ctx, d.db.Read)
}

// OpenProjectIDs returns the ids of all active and paused projects, oldest
// first.
func (d *Report) OpenProjectIDs(ctx context.Context) ([]org.ProjectID, error) {
	var out []org.ProjectID
	err := sqldb.Many(ctx, d.db.Read, &out, `SELECT id FROM projects WHERE state IN ('active', 'paused') ORDER BY created_at, length(id), id`)
	return out, sqldb.Wrap("list open projects", err)
}

// HeldUp returns what waits for the founder without a decision that asks, the
// oldest project first.
func (d *Report) HeldUp(ctx context.Context) ([]reports.HeldUp, error) {
	var out []reports.HeldUp
	err := sqldb.Many(ctx, d.db.Read, &out, `
		SELECT project, title, sum(planning) AS planning, sum(capped) AS capped, sum(unreviewed) AS unreviewed
		  FROM (SELECT p.id AS project, p.title, p.created_at, 0 AS planning,
		               CASE WHEN s.held & `+record.HoldBudget+` <> 0 THEN 1 ELSE 0 END AS capped, CASE WHEN s.held & `+record.HoldUnreviewed+` <> 0 THEN 1 ELSE 0 END AS unreviewed
		          FROM projects p JOIN steps s ON s.project_id = p.id
		         WHERE p.state = 'active' AND s.state = 'pending' AND s.held & (`+record.HoldBudget+` | `+record.HoldUnreviewed+`) <> 0
		        UNION ALL
		        SELECT p.id, p.title, p.created_at, 1, 0, 0
		          FROM projects p JOIN missions ON missions.project_id = p.id
		         WHERE p.state = 'active' AND missions.state = 'planning' AND missions.run_after > ? AND `+cappedMission+` <> '') AS h
		 GROUP BY project, title, created_at ORDER BY created_at, length(project), project`, d.db.Now().UnixMicro())
	return out, sqldb.Wrap("list what is held up", err)
}

// Accepted returns which of the projects' newest documents a founder has accepted,
// with the last one who did.
func (d *Report) Accepted(ctx context.Context, projects []org.ProjectID) (map[org.ProjectID]reports.Acceptance, error) {
	out := map[org.ProjectID]reports.Acceptance{}
	if len(projects) == 0 {
		return out, nil
	}
	query, args, err := sqlx.In(`SELECT project_id, author, at FROM acceptances WHERE project_id IN (?) ORDER BY at`, projects)
	if err != nil {
		return nil, fmt.Errorf("read acceptances: %w", err)
	}
	var rows []struct {
		Project org.ProjectID `db:"project_id"`
		Author  string
		At      int64
	}
	if err := sqldb.Many(ctx, d.db.Read, &rows, query, args...); err != nil {
		return nil, fmt.Errorf("read acceptances: %w", err)
	}
	for _, r := range rows {
		out[r.Project] = reports.Acceptance{By: r.Author, At: sqldb.Moment(r.At)}
	}
	return out, nil
}

// AcceptedLast returns the n projects whose documents the founder accepted last, the newest
// first.
func (d *Report) AcceptedLast(ctx context.Context, n int) ([]org.ProjectID, error) {
	var out []org.ProjectID
	err := sqldb.Many(ctx, d.db.Read, &out, `SELECT project_id FROM acceptances GROUP BY project_id ORDER BY max(at) DESC, project_id LIMIT ?`, n)
	return out, sqldb.Wrap("list what was accepted", err)
}

// StepSpending returns what each step of a project cost so far. Steps without a
// call are left out.
func (d *Report) StepSpending(ctx context.Context, project org.ProjectID) (map[org.StepID]org.CostLine, error) {
	var rows []ledger.CostRow
	err := sqldb.Many(ctx, d.db.Read, &rows, `
		SELECT c.step_id AS name, `+ledger.CostSums+` FROM llm_calls c
		 WHERE c.project_id = ? AND c.step_id IS NOT NULL GROUP BY c.step_id`, project)
	if err != nil {
		return nil, fmt.Errorf("sum costs of the steps of %s: %w", project, err)
	}
	out := map[org.StepID]org.CostLine{}
	for _, r := range rows {
		out[org.StepID(r.Name)] = r.Line()
	}
	return out, nil
}
