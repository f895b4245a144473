package code

import (
	"context"
	"fmt"
	"slices"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store/outbox"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// AskShown asks for a service that people look at, and returns it: the one that is there where it is the same, else a new one in the
// place of the one under its name.
func (d *Code) AskShown(ctx context.Context, s coding.Shown) (out coding.Shown, err error) {
	services, err := sqldb.JSONText(s.Services)
	if err != nil {
		return out, err
	}
	err = d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method, t.Wake = "ask-shown", true
		was, err := readShown(t.Ctx, t, `s.repository_id = ? AND s.name = ? AND s.branch = ? AND s.state IN ('asked', 'starting', 'ready')`, s.Of, s.Name, s.Branch)
		if err != nil {
			return err
		}
		s.Reason = "started: none was running"
		for _, w := range was {
			if w.Key == s.Key {
				out = w
				out.Reason = "reused: the same code branch, command and settings"
				return t.Exec(`UPDATE shown_services SET asked_at = ?, reason = ?, transport = ?, channel = ? WHERE id = ?`, t.Now, out.Reason, s.Channel.Transport, s.Channel.ID, w.ID)
			}
			differs := coding.ExplainDifference(w.Service(), s.Service())
			s.Reason = "started: " + differs + " is another than before"
			if err := stopShown(t, w, coding.CauseReplaced, "ended: "+differs+" is another now"); err != nil {
				return err
			}
		}
		id, err := t.NextID("v")
		if err != nil {
			return err
		}
		out = s
		out.ID, out.State, out.AskedAt = coding.ShownID(id), coding.ShownAsked, sqldb.Moment(t.Now)
		err = t.Exec(`
			INSERT INTO shown_services (id, repository_id, name, branch, project_id, step_id, services, reuse_key, state, reason, port, transport, channel, asked_at)
			     VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'asked', ?, ?, ?, ?, ?)`,
			id, s.Of, s.Name, s.Branch, s.Project, s.Step, services, s.Key, s.Reason, s.Port, s.Channel.Transport, s.Channel.ID, t.Now)
		if err != nil {
			return err
		}
		return recordShown(t, out, "Asked for the service")
	})
	return out, sqldb.Wrap("ask for the service "+s.Name, err)
}

func recordShown(t *sqldb.Tx, s coding.Shown, what string) error {
	return t.Event(org.Event{Kind: org.EventRepository, Text: fmt.Sprintf("%s %s of %s (%s): %s", what, s.Name, s.Repository, s.Branch, s.Reason)})
}

// stopShown has whoever has a service end it; one that nobody has ends at once.
func stopShown(t *sqldb.Tx, s coding.Shown, cause coding.ShownCause, reason string) error {
	if s.State == coding.ShownAsked {
		return t.Exec(`UPDATE shown_services SET state = 'stopped', reason = ?, cause = ?, ended_at = ? WHERE id = ?`, reason, cause, t.Now, s.ID)
	}
	return t.Exec(`UPDATE shown_services SET state = 'stopping', reason = ?, cause = ? WHERE id = ?`, reason, cause, s.ID)
}

// StopShown ends a service that people look at. It returns org.ErrNotFound for one that is not known, and org.ErrConflict for one that
// has ended or is about to.
func (d *Code) StopShown(ctx context.Context, id coding.ShownID) (out coding.Shown, err error) {
	err = d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method, t.Wake = "stop-shown", true
		was, err := readShown(t.Ctx, t, `s.id = ?`, id)
		if err != nil {
			return err
		}
		if len(was) == 0 {
			return org.ErrNotFound
		}
		if out = was[0]; !out.State.IsLive() || out.State == coding.ShownStopping {
			return org.ErrConflict
		}
		out.Reason = "ended: you asked for it"
		if err := stopShown(t, out, coding.CausePerson, out.Reason); err != nil {
			return err
		}
		return recordShown(t, out, "Stopped the service")
	})
	return out, sqldb.Wrap("stop the service "+string(id), err)
}

