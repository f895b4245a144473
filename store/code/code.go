// Package code keeps work on code: repositories, what a step changed, how it
// was tried, and in which order the changes of a project follow each other.
package code

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store/corpus"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Code is this part of an open database. Its methods may be called at once.
type Code struct {
	db *sqldb.DB
}

// New returns the part of a database.
func New(db *sqldb.DB) *Code { return &Code{db: db} }

// AddRepository keeps a repository under a new id, which it returns. A name that is
// taken gives org.ErrConflict.
func (d *Code) AddRepository(ctx context.Context, r coding.Repository) (string, error) {
	checks, err := sqldb.JSONText(sqldb.OrEmpty(r.Checks))
	if err != nil {
		return "", err
	}
	policy, err := sqldb.JSONText(r.Policy)
	if err != nil {
		return "", err
	}
	var id string
	err = d.db.Write(ctx, func(t *sqldb.Tx) (err error) {
		t.Method = "add-repository"
		if id, err = t.NextID("r"); err != nil {
			return err
		}
		n, err := t.Change(`
			INSERT INTO repositories (id, name, kind, source, machine, default_ref, checks, policy, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
			    ON CONFLICT (name) DO NOTHING`, id, r.Name, r.Kind, r.Source, r.Machine, r.Ref, checks, policy, t.Now)
		if err == nil && n == 0 {
			err = org.ErrConflict
		}
		if err != nil {
			return err
		}
		return t.Event(org.Event{Kind: org.EventRepository, Text: "Added the repository " + r.Name})
	})
	return id, sqldb.Wrap("add repository "+r.Name, err)
}

type repositoryRow struct {
	ID        string
	Name      string
	Kind      coding.RepositoryKind
	Source    string
	Machine   string
	Ref       string `db:"default_ref"`
	Checks    string
	Policy    string
	CreatedAt int64 `db:"created_at"`
}

func (r repositoryRow) toRepository() (coding.Repository, error) {
	out := coding.Repository{ID: r.ID, Name: r.Name, Kind: r.Kind, Source: r.Source, Machine: r.Machine, Ref: r.Ref, AddedAt: sqldb.Moment(r.CreatedAt)}
	if err := sqldb.FromJSON(r.Checks, &out.Checks); err != nil {
		return out, err
	}
	return out, sqldb.FromJSON(r.Policy, &out.Policy)
}

const repositoryColumns = `repositories.id, repositories.name, repositories.kind, repositories.source, repositories.machine,
	repositories.default_ref, repositories.checks, repositories.policy, repositories.created_at`

// Repositories returns the repositories that work may begin in, by name.
func (d *Code) Repositories(ctx context.Context) ([]coding.Repository, error) {
	return readRepositories(ctx, d.db.Read, `SELECT `+repositoryColumns+` FROM repositories WHERE removed = 0 ORDER BY name`)
}

func readRepositories(ctx context.Context, q sqldb.Getter, query string, args ...any) ([]coding.Repository, error) {
	var rows []repositoryRow
	if err := sqldb.Many(ctx, q, &rows, query, args...); err != nil {
		return nil, fmt.Errorf("read repositories: %w", err)
	}
	out := make([]coding.Repository, 0, len(rows))
	for _, r := range rows {
		one, err := r.toRepository()
		if err != nil {
			return nil, err
		}
		out = append(out, one)
	}
	return out, nil
}

// Begin gives a project that orders work on code its repository: the one that
// was named, else the one that its words mean. A name that nobody knows, and
// words that mean none or two, leave it without.
//
// It returns the branch of ours that the order seems to go on from without saying where it starts; nil for none.
func Begin(t *sqldb.Tx, p org.ProjectID, m org.Message, text, roadmap string) (*coding.Branch, error) {
	all, err := readRepositories(t.Ctx, t, `SELECT `+repositoryColumns+` FROM repositories WHERE removed = 0 ORDER BY name`)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, r := range all {
		names = append(names, r.Name)
	}
	name := coding.MeantRepository(m.Repository, text, names)
	err = t.Exec(`UPDATE projects SET repository_id = (SELECT id FROM repositories WHERE name = ?) WHERE id = ?`, name, p)
	i := slices.IndexFunc(all, func(r coding.Repository) bool { return r.Name == name })
	if err != nil || i < 0 {
		return nil, err
	}
	m.Base = cmp.Or(m.Base, coding.NameBase(text, roadmap))
	return beginBase(t, p, all[i], m, text)
}

// Of reports whether a project has a repository.
func Of(ctx context.Context, q sqldb.Getter, p org.ProjectID) (bool, error) {
	var n int
	err := sqldb.One(ctx, q, &n, `SELECT count(*) FROM projects WHERE id = ? AND repository_id IS NOT NULL`, p)
	return n > 0, sqldb.Wrap("look for the repository of "+string(p), err)
}

