package report

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store/ledger"
	"github.com/frasier-cos/frasier/store/outbox"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
	"github.com/frasier-cos/frasier/store/upkeep"
)

const endedShown = 24 * time.Hour

// Status returns everything at a glance as of now: open projects and
// those that ended within a day, what each waits for, the outbox and the
// processes.
func (d *Report) Status(ctx context.Context, now time.Time) (reports.StatusReport, error) {
	var out reports.StatusReport
	err := d.db.View(ctx, func(q sqldb.Getter) error {
		o, err := readSituation(ctx, q, now)
		if err != nil {
			return err
		}
		out.Workers = o.workers
		projects, err := record.ProjectsOf(ctx, q, `projects.state IN ('active', 'paused') OR projects.ended_at > ?`,
			sqldb.Micros(now.Add(-endedShown)))
		if err != nil {
			return err
		}
		out.Projects = make([]reports.ProjectStatus, 0, len(projects))
		for _, p := range projects {
			s, err := o.readStatus(ctx, q, p)
			if err != nil {
				return err
			}
			out.Projects = append(out.Projects, s)
		}
		err = sqldb.One(ctx, q, &out.Messages, `SELECT count(*) FROM messages`)
		if err != nil {
			return fmt.Errorf("count messages: %w", err)
		}
		err = sqldb.One(ctx, q, &out.Unanswered, `SELECT count(*) FROM messages WHERE state = 'received'`)
		if err != nil {
			return fmt.Errorf("count unanswered messages: %w", err)
		}
		if out.Parked, err = listParked(ctx, q, now); err != nil {
			return err
		}
		if out.Searches, err = ledger.SearchMonthOf(ctx, q, now); err != nil {
			return err
		}
		if out.Critics, err = ledger.Unsound(ctx, q); err != nil {
			return err
		}
		return countStatus(ctx, q, &out, now)
	})
	if err != nil {
		return reports.StatusReport{}, fmt.Errorf("status: %w", err)
	}
	return out, nil
}

// listParked says which messages were put aside because they kept ending the process that answered
// them.
func listParked(ctx context.Context, q sqldb.Getter, now time.Time) ([]string, error) {
	var rows []struct {
		ID     org.MessageID
		Reason string
	}
	err := sqldb.Many(ctx, q, &rows, `
		SELECT id, reason FROM messages WHERE state = 'ignored' AND crashes >= ? AND received_at > ? ORDER BY seq`,
		org.MaxCrashes, sqldb.Micros(now.Add(-endedShown)))
	out := []string{}
	for _, r := range rows {
		out = append(out, fmt.Sprintf("message %s was put aside: %s", r.ID, r.Reason))
	}
	return out, err
}

// ProjectStatus returns the status of one project, ended or not, as of now.
func (d *Report) ProjectStatus(ctx context.Context, id org.ProjectID, now time.Time) (reports.ProjectStatus, error) {
	var out reports.ProjectStatus
	err := d.db.View(ctx, func(q sqldb.Getter) error {
		o, err := readSituation(ctx, q, now)
		if err != nil {
			return err
		}
		p, err := record.ProjectOf(ctx, q, id)
		if err != nil {
			return err
		}
		out, err = o.readStatus(ctx, q, p)
		return err
	})
	if err != nil {
		return reports.ProjectStatus{}, fmt.Errorf("status of %s: %w", id, err)
	}
	return out, nil
}

// buildRefusedWhere selects deliveries that Discord did not take three times, or twice while they
// are older than what is shown at once, and that will be tried again.
func buildRefusedWhere(now time.Time) string {
	return fmt.Sprintf(`(state = 'queued' AND (attempts >= 3 OR attempts = 2 AND created_at <= %[1]d) OR state = 'sending' AND (attempts > 3 OR attempts = 3 AND created_at <= %[1]d))`,
		sqldb.Micros(now.Add(-reports.WaitShown)))
}

// readRefused says where what is refused most was to go, and when it is tried next.
func readRefused(ctx context.Context, q sqldb.Getter, out *reports.StatusReport, now time.Time) error {
	if out.Stuck == 0 {
		return nil
	}
	var row struct {
		Channel string
		Next    int64 `db:"next_try"`
	}
	if err := sqldb.One(ctx, q, &row, `SELECT channel, next_try FROM deliveries WHERE `+buildRefusedWhere(now)+` ORDER BY attempts DESC, seq LIMIT 1`); err != nil {
		return err
	}
	out.StuckIn, out.StuckNext = row.Channel, sqldb.Moment(row.Next)
	return nil
}

func countStatus(ctx context.Context, q sqldb.Getter, out *reports.StatusReport, now time.Time) error {
	for _, c := range []struct {
		into  *int
		query string
	}{
		{&out.Queue, `SELECT count(*) FROM steps WHERE ` + record.Ready},
		{&out.Working, `SELECT count(*) FROM steps WHERE state IN ('in_progress', 'in_review')`},
		{&out.Outbox, `SELECT count(*) FROM deliveries WHERE state IN ('queued', 'sending')`},
		{&out.Stuck, `SELECT count(*) FROM deliveries WHERE ` + buildRefusedWhere(now)},
	} {
		if err := sqldb.One(ctx, q, c.into, c.query); err != nil {
			return err
		}
	}
	return countUnparsed(ctx, q, out, now)
}

