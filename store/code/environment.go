package code

import (
	"context"
	"fmt"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store/outbox"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// AskEnvironment has a worker make the environment of a repository and try its checks. Whoever asked is told what came of it.
func (d *Code) AskEnvironment(ctx context.Context, e coding.Environment) error {
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "ask-environment"
		t.Wake = true
		again := 0
		if e.Again {
			again = 1
		}
		return t.Exec(`
			INSERT INTO environments (repository_id, state, transport, channel, again, at) VALUES (?, 'due', ?, ?, ?, ?)
			    ON CONFLICT (repository_id) DO UPDATE SET state = 'due', transport = excluded.transport, channel = excluded.channel, again = excluded.again, at = excluded.at`,
			e.Repository, e.Asked.Transport, e.Asked.ID, again, t.Now)
	})
	return sqldb.Wrap("ask for the environment of "+e.Repository, err)
}

// CancelEnvironment calls off what is made of a repository's environment. It returns org.ErrConflict when nothing is under way.
func (d *Code) CancelEnvironment(ctx context.Context, repository string) error {
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "cancel-environment"
		n, err := t.Change(`UPDATE environments SET state = 'cancelled', at = ? WHERE repository_id = ? AND state IN ('due', 'working')`, t.Now, repository)
		if err == nil && n == 0 {
			err = org.ErrConflict
		}
		return err
	})
	return sqldb.Wrap("call off the environment of "+repository, err)
}

// KeepEnvironment keeps how far the environment of a repository is. Who asked for it is told when it is tried or failed. It returns
// org.ErrConflict for one that was called off meanwhile, or asked for anew where its At says when it was asked for.
func (d *Code) KeepEnvironment(ctx context.Context, e coding.Environment) error {
	setup, err := sqldb.JSONText(e.Setup)
	if err != nil {
		return err
	}
	checks, err := sqldb.JSONText(sqldb.OrEmpty(e.Checks))
	if err != nil {
		return err
	}
	err = d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "keep-environment"
		was, err := readEnvironments(t.Ctx, t, `WHERE repository_id = ?`, e.Repository)
		if err != nil {
			return err
		}
		if len(was) > 0 && isOvertaken(e, was[0]) {
			return org.ErrConflict
		}
		err = t.Exec(`
			INSERT INTO environments (repository_id, machine, state, commit_sha, setup, checks, why, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
			    ON CONFLICT (repository_id) DO UPDATE SET machine = excluded.machine, state = excluded.state, commit_sha = excluded.commit_sha,
			       setup = excluded.setup, checks = excluded.checks, why = excluded.why, at = excluded.at`,
			e.Repository, e.Machine, e.State, e.Commit, setup, checks, e.Why, t.Now)
		if err != nil || e.State == coding.EnvironmentWorking || len(was) == 0 || was[0].Asked.ID == "" {
			return err
		}
		if err := t.Exec(`UPDATE environments SET transport = '', channel = '', again = 0 WHERE repository_id = ?`, e.Repository); err != nil {
			return err
		}
		known, err := readRepositories(t.Ctx, t, `SELECT `+repositoryColumns+` FROM repositories WHERE id = ?`, e.Repository)
		if err != nil || len(known) == 0 {
			return err
		}
		return outbox.Deliver(t, reports.Delivery{
			Key: fmt.Sprintf("environment:%s:%d", e.Repository, sqldb.Micros(was[0].At)), Channel: was[0].Asked, Kind: reports.DeliverNotice, Title: "Repository",
			Facts: reports.Facts{Repository: &reports.RepositoryFacts{Source: known[0].Source, Repository: known[0], Environment: &e}},
		})
	})
	return sqldb.Wrap("keep the environment of "+e.Repository, err)
}

// isOvertaken reports whether somebody called off or asked anew what is to be kept.
func isOvertaken(e, was coding.Environment) bool {
	if e.State != coding.EnvironmentWorking && was.State == coding.EnvironmentCancelled {
		return true
	}
	return !e.At.IsZero() && was.State == coding.EnvironmentDue && !was.At.Equal(e.At)
}

// Environments returns what is known of the environments of all repositories, by the repositories' ids.
func (d *Code) Environments(ctx context.Context) (map[string]coding.Environment, error) {
	all, err := readEnvironments(ctx, d.db.Read, `WHERE repository_id IN (SELECT id FROM repositories WHERE removed = 0)`)
	out := map[string]coding.Environment{}
	for _, e := range all {
		out[e.Repository] = e
	}
	return out, err
}

// EnvironmentsDue returns the environments that a machine is to make, the oldest first.
func (d *Code) EnvironmentsDue(ctx context.Context, machine string) ([]coding.Environment, error) {
	none, err := d.db.Idle(ctx, `SELECT count(*) FROM environments WHERE state = 'due'`)
	if err != nil || none {
		return nil, sqldb.Wrap("look for environments to make", err)
	}
	return readEnvironments(ctx, d.db.Read, `WHERE state = 'due' AND repository_id IN (SELECT id FROM repositories WHERE removed = 0 AND machine IN ('', ?))`, machine)
}

func readEnvironments(ctx context.Context, q sqldb.Getter, where string, args ...any) ([]coding.Environment, error) {
	var rows []struct {
		Repository string `db:"repository_id"`
		Machine    string
		State      coding.EnvironmentState
		Transport  string
		Channel    string
		Again      int
		Commit     string `db:"commit_sha"`
		Setup      string
		Checks     string
		Why        string
		At         int64
	}
	err := sqldb.Many(ctx, q, &rows, `
		SELECT repository_id, machine, state, transport, channel, again, commit_sha, setup, checks, why, at FROM environments `+where+` ORDER BY at, repository_id`, args...)
	if err != nil {
		return nil, fmt.Errorf("read environments: %w", err)
	}
	out := make([]coding.Environment, 0, len(rows))
	for _, r := range rows {
		e := coding.Environment{
			Repository: r.Repository, Machine: r.Machine, State: r.State, Asked: org.Channel{Transport: r.Transport, ID: r.Channel}, Again: r.Again > 0,
			Commit: r.Commit, Why: r.Why, At: sqldb.Moment(r.At),
		}
		if err := sqldb.FromJSON(r.Setup, &e.Setup); err != nil {
			return nil, err
		}
		if err := sqldb.FromJSON(r.Checks, &e.Checks); err != nil {
			return nil, err
		}
		out = append(out, e)
	}
	return out, nil
}