// KeepShown keeps how far a service is that was in one of some states. Who asked is told when it is ready or failed. It returns
// org.ErrConflict where it is in another state by now.
func (d *Code) KeepShown(ctx context.Context, s coding.Shown, from ...coding.ShownState) error {
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "keep-shown"
		was, err := readShown(t.Ctx, t, `s.id = ?`, s.ID)
		if err != nil {
			return err
		}
		if len(was) == 0 || !slices.Contains(from, was[0].State) {
			return org.ErrConflict
		}
		ready, ended := int64(0), int64(0)
		if s.State == coding.ShownReady {
			ready = t.Now
		} else if !s.ReadyAt.IsZero() {
			ready = sqldb.Micros(s.ReadyAt)
		}
		if !s.State.IsLive() {
			ended = t.Now
		}
		err = t.Exec(`
			UPDATE shown_services SET state = ?, reason = ?, cause = ?, commit_sha = ?, machine = ?, owner = ?, port = ?, log_tail = ?, ready_at = ?, ended_at = ? WHERE id = ?`,
			s.State, s.Reason, s.Cause, s.Commit, s.Machine, s.Owner, s.Port, s.Tail, ready, ended, s.ID)
		if err != nil || s.State == coding.ShownStarting || s.State == coding.ShownStopping || s.State == coding.ShownAsked {
			return err
		}
		what := map[coding.ShownState]string{coding.ShownReady: "Started the service", coding.ShownStopped: "Ended the service", coding.ShownFailed: "There is no service"}[s.State]
		if err := recordShown(t, s, what); err != nil || s.State == coding.ShownStopped || was[0].Channel.ID == "" {
			return err
		}
		return outbox.Deliver(t, reports.Delivery{
			Key: fmt.Sprintf("shown:%s:%s:%d", s.ID, s.State, sqldb.Micros(was[0].AskedAt)), Channel: was[0].Channel, Kind: reports.DeliverNotice, Title: "Service",
			Facts: reports.Facts{Repository: &reports.RepositoryFacts{Shown: &s}},
		})
	})
	return sqldb.Wrap("keep the service "+string(s.ID), err)
}

// NoteShown keeps the last that a service said while it runs.
func (d *Code) NoteShown(ctx context.Context, id coding.ShownID, tail string) error {
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "note-shown"
		return t.Exec(`UPDATE shown_services SET log_tail = ? WHERE id = ? AND ended_at = 0`, tail, id)
	})
	return sqldb.Wrap("keep what the service "+string(id)+" says", err)
}

// Shown returns the services that people look at, the newest first, and those that ended last.
func (d *Code) Shown(ctx context.Context) ([]coding.Shown, error) {
	all, err := readShown(ctx, d.db.Read, `r.removed = 0`)
	const most = 50
	return all[:min(len(all), most)], err
}

// ShownDue returns the services of people that have not ended and that a machine has or may have, the oldest first.
func (d *Code) ShownDue(ctx context.Context, machine string) ([]coding.Shown, error) {
	none, err := d.db.Idle(ctx, `SELECT count(*) FROM shown_services WHERE ended_at = 0`)
	if err != nil || none {
		return nil, sqldb.Wrap("look for services", err)
	}
	all, err := readShown(ctx, d.db.Read, `s.ended_at = 0 AND (s.machine = ? OR s.machine = '' AND r.machine IN ('', ?))`, machine, machine)
	slices.Reverse(all)
	return all, err
}