// Plan makes a step one that changes code, of a kind that the order or the plan names.
func Plan(t *sqldb.Tx, id org.StepID, patches []string, kind, from string) error {
	names, err := sqldb.JSONText(sqldb.OrEmpty(patches))
	if err != nil {
		return err
	}
	return t.Exec(`INSERT INTO code_steps (step_id, patches, kind, kind_from) VALUES (?, ?, ?, ?)`, id, names, kind, from)
}

// OrderOf reads what a step is to change; nil for a step that changes no code.
func OrderOf(ctx context.Context, q sqldb.Getter, id org.StepID) (*coding.CodeOrder, error) {
	var rows []struct {
		Patches   string
		Decision  string
		Kind      coding.ChangeKind `db:"change_kind"`
		KindFrom  string            `db:"kind_from"`
		Isolation coding.Isolation
		Project   org.ProjectID `db:"project_id"`
		Title     string
		PushAs    string `db:"pushes_as"`
		Joins     string
		Message   org.MessageID `db:"message_id"`
		repositoryRow
	}
	err := sqldb.Many(ctx, q, &rows, `
		SELECT c.patches, c.decision, c.kind AS change_kind, c.kind_from, c.isolation, s.project_id, projects.title, projects.pushes_as, projects.joins, projects.message_id, `+repositoryColumns+`
		  FROM code_steps c JOIN steps s ON s.id = c.step_id JOIN projects ON projects.id = s.project_id
		  JOIN repositories ON repositories.id = projects.repository_id
		 WHERE c.step_id = ?`, id)
	if err != nil || len(rows) == 0 {
		return nil, sqldb.Wrap("read the code of "+string(id), err)
	}
	r := rows[0]
	o := &coding.CodeOrder{Branch: coding.BranchName(r.Project, r.Title), PushAs: r.PushAs, Isolation: r.Isolation, Kind: coding.NamedKind(r.Kind, r.KindFrom)}
	if o.Placed, err = parsePlacement(r.Decision); err != nil {
		return nil, err
	}
	if o.Repository, err = r.toRepository(); err != nil {
		return nil, err
	}
	o.Join(r.Joins)
	if err := sqldb.FromJSON(r.Patches, &o.Patches); err != nil {
		return nil, err
	}
	if o.Given, err = readGivenFiles(ctx, q, r.Message, o.Patches); err != nil {
		return nil, err
	}
	if o.Merged, err = readMerged(ctx, q, r.Project); err != nil {
		return nil, err
	}
	if o.From, o.Chosen, err = readOrigin(ctx, q, r.Project); err != nil {
		return nil, err
	}
	if o.Push, err = readPush(ctx, q, r.Project); err != nil {
		return nil, err
	}
	if o.Allowed, o.Packages, err = readAllowed(ctx, q, id); err != nil {
		return nil, err
	}
	if o.Reading, err = readingOf(ctx, q, r.Project); err != nil {
		return nil, err
	}
	if o.Rivals, err = readRivals(ctx, q, id); err != nil {
		return nil, err
	}
	o.Seen, err = readSeen(ctx, q, id)
	return o, err
}

// BranchOf reads what a project has merged, and where; nil when that is nothing.
func BranchOf(ctx context.Context, q sqldb.Getter, p org.ProjectID) (*coding.CodeOrder, error) {
	all, err := readMerged(ctx, q, p)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	var row struct {
		Title  string
		PushAs string `db:"pushes_as"`
		Joins  string
		repositoryRow
	}
	err = sqldb.One(ctx, q, &row, `
		SELECT projects.title, projects.pushes_as, projects.joins, `+repositoryColumns+` FROM projects JOIN repositories ON repositories.id = projects.repository_id WHERE projects.id = ?`, p)
	if err != nil {
		return nil, fmt.Errorf("read the repository of %s: %w", p, err)
	}
	o := &coding.CodeOrder{Branch: coding.BranchName(p, row.Title), PushAs: row.PushAs, Merged: all}
	if o.Push, err = readPush(ctx, q, p); err != nil {
		return nil, err
	}
	if o.From, o.Chosen, err = readOrigin(ctx, q, p); err != nil {
		return nil, err
	}
	if o.Repository, err = row.toRepository(); err != nil {
		return nil, err
	}
	o.Join(row.Joins)
	o.Apart, err = isApart(ctx, q, all)
	return o, err
}

// isApart reports whether each change of a branch becomes a pull request of its own, as was decided with the last of them.
func isApart(ctx context.Context, q sqldb.Getter, merged []coding.Commit) (bool, error) {
	p, err := PlacedOf(ctx, q, merged[len(merged)-1].Step)
	return err == nil && p.OpensEach(), err
}