const unparsedBack = 30 * 24 * time.Hour

// countUnparsed counts the replies that could not be read, by what they were for, beside all calls
// for that.
func countUnparsed(ctx context.Context, q sqldb.Getter, out *reports.StatusReport, now time.Time) error {
	var rows []ledger.CostRow
	since := sqldb.Micros(now.Add(-unparsedBack))
	err := sqldb.Many(ctx, q, &rows, `
		SELECT c.purpose AS name, `+ledger.CostSums+` FROM llm_calls c
		 WHERE c.started_at >= ? AND c.purpose IN (SELECT DISTINCT purpose FROM llm_calls WHERE ghost = 1 AND started_at >= ?)
		 GROUP BY c.purpose ORDER BY unparsed DESC, c.purpose`, since, since)
	out.Unparsed = ledger.Lines(rows, nil)
	return err
}

// situation holds what stands around every project in a status.
type situation struct {
	now     time.Time
	workers []reports.WorkerAge
	working bool // whether a process that works was heard of within a lease's term
}

func readSituation(ctx context.Context, q sqldb.Getter, now time.Time) (situation, error) {
	o := situation{now: now, workers: []reports.WorkerAge{}}
	var rows []struct {
		Holder string
		Role   string
		Seen   int64
	}
	err := sqldb.Many(ctx, q, &rows, `SELECT holder, role, seen FROM workers ORDER BY seen DESC, holder`)
	if err != nil {
		return o, fmt.Errorf("list workers: %w", err)
	}
	for _, r := range rows {
		o.workers = append(o.workers, reports.WorkerAge{Owner: r.Holder, Seen: sqldb.Moment(r.Seen), Role: r.Role})
		o.working = o.working || r.Role != work.RoleBot && now.Sub(sqldb.Moment(r.Seen)) <= org.LeaseTerm
	}
	return o, nil
}

func (o situation) readStatus(ctx context.Context, q sqldb.Getter, p org.Project) (reports.ProjectStatus, error) {
	out := reports.ProjectStatus{Project: p, Steps: map[org.StepState]int{}, Waiting: []string{}, Decisions: []string{}}
	var err error
	if out.Project.Watched, err = upkeep.Watched(ctx, q, p.ID, o.now); err != nil {
		return out, err
	}
	steps, err := record.StepsOf(ctx, q, `project_id = ? AND superseded = 0`, p.ID)
	if err != nil {
		return out, err
	}
	for _, s := range steps {
		if s.Kind != org.KindAssembly { // putting the document together is no step that anybody asked for
			out.Steps[s.State]++
		}
		if s.Ready() {
			out.Ready++
		}
	}
	if out.Spent, err = sumProjectCosts(ctx, q, p.ID); err != nil {
		return out, fmt.Errorf("sum costs of %s: %w", p.ID, err)
	}
	out.Spent.Name = p.Title
	if out.Cap, err = ledger.CapOf(ctx, q, p.ID); err != nil {
		return out, err
	}
	err = sqldb.Many(ctx, q, &out.Decisions, `
		SELECT body FROM escalations WHERE project_id = ? AND state = 'open' ORDER BY created_at, length(id), id`, p.ID)
	if err != nil {
		return out, fmt.Errorf("list escalations of %s: %w", p.ID, err)
	}
	err = sqldb.One(ctx, q, &out.Asked, `
		SELECT count(DISTINCT s.id) FROM escalations e JOIN steps s ON s.id = e.step_id
		 WHERE e.project_id = ? AND e.state = 'open' AND s.state = 'failed' AND s.superseded = 0 AND s.kind <> 'assembly'`, p.ID)
	if err != nil {
		return out, fmt.Errorf("count what is asked about of %s: %w", p.ID, err)
	}
	if !p.State.Ended() {
		if out.Waiting, err = o.listWaits(ctx, q, p, steps); err != nil {
			return out, err
		}
	}
	unsent, err := listUnsent(ctx, q, p.ID, o.now)
	out.Waiting = append(out.Waiting, unsent...)
	return out, err
}

// listWaits says of everything in an open project that has not ended what it waits for, a sentence
// each.
func (o situation) listWaits(ctx context.Context, q sqldb.Getter, p org.Project, steps []org.Step) ([]string, error) {
	out := []string{}
	if p.State == org.ProjectPaused {
		out = append(out, "the project is paused until you resume it")
	}
	planning, err := o.describePlanning(ctx, q, p.ID)
	if err != nil {
		return nil, err
	}
	out = append(out, planning...)
	since, err := readClaimStarts(ctx, q, p.ID)
	if err != nil {
		return nil, err
	}
	all := indexSteps(steps)
	for _, s := range steps {
		if s.State.Ended() {
			continue
		}
		out = append(out, fmt.Sprintf("%q %s", s.Title, o.describeStep(s, all, since[s.ID])))
	}
	return out, nil
}

