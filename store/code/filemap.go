package code

import (
	"context"
	"fmt"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// KeepMap keeps what a repository holds, in the place of what was known of it.
func (d *Code) KeepMap(ctx context.Context, repository string, m coding.FileMap) error {
	body, err := sqldb.JSONText(m)
	if err != nil {
		return err
	}
	err = d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "keep-map"
		return t.Exec(`
			INSERT INTO code_maps (repository_id, commit_sha, body, at)
			SELECT id, ?, ?, ? FROM repositories WHERE id = ? AND removed = 0
			    ON CONFLICT (repository_id) DO UPDATE SET commit_sha = excluded.commit_sha, body = excluded.body, at = excluded.at`,
			m.Commit, body, sqldb.Micros(m.Made), repository)
	})
	return sqldb.Wrap("keep the map of "+repository, err)
}

// MappedCommit returns the commit of which a repository's map was made; empty where there is none.
func (d *Code) MappedCommit(ctx context.Context, repository string) (string, error) {
	var commit string
	err := sqldb.One(ctx, d.db.Read, &commit, `SELECT commit_sha FROM code_maps WHERE repository_id = ?`, repository)
	if sqldb.NoRow(err) {
		return "", nil
	}
	return commit, sqldb.Wrap("look for the map of "+repository, err)
}

// Unmapped returns the repositories that a machine can read and of which there is no map.
func (d *Code) Unmapped(ctx context.Context, machine string) ([]coding.Repository, error) {
	const missing = ` FROM repositories WHERE removed = 0 AND machine IN ('', ?) AND id NOT IN (SELECT repository_id FROM code_maps)`
	none, err := d.db.Idle(ctx, `SELECT count(*)`+missing, machine)
	if err != nil || none {
		return nil, sqldb.Wrap("look for repositories without a map", err)
	}
	return readRepositories(ctx, d.db.Read, `SELECT `+repositoryColumns+missing+` ORDER BY name`, machine)
}

// SketchOf returns what of a project's repository concerns an order; nil where the project has none, or nobody has looked at it yet.
func SketchOf(ctx context.Context, q sqldb.Getter, p org.ProjectID, order string) (*coding.Sketch, error) {
	known, err := readRepositories(ctx, q, `SELECT `+repositoryColumns+` FROM repositories WHERE id = (SELECT repository_id FROM projects WHERE id = ?)`, p)
	if err != nil || len(known) == 0 {
		return nil, err
	}
	var row struct {
		Body string
		At   int64
	}
	err = sqldb.One(ctx, q, &row, `SELECT body, at FROM code_maps WHERE repository_id = ?`, known[0].ID)
	if sqldb.NoRow(err) {
		return nil, nil //nolint:nilnil // none is no error
	}
	if err != nil {
		return nil, fmt.Errorf("read the map of %s: %w", known[0].ID, err)
	}
	var m coding.FileMap
	if err := sqldb.FromJSON(row.Body, &m); err != nil {
		return nil, err
	}
	m.Made = sqldb.Moment(row.At)
	tried, err := readEnvironments(ctx, q, `WHERE repository_id = ?`, known[0].ID)
	if err != nil {
		return nil, err
	}
	s := m.For(known[0], order)
	var checks []coding.CheckState
	for _, e := range tried {
		checks = e.Checks
	}
	s.Checks = coding.DescribeTried(known[0].Checks, checks)
	return &s, nil
}
