package outward

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// pullRow is an action that opened a pull request, with what was seen of it since; of one that nobody looked at the second half is empty.
type pullRow struct {
	Action     outward.ActionID `db:"id"`
	Key        string
	Place      string
	Connection string
	Project    org.ProjectID `db:"project_id"`
	Link       string
	Body       string
	Answer     string
	State      outward.PullState
	Draft      bool
	Head       string
	Base       string
	Mergeable  outward.Mergeable
	Review     outward.ReviewState
	Checks     string
	MergedBy   string `db:"merged_by"`
	MergedAt   int64  `db:"merged_at"`
	MergedAs   string `db:"merged_as"`
	Told       string
	SeenAt     int64      `db:"seen_at"`
	Step       org.StepID `db:"step_id"`
}

func readPulls(ctx context.Context, q sqldb.Getter, where string, args ...any) ([]outward.PullRequest, error) {
	var rows []pullRow
	err := sqldb.Many(ctx, q, &rows, `
		SELECT a.id, a.key, a.place, a.connection, a.project_id, a.step_id, a.link, a.body, a.answer, coalesce(s.state, '') AS state, coalesce(s.draft, 0) AS draft, coalesce(s.head, '') AS head,
		       coalesce(s.base, '') AS base, coalesce(s.mergeable, '') AS mergeable, coalesce(s.review, '') AS review, coalesce(s.checks, '{}') AS checks,
		       coalesce(s.merged_by, '') AS merged_by, coalesce(s.merged_at, 0) AS merged_at, coalesce(s.merged_as, '') AS merged_as, coalesce(s.told, '[]') AS told, coalesce(s.seen_at, 0) AS seen_at
		  FROM actions a LEFT JOIN pulls s ON s.action_id = a.id
		 WHERE a.kind = 'open_pull' AND a.state = 'done' AND `+where, args...)
	if err != nil {
		return nil, err
	}
	out := make([]outward.PullRequest, 0, len(rows))
	for _, r := range rows {
		p, err := r.toPull()
		if err != nil {
			return nil, fmt.Errorf("read the pull request of %s: %w", r.Action, err)
		}
		out = append(out, p)
	}
	return out, nil
}

func (r pullRow) toPull() (outward.PullRequest, error) {
	var order outward.Pull
	if err := json.Unmarshal([]byte(r.Body), &order); err != nil {
		return outward.PullRequest{}, err
	}
	var got outward.PullAnswer
	if r.Answer != "" {
		if err := json.Unmarshal([]byte(r.Answer), &got); err != nil {
			return outward.PullRequest{}, err
		}
	}
	p := outward.PullRequest{
		Place: r.Place, Number: got.Number, Action: r.Action, Key: r.Key, Connection: r.Connection, Project: r.Project, Link: r.Link, Branch: order.Head,
		State: r.State, Draft: r.Draft, Head: r.Head, Base: r.Base, Mergeable: r.Mergeable, Review: r.Review, MergedBy: r.MergedBy, MergedAs: r.MergedAs,
		Step: r.Step, Onto: order.Onto,
	}
	if err := json.Unmarshal([]byte(r.Told), &p.Told); err != nil {
		return p, err
	}
	if r.SeenAt == 0 {
		p.State, p.Draft, p.Head, p.Base = outward.PullOpen, got.Draft, got.Head, order.Base
		return p, nil
	}
	p.SeenAt = sqldb.Moment(r.SeenAt)
	if r.MergedAt > 0 {
		p.MergedAt = sqldb.Moment(r.MergedAt)
	}
	return p, json.Unmarshal([]byte(r.Checks), &p.Checks)
}

// Pulls lists the pull requests that were opened for a project, of all where the id is empty, the newest first, at most so many.
func (d *Outward) Pulls(ctx context.Context, project org.ProjectID, most int) ([]outward.PullRequest, error) {
	out, err := readPulls(ctx, d.db.Read, `(a.project_id = ? OR ? = '') ORDER BY a.at DESC, a.id DESC LIMIT ?`, project, project, most)
	return out, sqldb.Wrap("list pull requests", err)
}

// PullsOf lists those of one project, as Pulls does.
func PullsOf(ctx context.Context, q sqldb.Getter, project org.ProjectID) ([]outward.PullRequest, error) {
	return readPulls(ctx, q, `a.project_id = ? ORDER BY a.at DESC, a.id DESC`, project)
}