// cappedMission selects the scope of the cap that left no room for a mission's planning, empty for
// none.
const cappedMission = `
	coalesce((SELECT max(c.scope) FROM cap_stops c
	           WHERE c.scope = 'mission' AND c.subject = missions.id
	              OR c.scope IN ('day', 'month', 'project') AND c.project_id IN ('', missions.project_id)), '')`

func (o situation) describePlanning(ctx context.Context, q sqldb.Getter, p org.ProjectID) ([]string, error) {
	var rows []struct {
		Label      string
		Tries      int
		Gated      bool
		Cap        string         // of the founder's, that does not cover its planning
		RunAfter   int64          `db:"run_after"`
		ClaimedBy  sql.NullString `db:"claimed_by"`
		ClaimUntil sql.NullInt64  `db:"claim_until"`
	}
	err := sqldb.Many(ctx, q, &rows, `
		SELECT label, tries, gated, run_after, claimed_by, claim_until, `+cappedMission+` AS cap
		  FROM missions
		 WHERE project_id = ? AND state = 'planning'`, p)
	if err != nil {
		return nil, fmt.Errorf("read planning of %s: %w", p, err)
	}
	var out []string
	for _, r := range rows {
		switch {
		case r.Gated:
			out = append(out, fmt.Sprintf("%q waits for your approval before it is planned", r.Label))
		case r.ClaimedBy.Valid && sqldb.NullMoment(r.ClaimUntil).After(o.now):
			out = append(out, fmt.Sprintf("%q is being planned", r.Label))
		case sqldb.Moment(r.RunAfter).After(o.now) && r.Cap != "":
			out = append(out, fmt.Sprintf("%q is not planned yet: your cap for the %s is reached. Raise it or take it away with `budget`", r.Label, r.Cap))
		case sqldb.Moment(r.RunAfter).After(o.now):
			out = append(out, fmt.Sprintf("%q waits until %s to be planned again (try %d)", r.Label, formatClock(sqldb.Moment(r.RunAfter)), r.Tries+1))
		case !o.working:
			out = append(out, fmt.Sprintf("%q waits to be planned, and no worker is running", r.Label))
		default:
			out = append(out, fmt.Sprintf("%q waits to be planned", r.Label))
		}
	}
	return out, nil
}

func readClaimStarts(ctx context.Context, q sqldb.Getter, p org.ProjectID) (map[org.StepID]time.Time, error) {
	var rows []struct {
		ID    org.StepID
		Since int64 `db:"claimed_at"`
	}
	err := sqldb.Many(ctx, q, &rows, `
		SELECT id, claimed_at FROM steps WHERE project_id = ? AND state IN ('in_progress', 'in_review')`, p)
	if err != nil {
		return nil, fmt.Errorf("read claims of %s: %w", p, err)
	}
	out := map[org.StepID]time.Time{}
	for _, r := range rows {
		out[r.ID] = sqldb.Moment(r.Since)
	}
	return out, nil
}

// sendingTime bounds how long a delivery may be on its way before a status names it: it waits some
// seconds for its last form, and a chat server takes some.
const sendingTime = 15 * time.Second

// listUnsent says what of a project the founder has not been told as of now.
func listUnsent(ctx context.Context, q sqldb.Getter, p org.ProjectID, now time.Time) ([]string, error) {
	var rows []struct {
		outbox.DeliveryRow
		Held bool
		Late bool
	}
	// A delivery waits some seconds for its last form; longer only for the end of quiet hours.
	err := sqldb.Many(ctx, q, &rows, `
		SELECT id, kind, transport, state, attempts, reason, hold_until > created_at + 60000000 AS held, created_at <= ? AS late FROM deliveries
		 WHERE project_id = ? AND state <> 'sent' ORDER BY seq`, sqldb.Micros(now.Add(-sendingTime)), p)
	if err != nil {
		return nil, fmt.Errorf("list deliveries of %s: %w", p, err)
	}
	var out []string
	for _, r := range rows {
		switch {
		case r.State == org.DeliveryAbandoned:
			out = append(out, fmt.Sprintf("the %s %s could not be sent to %s: %s", r.Kind, r.ID, r.Transport, r.Reason))
		case r.Reason != "":
			out = append(out, fmt.Sprintf("the %s %s is not sent to %s yet, after %s: %s", r.Kind, r.ID, r.Transport, prose.CountOf(r.Attempts, "try", "tries"), r.Reason))
		case r.Held:
			out = append(out, fmt.Sprintf("the %s %s is sent when your quiet hours end", r.Kind, r.ID))
		case r.Late:
			out = append(out, fmt.Sprintf("the %s %s is not sent to %s yet", r.Kind, r.ID, r.Transport))
		}
	}
	return out, nil
}
