package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// ready is the predicate of the index steps_ready, literally: with parameters
// in it SQLite would not use the index, and a claim would cost as much as the
// backlog is long.
const ready = `state = 'pending' AND open_deps = 0 AND held = 0`

// inScope narrows a claim to one project; its two parameters are the
// project's id, empty for all.
const inScope = ` AND (? = '' OR project_id = ?)`

// trusted and suspect tell steps apart by whether one more dead worker would
// fail them. A suspect is worked on alone, without a mission that is planned
// beside it, so that what it kills is only itself, and only what killed a
// worker is failed for it. See apart.
const (
	trusted = ` AND crashes < 2 AND NOT EXISTS (SELECT 1 FROM missions WHERE state = 'planning' AND claimed_by = ? AND tries > 2)` // org.MaxCrashes less one
	suspect = ` AND crashes >= 2 AND NOT EXISTS (SELECT 1 FROM missions WHERE state = 'planning' AND claimed_by = ?)
	       AND NOT EXISTS (SELECT 1 FROM steps s WHERE s.state IN ('in_progress', 'in_review') AND s.claimed_by = ?)` // once more the holder
)

// claimStatement takes holder, now, term, now twice, the holder again, the scope and how many. SQLite
// prepares a statement anew whose LIMIT is a bare parameter.
func claimStatement(l *dialect, which string) string {
	return `
	UPDATE steps
	   SET state = 'in_progress', claimed_by = ?, claim_until = ` + l.clock + ` + CAST(? AS BIGINT), attempt = attempt + 1, fence = fence + 1,
	       claimed_at = ` + l.clock + `, started_at = coalesce(started_at, ` + l.clock + `), stage = ''
	 WHERE ` + l.row + l.first(`SELECT `+l.row+` FROM steps WHERE `+ready+which+inScope+` ORDER BY priority DESC, seq LIMIT CAST(? AS BIGINT)`) + `
	RETURNING ` + stepColumns
}

// renewStatement takes until and holder.
const renewStatement = `
	UPDATE steps SET claim_until = ? WHERE claimed_by = ? AND state IN ('in_progress', 'in_review') RETURNING id`

// ClaimSteps leases at most n ready steps for term, those with the longest
// path behind them first. A step that one more dead worker would fail comes
// alone, and only to a holder that has nothing else. It returns org.ErrNoWork when none is ready. Two
// callers never get the same step.
func (d *DB) ClaimSteps(ctx context.Context, holder string, term time.Duration, n int) ([]org.Claim, error) {
	return d.Within("").ClaimSteps(ctx, holder, term, n)
}

// ClaimInto is ClaimSteps for as many as are free right before the steps are
// claimed, which may be more than when it was asked. room says how many those
// are, and how many claims the holder has that have not been handed in yet: when
// as many are waiting to be, nobody else is waited for. It is called from other
// goroutines, and more than once.
func (d *DB) ClaimInto(ctx context.Context, holder string, term time.Duration, room func() (free, held int)) ([]org.Claim, error) {
	return d.Within("").ClaimInto(ctx, holder, term, room)
}

// Scope is the database with its claims narrowed to one project: who works
// with it never gets a step or a mission of another.
type Scope struct {
	*DB
	project org.ProjectID
}

// Within narrows claims to a project; the empty id narrows nothing.
func (d *DB) Within(project org.ProjectID) Scope { return Scope{DB: d, project: project} }

// ownLane is how many steps on a server a claim must be for, to be worth a
// transaction beside that of the ends instead of a part in it.
const ownLane = 32

// ClaimSteps is DB.ClaimSteps for the steps of the scope.
func (d Scope) ClaimSteps(ctx context.Context, holder string, term time.Duration, n int) ([]org.Claim, error) {
	return d.ClaimInto(ctx, holder, term, func() (free, held int) { return n, math.MaxInt })
}

// ClaimInto is DB.ClaimInto for the steps of the scope.
func (d Scope) ClaimInto(ctx context.Context, holder string, term time.Duration, room func() (free, held int)) ([]org.Claim, error) {
	if err := d.giveUp(ctx); err != nil {
		return nil, fmt.Errorf("give back what may have been claimed: %w", err)
	}
	lane, under := &d.group, d.group.under()
	many := false
	if d.far != nil {
		free, _ := room()
		many = free >= ownLane
	}
	if many || !under { // beside others it costs nothing to ask in their transaction
		idle, err := d.idle(ctx, `SELECT count(*) FROM (SELECT 1 FROM steps WHERE `+ready+inScope+` ORDER BY priority DESC, seq LIMIT 1) AS waiting`, d.project, d.project)
		if err != nil {
			return nil, fmt.Errorf("claim steps: %w", err)
		}
		switch {
		case idle && !under:
			return nil, org.ErrNoWork
		case many && !idle && under:
			lane = &d.claim
		}
	}
	q := &claiming{scope: d.project, holder: holder, term: term.Microseconds(), room: room}
	if err := d.joinIn(ctx, lane, &request{late: true, side: true, claim: q, do: q.do}); err != nil {
		if errors.Is(err, errCommit) {
			d.doubt(q.claims)
		}
		return nil, fmt.Errorf("claim steps: %w", err)
	}
	if len(q.claims) == 0 {
		return nil, org.ErrNoWork
	}
	return q.claims, nil
}