// OpenPulls lists those that are open as far as is known, the oldest first, with what of ours is on their branches.
func (d *Outward) OpenPulls(ctx context.Context) ([]outward.PullRequest, error) {
	return d.pullsWithOurs(ctx, `coalesce(s.state, 'open') = 'open' ORDER BY a.at, a.id`)
}

// ClosedPulls lists those that were seen closed since then, without being merged, as OpenPulls does: somebody may open them again.
func (d *Outward) ClosedPulls(ctx context.Context, since time.Time) ([]outward.PullRequest, error) {
	return d.pullsWithOurs(ctx, `s.state = 'closed' AND s.seen_at > ? ORDER BY a.at, a.id`, sqldb.Micros(since))
}

func (d *Outward) pullsWithOurs(ctx context.Context, where string, args ...any) ([]outward.PullRequest, error) {
	var out []outward.PullRequest
	err := d.db.View(ctx, func(q sqldb.Getter) (err error) {
		if out, err = readPulls(ctx, q, where, args...); err != nil {
			return err
		}
		for i := range out {
			if err := readOurs(ctx, q, &out[i]); err != nil {
				return err
			}
		}
		return nil
	})
	return out, sqldb.Wrap("list pull requests with their commits", err)
}

// readOurs reads the commits of a pull request's branch that are ours: of its project, up to its step where it is of one, and of those that went on
// with it.
func readOurs(ctx context.Context, q sqldb.Getter, p *outward.PullRequest) error {
	const chain = `(c.id = ? OR c.continues = ? AND c.continues_pull IN ('', ?))`
	err := sqldb.Many(ctx, q, &p.Ours, `
		SELECT i.commit_sha FROM integration_steps i JOIN projects c ON c.id = i.project_id
		 WHERE `+chain+` AND (c.id <> ? OR ? = '' OR i.n <= (SELECT max(x.n) FROM integration_steps x WHERE x.project_id = c.id AND x.step_id = ?)) ORDER BY c.created_at, c.id, i.n`,
		p.Project, p.Project, p.Action, p.Project, p.Step, p.Step)
	if err != nil {
		return err
	}
	var waits int
	err = sqldb.One(ctx, q, &waits, `
		SELECT count(*) FROM integrations g JOIN projects c ON c.id = g.project_id WHERE g.n > 0 AND g.push <> 'there' AND `+chain, p.Project, p.Project, p.Action)
	p.Pushed = err == nil && waits == 0
	return err
}

// toldMost are kept of one pull request.
const toldMost = 200

// KeepPull keeps how a pull request stands at its forge. news is what people are told of it; the same is told once.
func (d *Outward) KeepPull(ctx context.Context, p outward.PullRequest, news []outward.PullNews) error {
	checks, err := json.Marshal(p.Checks)
	if err != nil {
		return fmt.Errorf("keep %s: %w", p.Name(), err)
	}
	return sqldb.Wrap("keep "+p.Name(), d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "keep-pull"
		var rows []string
		if err := t.All(&rows, `SELECT told FROM pulls WHERE action_id = ?`, p.Action); err != nil {
			return err
		}
		told := []string{}
		if len(rows) > 0 {
			if err := json.Unmarshal([]byte(rows[0]), &told); err != nil {
				return err
			}
		}
		for _, n := range news {
			if slices.Contains(told, n.Key()) {
				continue
			}
			told, t.Wake = append(told, n.Key()), true
			if err := recordPull(t, p, n); err != nil {
				return err
			}
		}
		if err := dropQuestions(t, p); err != nil {
			return err
		}
		all, err := json.Marshal(told[max(0, len(told)-toldMost):])
		if err != nil {
			return err
		}
		merged := int64(0)
		if !p.MergedAt.IsZero() {
			merged = sqldb.Micros(p.MergedAt)
		}
		return t.Exec(`
			INSERT INTO pulls (place, number, action_id, project_id, state, draft, head, base, mergeable, review, checks, merged_by, merged_at, merged_as, told, seen_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
			    ON CONFLICT (place, number) DO UPDATE SET state = excluded.state, draft = excluded.draft, head = excluded.head, base = excluded.base, mergeable = excluded.mergeable,
			       review = excluded.review, checks = excluded.checks, merged_by = excluded.merged_by, merged_at = excluded.merged_at, merged_as = excluded.merged_as,
			       told = excluded.told, seen_at = excluded.seen_at`,
			p.Place, p.Number, p.Action, p.Project, p.State, p.Draft, p.Head, p.Base, p.Mergeable, p.Review, string(checks), p.MergedBy, merged, p.MergedAs, string(all), t.Now)
	}))
}