func readShown(ctx context.Context, q sqldb.Getter, where string, args ...any) ([]coding.Shown, error) {
	var rows []struct {
		ID        coding.ShownID
		Of        string `db:"repository_id"`
		Repo      string
		Name      string
		Branch    string
		Project   org.ProjectID `db:"project_id"`
		Step      org.StepID    `db:"step_id"`
		Commit    string        `db:"commit_sha"`
		Services  string
		Key       string `db:"reuse_key"`
		State     coding.ShownState
		Reason    string
		Cause     coding.ShownCause
		Machine   string
		Owner     string
		Port      int
		Tail      string `db:"log_tail"`
		Transport string
		Channel   string
		AskedAt   int64 `db:"asked_at"`
		ReadyAt   int64 `db:"ready_at"`
		EndedAt   int64 `db:"ended_at"`
		Removed   int
		StepOver  int `db:"step_over"`
		WorkOver  int `db:"work_over"`
	}
	err := sqldb.Many(ctx, q, &rows, `
		SELECT s.id, s.repository_id, s.name, s.branch, s.project_id, s.step_id, s.commit_sha, s.services, s.reuse_key, s.state, s.reason, s.cause, s.machine, s.owner, s.port, s.log_tail,
		       s.transport, s.channel, s.asked_at, s.ready_at, s.ended_at, r.name AS repo, r.removed,
		       (SELECT count(*) FROM steps x WHERE x.id = s.step_id AND x.ended_at > s.asked_at) AS step_over,
		       (SELECT count(*) FROM projects x WHERE x.id = s.project_id AND x.ended_at > s.asked_at) AS work_over
		  FROM shown_services s JOIN repositories r ON r.id = s.repository_id WHERE `+where+` ORDER BY s.asked_at DESC, s.id DESC`, args...)
	if err != nil {
		return nil, fmt.Errorf("read services: %w", err)
	}
	out := make([]coding.Shown, 0, len(rows))
	for _, r := range rows {
		s := coding.Shown{
			ID: r.ID, Of: r.Of, Repository: r.Repo, Name: r.Name, Branch: r.Branch, Project: r.Project, Step: r.Step, Commit: r.Commit, Key: r.Key, State: r.State,
			Reason: r.Reason, Cause: r.Cause, Machine: r.Machine, Owner: r.Owner, Port: r.Port, Tail: r.Tail, Channel: org.Channel{Transport: r.Transport, ID: r.Channel}, AskedAt: sqldb.Moment(r.AskedAt),
		}
		if r.ReadyAt > 0 {
			s.ReadyAt = sqldb.Moment(r.ReadyAt)
		}
		if r.EndedAt > 0 {
			s.EndedAt = sqldb.Moment(r.EndedAt)
		}
		if err := sqldb.FromJSON(r.Services, &s.Services); err != nil {
			return nil, err
		}
		life := s.Service().Life
		s.Over = r.Removed > 0 || life != coding.LifeAlways && r.WorkOver > 0 || life == coding.LifeStep && r.StepOver > 0
		out = append(out, s)
	}
	return out, nil
}

// KeepProposals keeps which services the files of a repository propose, in the place of those before.
func (d *Code) KeepProposals(ctx context.Context, repository string, all []coding.Service) error {
	text, err := sqldb.JSONText(sqldb.OrEmpty(all))
	if err != nil {
		return err
	}
	err = d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "keep-proposals"
		return t.Exec(`INSERT INTO proposed_services (repository_id, services, at) VALUES (?, ?, ?)
			ON CONFLICT (repository_id) DO UPDATE SET services = excluded.services, at = excluded.at`, repository, text, t.Now)
	})
	return sqldb.Wrap("keep what "+repository+" proposes", err)
}

// Proposals returns which services the files of repositories propose, by the repositories' ids.
func (d *Code) Proposals(ctx context.Context) (map[string][]coding.Service, error) {
	var rows []struct {
		Repository string `db:"repository_id"`
		Services   string
	}
	if err := sqldb.Many(ctx, d.db.Read, &rows, `SELECT repository_id, services FROM proposed_services ORDER BY repository_id`); err != nil {
		return nil, fmt.Errorf("read what repositories propose: %w", err)
	}
	out := map[string][]coding.Service{}
	for _, r := range rows {
		var all []coding.Service
		if err := sqldb.FromJSON(r.Services, &all); err != nil {
			return nil, err
		}
		out[r.Repository] = all
	}
	return out, nil
}