// doubt keeps claims of which it is not known whether they were stored. Their
// holder renews all that it has, so nobody would ever get them back otherwise.
func (d *DB) doubt(claims []org.Claim) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, c := range claims {
		d.doubts = append(d.doubts, c.Lease)
	}
}

// giveUp gives back the claims that nobody works on because it was not known
// whether they were stored.
func (d *DB) giveUp(ctx context.Context) error {
	d.mu.Lock()
	doubts := d.doubts
	d.doubts = nil
	d.mu.Unlock()
	if len(doubts) == 0 {
		return nil
	}
	err := d.tx(ctx, func(t *tx) error {
		t.verb = "give-back"
		for _, l := range doubts {
			if err := t.letBack(l, "it was not known whether its claim was stored"); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		d.mu.Lock()
		d.doubts = append(d.doubts, doubts...)
		d.mu.Unlock()
	}
	return err
}

// claiming is a wish for some steps.
type claiming struct {
	scope  org.ProjectID
	holder string
	term   int64 // microseconds
	room   func() (free, held int)
	free   int       // what room said
	rows   []stepRow // that were given
	claims []org.Claim
}

func (q *claiming) do(t *tx) error {
	err := q.ask(t)
	if err == nil {
		err = t.look()
	}
	if err != nil {
		return err
	}
	return q.take(t)
}

// ask asks for the steps.
func (q *claiming) ask(t *tx) error {
	free, _ := q.room()
	q.free = max(free, 0)
	q.rows = make([]stepRow, 0, min(q.free, together))
	return t.fetch("", &q.rows, claimStatement(t.lang, trusted), q.args(t, q.free)...)
}

func (q *claiming) args(t *tx, n int) []any {
	return []any{q.holder, t.now, q.term, t.now, t.now, q.holder, q.scope, q.scope, n}
}

// take makes claims of the steps that were given.
func (q *claiming) take(t *tx) (err error) {
	t.verb, q.claims = "claim-steps", nil
	if len(q.rows) == 0 && q.free > 0 {
		if q.rows, err = q.suspect(t); err != nil {
			return err
		}
	}
	slices.SortFunc(q.rows, func(a, b stepRow) int {
		return cmp.Or(cmp.Compare(b.Priority, a.Priority), cmp.Compare(a.Seq, b.Seq))
	})
	for _, r := range q.rows {
		s, err := r.step()
		if err != nil {
			return err
		}
		if err := t.stepEvent(org.EventStepStarted, s, "Started: "+s.Title); err != nil {
			return err
		}
		q.claims = append(q.claims, org.Claim{
			Step: s, Lease: org.Lease{Step: s.ID, Mission: s.Mission, Owner: q.holder, Fence: r.Fence, Until: nullMoment(r.ClaimUntil)},
		})
	}
	return nil
}

// suspect takes one step that is to be worked on alone, when its holder has
// nothing else.
func (q *claiming) suspect(t *tx) ([]stepRow, error) {
	const which = 6 // its parameters begin after these
	var rows []stepRow
	return rows, t.all(&rows, claimStatement(t.lang, suspect), slices.Insert(q.args(t, 1), which, any(q.holder))...)
}

// stepEvent writes a journal line about a step.
func (t *tx) stepEvent(kind org.EventKind, s org.Step, text string) error {
	return t.event(stepLine(kind, s, text))
}

func stepLine(kind org.EventKind, s org.Step, text string) org.Event {
	return org.Event{Kind: kind, Project: s.Project, Mission: s.Mission, Step: s.ID, Agent: s.Agent, Attempt: s.Attempt, Text: text}
}

// Renew keeps all claims of a holder for term from now and returns the steps
// that it still holds. A step that is missing was taken away: drop its work.
func (d *DB) Renew(ctx context.Context, holder string, term time.Duration) ([]org.StepID, error) {
	var held []org.StepID
	err := d.tx(ctx, func(t *tx) error {
		t.verb = "renew"
		return t.all(&held, renewStatement, t.now+term.Microseconds(), holder)
	})
	if err != nil {
		return nil, fmt.Errorf("renew claims of %s: %w", holder, err)
	}
	return held, nil
}

// leased returns the step of a lease that still holds. Every write of a
// worker asks it first, in the same transaction: the fence rises with each
// claim, so a holder that slept through its lease is refused whatever the
// clocks say.
func (t *tx) leased(l org.Lease) (stepRow, error) {
	var rows []heldRow
	err := t.leases([]org.StepID{l.Step}, &rows)
	if err == nil {
		err = t.look()
	}
	if err != nil {
		return stepRow{}, err
	}
	held := heldBy(rows, l)
	if held == nil {
		return stepRow{}, org.ErrLeaseLost
	}
	return held.stepRow, nil
}

// heldColumns are those that matter while a step is worked on and when that
// ends: its long texts do not.
const heldColumns = `seq, id, mission_id, project_id, key, item, title, kind, agent_id, tier, final, critical, state, strikes, attempt,
	crashes, fence, served, started_at, rounds, coalesce(claimed_by, '') AS claimed_by`

// heldRow is a step, of which heldColumns are known. Holder is empty when it is not claimed.
type heldRow struct {
	stepRow
	Holder string `db:"claimed_by"`
	Gated  bool   // whether its founder wants to stop after some step of the project
}

// leases asks for some steps and who holds them. That they must be claimed is
// not asked of the database: a server would go through all claims for it.
func (t *tx) leases(ids []org.StepID, rows *[]heldRow) error {
	among, args := anyOf(t.lang, ids)
	return t.fetch("look for leases", rows, `
		SELECT `+heldColumns+`,
		       (SELECT count(*) FROM gates g WHERE g.project_id = steps.project_id AND g.point = 'post-step' AND g.ended_at IS NULL) > 0 AS gated
		  FROM steps WHERE id `+among, args...)
}

// heldBy is the step of a lease, nil when it does not hold any more.
func heldBy(rows []heldRow, l org.Lease) *heldRow {
	i := slices.IndexFunc(rows, func(r heldRow) bool {
		return r.ID == l.Step && r.Fence == l.Fence && r.Holder == l.Owner && r.Holder != ""
	})
	if i < 0 {
		return nil
	}
	return &rows[i]
}

// Context returns what stands around a step when it is worked on.
func (d *DB) Context(ctx context.Context, id org.StepID) (org.StepContext, error) {
	var c org.StepContext
	err := d.view(ctx, func(q getter) error {
		steps, err := stepsOf(ctx, q, `id = ?`, id)
		if err != nil {
			return err
		}
		if len(steps) == 0 {
			return org.ErrNotFound
		}
		c, err = contextOf(ctx, q, steps[0], d.now())
		return err
	})
	if err != nil {
		return c, fmt.Errorf("read context of %s: %w", id, err)
	}
	return c, nil
}

func contextOf(ctx context.Context, q getter, s org.Step, now time.Time) (c org.StepContext, err error) {
	if c.Project, err = projectOf(ctx, q, s.Project); err != nil {
		return c, err
	}
	m, err := missionOf(ctx, q, s.Mission)
	if err != nil {
		return c, err
	}
	c.Mission = m.mission()
	if err := fromJSON(m.Notes, &c.Plan); err != nil {
		return c, err
	}
	if c.Agent, err = agentOf(ctx, q, s.Agent); err != nil {
		return c, err
	}
	if c.Colleagues, err = agentsOf(ctx, q); err != nil {
		return c, err
	}
	if c.Request, err = requestOf(ctx, q, c.Project.Message); err != nil {
		return c, err
	}
	if c.Directives, err = directivesOf(ctx, q); err != nil {
		return c, err
	}
	if c.Steering, err = steeringOf(ctx, q, s.Project); err != nil {
		return c, err
	}
	notes, err := guidanceOf(ctx, q, `step_id = ?`, string(s.ID))
	if err != nil {
		return c, err
	}
	c.Steering = append(c.Steering, notes...)
	if c.Upstream, err = upstreamOf(ctx, q, s); err != nil {
		return c, err
	}
	if c.Rejections, err = rejectionsBefore(ctx, q, s.ID); err != nil {
		return c, err
	}
	if c.Diagnosis, err = diagnosisOf(ctx, q, s.ID); err != nil {
		return c, err
	}
	if c.Rounds, err = roundsOf(ctx, q, s.ID); err != nil {
		return c, err
	}
	if c.Skills, err = skillsOf(ctx, q); err != nil {
		return c, err
	}
	return c, given(ctx, q, s, now, &c)
}

// given reads the documents, links and lessons that a step is given.
func given(ctx context.Context, q getter, s org.Step, now time.Time, c *org.StepContext) error {
	var err error
	if c.Lessons, err = lessonsFor(ctx, q, s, now); err != nil {
		return err
	}
	if c.Notes, err = notesOf(ctx, q, s.Agent); err != nil {
		return err
	}
	if c.Worked, c.Avoid, err = pastOf(ctx, q, s); err != nil {
		return err
	}
	feedback, n, err := taughtBy(ctx, q, s.Agent)
	if err != nil {
		return err
	}
	if org.Due(n) {
		c.Feedback = feedback
	}
	err = many(ctx, q, &c.URLs, `SELECT url FROM project_links WHERE project_id = ? ORDER BY n`, s.Project)
	if err != nil {
		return fmt.Errorf("read links of %s: %w", s.Project, err)
	}
	var docs []struct {
		ID        org.DocumentID
		Title     string
		URL       string
		Body      string
		FetchedAt int64 `db:"fetched_at"`
	}
	err = many(ctx, q, &docs, `
		SELECT d.id, p.title, p.url, d.body, p.fetched_at
		  FROM project_documents p JOIN documents d ON d.id = p.document_id WHERE p.project_id = ? ORDER BY p.n`, s.Project)
	if err != nil {
		return fmt.Errorf("read documents of %s: %w", s.Project, err)
	}
	for _, d := range docs {
		c.Given = append(c.Given, org.Document{
			ID: d.ID, Title: d.Title, URL: d.URL, Site: "file", Origin: org.OriginAttachment, Text: d.Body, FetchedAt: moment(d.FetchedAt),
		})
	}
	return nil
}

// upstreamOf reads what a step depends on directly; for an assembly, every
// other step of the project in plan order.
func upstreamOf(ctx context.Context, q getter, s org.Step) ([]org.Upstream, error) {
	where, arg := `id IN (SELECT depends_on FROM step_dependencies WHERE step_id = ?)`, string(s.ID)
	if s.Kind == org.KindAssembly {
		where, arg = `project_id = ? AND kind <> 'assembly' AND superseded = 0`, string(s.Project)
	}
	steps, err := stepsOf(ctx, q, where, arg)
	if err != nil {
		return nil, err
	}
	sources, err := sourcesOf(ctx, q, where, arg)
	if err != nil {
		return nil, err
	}
	out := make([]org.Upstream, 0, len(steps))
	for _, u := range steps {
		out = append(out, org.Upstream{
			ID: u.ID, Key: u.Key, Title: u.Title, Phase: u.Phase, Kind: u.Kind, State: u.State, Result: u.Result, Digest: u.Digest,
			Cause: u.Cause, Sources: sources[u.ID], Tier: u.Tier, Served: u.Served, Item: u.Item,
		})
	}
	return out, nil
}

// sourcesOf reads the citations of the steps that a condition on steps
// selects.
func sourcesOf(ctx context.Context, q getter, where string, args ...any) (map[org.StepID][]org.Citation, error) {
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
	}
	err := many(ctx, q, &rows, `
		SELECT step_id, claim, quote, document_id, title, url, start, stop, passage, fetched_at
		  FROM citations WHERE step_id IN (SELECT id FROM steps WHERE `+where+`) ORDER BY step_id, n`, args...)
	if err != nil {
		return nil, fmt.Errorf("read citations: %w", err)
	}
	out := map[org.StepID][]org.Citation{}
	for _, r := range rows {
		out[r.Step] = append(out[r.Step], org.Citation{
			Claim: r.Claim, Quote: r.Quote, Document: r.Document, Title: r.Title, URL: r.URL, Start: r.Start, End: r.Stop,
			Passage: r.Passage, FetchedAt: moment(r.FetchedAt),
		})
	}
	return out, nil
}

// rejectionsBefore reads the feedback of a step's rejected rounds.
func rejectionsBefore(ctx context.Context, q getter, id org.StepID) ([]org.Rejection, error) {
	var rows []struct {
		Round    int
		Reviewer string
		Feedback string
	}
	err := many(ctx, q, &rows, `SELECT round, reviewer, feedback FROM rejections WHERE step_id = ? ORDER BY round`, id)
	if err != nil {
		return nil, fmt.Errorf("read rejections of %s: %w", id, err)
	}
	out := make([]org.Rejection, 0, len(rows))
	for _, r := range rows {
		j := org.Rejection{Round: r.Round, Reviewer: r.Reviewer}
		if err := fromJSON(r.Feedback, &j.Feedback); err != nil {
			return nil, err
		}
		out = append(out, j)
	}
	return out, nil
}