// dropQuestions leaves out the questions whether a draft is ready that nobody answered, where their answer would do nothing.
func dropQuestions(t *sqldb.Tx, p outward.PullRequest) error {
	begins := outward.ReadyKey(outward.PullRequest{Action: p.Action})
	all, err := readActions(t.Ctx, t, `kind = 'mark_ready' AND state = 'proposed' AND substr(key, 1, ?) = ? ORDER BY id`, len(begins), begins)
	if err != nil {
		return err
	}
	for _, a := range all {
		if a.Why = sayOver(p, a.Key); a.Why == "" {
			continue
		}
		a.State = outward.Dropped
		if err := t.Exec(`UPDATE actions SET state = 'dropped', why = ? WHERE id = ?`, a.Why, a.ID); err != nil {
			return err
		}
		if err := recordChange(t, a, ""); err != nil {
			return err
		}
	}
	return nil
}

// sayOver says why nobody is to be asked a question whether a draft is ready: it has ended, is no draft any more, or is at another commit. It is empty
// for one that is open.
func sayOver(p outward.PullRequest, question string) string {
	switch {
	case p.State != outward.PullOpen:
		return "the pull request is " + string(p.State) + " there"
	case !p.Draft:
		return "the pull request is ready there already"
	case question != outward.ReadyKey(p):
		return "its branch has another commit by now"
	}
	return ""
}

// readOrdered reads the pull request that an order is about, as it was seen last; nothing of one that nobody looked at.
func readOrdered(t *sqldb.Tx, a outward.Action) ([]outward.PullRequest, error) {
	var o outward.PullOrder
	if err := json.Unmarshal(a.Order, &o); err != nil {
		return nil, fmt.Errorf("read which pull request %s is about: %w", a.Key, err)
	}
	return readPulls(t.Ctx, t, `s.place = ? AND s.number = ?`, a.Place, o.Number)
}

// sayAsked says why a question whether a draft is ready is left out from the start: it was thought of before the last look, or the last deed.
func sayAsked(t *sqldb.Tx, a outward.Action) (string, error) {
	if a.Kind != outward.MarkReady {
		return "", nil
	}
	all, err := readOrdered(t, a)
	if err != nil || len(all) == 0 {
		return "", err
	}
	return sayOver(all[0], a.Key), nil
}

// settlePull ends the questions that a deed answers, before its pull request is looked at again: what was marked as ready or merged is no draft.
func settlePull(t *sqldb.Tx, a outward.Action, e outward.Ending) error {
	if e.State != outward.Done || a.Kind != outward.MarkReady && a.Kind != outward.MergePull && a.Kind != outward.ClosePull {
		return nil
	}
	var state outward.PullState
	if err := json.Unmarshal(e.Answer, &state); err != nil {
		return fmt.Errorf("read what came of %s: %w", a.Key, err)
	}
	all, err := readOrdered(t, a)
	if err != nil {
		return err
	}
	for _, p := range all {
		if p.Draft = p.Draft && a.Kind == outward.ClosePull; !p.Draft {
			if err := t.Exec(`UPDATE pulls SET draft = 0 WHERE action_id = ?`, p.Action); err != nil {
				return err
			}
		}
		if state == outward.PullMerged || state == outward.PullClosed { // that it is so is kept when it is looked at, with who did it
			p.State = state
		}
		if err := dropQuestions(t, p); err != nil {
			return err
		}
	}
	return nil
}

// recordPull writes into the journal what changed of a pull request.
func recordPull(t *sqldb.Tx, p outward.PullRequest, n outward.PullNews) error {
	data := map[string]string{"pull": p.Name(), "link": p.Link, "news": string(n.Kind), "what": n.What, "state": string(p.State)}
	return t.Event(org.Event{Kind: org.EventPull, Project: p.Project, Text: "The pull request " + p.Name() + ": " + string(n.Kind) + " " + n.What, Data: data})
}