// readGivenFiles reads the files of a message by their names, in the order asked for; those that
// are not there are left out.
func readGivenFiles(ctx context.Context, q sqldb.Getter, m org.MessageID, names []string) ([]org.File, error) {
	var rows []struct {
		Name   string
		SHA256 string
	}
	if err := sqldb.Many(ctx, q, &rows, `SELECT name, sha256 FROM attachments WHERE message_id = ? ORDER BY n`, m); err != nil {
		return nil, fmt.Errorf("read files of %s: %w", m, err)
	}
	var out []org.File
	for _, name := range names {
		for _, r := range rows {
			if r.Name != name {
				continue
			}
			data, err := corpus.BlobOf(ctx, q, r.SHA256)
			if err != nil {
				return nil, err
			}
			out = append(out, org.File{Name: name, Data: data})
			break
		}
	}
	return out, nil
}

func readMerged(ctx context.Context, q sqldb.Getter, p org.ProjectID) ([]coding.Commit, error) {
	var rows []struct {
		N       int
		Step    org.StepID `db:"step_id"`
		Parent  string     `db:"parent_sha"`
		Joins   string     `db:"joins_sha"`
		Tree    string
		ID      string `db:"commit_sha"`
		Patch   string
		Message string
		At      int64
	}
	err := sqldb.Many(ctx, q, &rows, `
		SELECT n, step_id, parent_sha, joins_sha, tree, commit_sha, patch, message, at FROM integration_steps WHERE project_id = ? ORDER BY n`, p)
	if err != nil {
		return nil, fmt.Errorf("read the branch of %s: %w", p, err)
	}
	out := make([]coding.Commit, 0, len(rows))
	for _, r := range rows {
		patch, err := corpus.BlobOf(ctx, q, r.Patch)
		if err != nil {
			return nil, err
		}
		out = append(out, coding.Commit{
			N: r.N, Step: r.Step, Parent: r.Parent, Joins: r.Joins, Tree: r.Tree, ID: r.ID, Patch: patch, Message: r.Message, At: time.Unix(r.At, 0).UTC(),
		})
	}
	return out, nil
}

func checkLease(t *sqldb.Tx, l work.Lease) error {
	var n int
	err := t.Get(&n, `SELECT count(*) FROM steps WHERE id = ? AND fence = ? AND claimed_by = ?`, l.Step, l.Fence, l.Owner)
	if err == nil && n == 0 {
		err = org.ErrLeaseLost
	}
	return err
}

// SaveTrials keeps how a step's change was tried. The last run of a check on a tree in a round counts: whoever takes the step over runs it
// again, and so does one that goes on when the founder has named another check. It returns org.ErrLeaseLost to a
// worker whose claim was taken away.
func (d *Code) SaveTrials(ctx context.Context, l work.Lease, round int, all []coding.Trial) error {
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "save-trials"
		if err := checkLease(t, l); err != nil {
			return err
		}
		for _, x := range all {
			failing, err := sqldb.JSONText(sqldb.OrEmpty(x.Failing))
			if err != nil {
				return err
			}
			missing, err := sqldb.JSONText(sqldb.OrEmpty(x.Missing))
			if err != nil {
				return err
			}
			services, err := sqldb.JSONText(sqldb.OrEmpty(x.Services))
			if err != nil {
				return err
			}
			reason := x.Reason
			if x.Flaky {
				reason = "ran twice, with two results"
			}
			err = t.Exec(`
				INSERT INTO trials (step_id, round, phase, n, name, tree, exit, reason, passed, skipped, failing, missing, services, tail, ms, at)
				VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
				    ON CONFLICT (step_id, round, phase, tree, n) DO UPDATE SET name = excluded.name, exit = excluded.exit, reason = excluded.reason, passed = excluded.passed,
				       skipped = excluded.skipped, failing = excluded.failing, missing = excluded.missing, services = excluded.services, tail = excluded.tail, ms = excluded.ms, at = excluded.at`,
				l.Step, round, x.Phase, x.N, x.Name, x.Tree, x.Exit, reason, x.Passed, x.Skipped, failing, missing, services, x.Tail, x.MS, sqldb.Micros(x.At))
			if err != nil {
				return err
			}
		}
		return nil
	})
	return sqldb.Wrap("save trials of "+string(l.Step), err)
}

// TakeMerge lets a step merge into its project's branch: nobody else does so
// as long as its claim holds. base is the commit that the branch begins
// with when it is new. It returns org.ErrNoWork while another step merges, and
// the commit that the branch is at with the changes that are merged already.
func (d *Code) TakeMerge(ctx context.Context, l work.Lease, base string) (head string, list []coding.Commit, err error) {
	err = d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "take-merge"
		if err := checkLease(t, l); err != nil {
			return err
		}
		o, err := OrderOf(t.Ctx, t, l.Step)
		if err != nil {
			return err
		}
		if o == nil {
			return fmt.Errorf("step %s changes no code: %w", l.Step, org.ErrConflict)
		}
		var project org.ProjectID
		if err := t.Get(&project, `SELECT project_id FROM steps WHERE id = ?`, l.Step); err != nil {
			return err
		}
		err = t.Exec(`
			INSERT INTO integrations (project_id, repository_id, branch, base_sha, head_sha) VALUES (?, ?, ?, ?, ?) ON CONFLICT (project_id) DO NOTHING`,
			project, o.Repository.ID, o.Branch, base, base)
		if err != nil {
			return err
		}
		n, err := t.Change(`
			UPDATE integrations SET merging = ?, fence = ?
			 WHERE project_id = ? AND NOT EXISTS (
			       SELECT 1 FROM steps s WHERE s.id = integrations.merging AND s.id <> ? AND s.fence = integrations.fence
			          AND s.state IN ('in_progress', 'in_review'))`,
			l.Step, l.Fence, project, l.Step)
		if err != nil {
			return err
		}
		if n == 0 {
			return org.ErrNoWork
		}
		list = o.Merged
		return t.Get(&head, `SELECT head_sha FROM integrations WHERE project_id = ?`, project)
	})
	return head, list, sqldb.Wrap("merge "+string(l.Step), err)
}

var errMerge = errors.New("the change does not follow the last one of its branch")

// Finish keeps what a step changed, in the transaction that ends its claim: the
// branch moves from the commit that it was made on and from no other.
func Finish(t *sqldb.Tx, l work.Lease, project org.ProjectID, c coding.Change) error {
	m := c.Merged
	n, err := t.Change(`
		UPDATE integrations SET head_sha = ?, n = n + 1, merging = NULL
		 WHERE project_id = ? AND head_sha = ? AND merging = ? AND fence = ?`, m.ID, project, m.Parent, l.Step, l.Fence)
	if err == nil && n == 0 {
		err = errMerge
	}
	if err != nil {
		return err
	}
	sum, err := corpus.Blob(t, m.Patch)
	if err != nil {
		return err
	}
	err = t.Exec(`
		INSERT INTO integration_steps (project_id, n, step_id, parent_sha, joins_sha, tree, commit_sha, patch, message, at)
		SELECT project_id, n, ?, ?, ?, ?, ?, ?, ?, ? FROM integrations WHERE project_id = ?`,
		l.Step, m.Parent, m.Joins, m.Tree, m.ID, sum, m.Message, m.At.Unix(), project)
	if err != nil {
		return err
	}
	if err := errors.Join(recordArrival(t, l.Step, project), markPush(t, l.Step, project), markCleanup(t, l.Step, project)); err != nil {
		return err
	}
	if sum, err = corpus.Blob(t, c.Patch); err != nil {
		return err
	}
	findings, err := sqldb.JSONText(sqldb.OrEmpty(c.Findings))
	if err != nil {
		return err
	}
	added, deleted := c.Lines()
	return t.Exec(`
		UPDATE code_steps SET base_sha = ?, tree = ?, patch = ?, files = ?, added = ?, deleted = ?, red = ?, findings = ?, proven = ? WHERE step_id = ?`,
		c.Base, c.Tree, sum, len(c.Files), added, deleted, c.Red, findings, c.Kind, l.Step)
}

const waitsForWorker = `state = 'pending' AND held & ` + record.HoldCode + ` <> 0 AND id IN (
		SELECT c.step_id FROM code_steps c JOIN steps s ON s.id = c.step_id JOIN projects p ON p.id = s.project_id
		  JOIN repositories r ON r.id = p.repository_id WHERE r.machine IN (?, ''))`

// CodeWaits reports whether steps wait for a worker which can run code on this machine.
func (d *Code) CodeWaits(ctx context.Context, machine string) (bool, error) {
	none, err := d.db.Idle(ctx, `SELECT count(*) FROM steps WHERE `+waitsForWorker, machine)
	return !none, sqldb.Wrap("look for steps that change code", err)
}

// ReleaseCode lets the steps go on that waited for a worker which can run code on
// this machine, and returns how many.
func (d *Code) ReleaseCode(ctx context.Context, machine string) (int, error) {
	var freed []org.StepID
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "release-code"
		if err := t.All(&freed, `UPDATE steps SET held = held - 64 WHERE `+waitsForWorker+` RETURNING id`, machine); err != nil {
			return err
		}
		for _, id := range freed {
			steps, err := record.StepsOf(t.Ctx, t, `id = ?`, id)
			if err != nil {
				return err
			}
			if len(steps) == 1 && steps[0].Ready() {
				t.Wake = true
				if err := record.StepEvent(t, org.EventStepReady, steps[0], "Ready: "+steps[0].Title); err != nil {
					return err
				}
			}
		}
		return nil
	})
	return len(freed), sqldb.Wrap("let steps that change code go on", err)
}
