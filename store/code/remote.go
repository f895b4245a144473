package code

import (
	"context"
	"fmt"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store/corpus"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// AskRemote asks programs elsewhere for a change, once for each try of a round: asked again it returns what there is, with what was
// handed in. It returns org.ErrLeaseLost to a worker whose claim was taken away.
func (d *Code) AskRemote(ctx context.Context, l work.Lease, a coding.RemoteAsk) (out coding.RemoteAsk, err error) {
	err = d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "ask-remote"
		if err := checkLease(t, l); err != nil {
			return err
		}
		n, err := t.Change(`
			INSERT INTO remote_asks (step_id, round, n, intent, until_at, at) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (step_id, round, n) DO NOTHING`,
			l.Step, a.Round, a.N, string(a.Intent), sqldb.Micros(a.Until), t.Now)
		if err != nil {
			return err
		}
		if n > 0 { // nobody answers the earlier ones any more
			if err := t.Exec(`UPDATE remote_asks SET intent = '' WHERE step_id = ? AND (round < ? OR round = ? AND n < ?)`, l.Step, a.Round, a.Round, a.N); err != nil {
				return err
			}
		}
		all, err := readRemote(t.Ctx, t, `step_id = ? AND round = ? AND n = ?`, l.Step, a.Round, a.N)
		if err != nil || len(all) == 0 {
			return err
		}
		if out = all[0].RemoteAsk; all[0].Sum != "" {
			out.Patch, err = corpus.BlobOf(t.Ctx, t, all[0].Sum)
		}
		return err
	})
	return out, sqldb.Wrap("ask elsewhere for the change of "+string(l.Step), err)
}

// HandIn keeps a change that a program elsewhere made, and has its step go on. The same key of the same token is the same change: then
// again is set. It returns org.ErrNotFound for a step that is none of the token's repository, coding.ErrOver where nothing is asked of it any
// more, org.ErrConflict where something else is asked, and coding.ErrKeyUsed for a key that stood for another change.
func (d *Code) HandIn(ctx context.Context, by org.Token, h coding.Handed, digest string) (again bool, err error) {
	realised, err := sqldb.JSONText(h.Realised)
	if err != nil {
		return false, err
	}
	err = d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "hand-in"
		var known []string
		if err := t.All(&known, `SELECT digest FROM remote_asks WHERE token = ? AND key = ?`, by.Name, h.Key); err != nil {
			return err
		}
		if len(known) > 0 {
			if again = known[0] == digest; !again {
				return coding.ErrKeyUsed
			}
			return nil
		}
		a, s, err := openAsk(t.Ctx, t, by.Repository, h.Step, t.Now)
		switch {
		case err != nil:
			return err
		case a.Name != h.Ask:
			return org.ErrConflict
		}
		sum, err := corpus.Blob(t, []byte(h.Patch))
		if err != nil {
			return err
		}
		err = t.Exec(`UPDATE remote_asks SET token = ?, key = ?, digest = ?, patch = ?, said = ?, realised = ?, handed_at = ?, intent = '' WHERE step_id = ? AND round = ? AND n = ?`,
			by.Name, h.Key, digest, sum, h.Said, realised, t.Now, h.Step, a.Round, a.N)
		if err != nil {
			return err
		}
		if err := t.Exec(`UPDATE steps SET held = held & ~`+record.HoldBackoff+`, run_after = NULL WHERE id = ? AND state = 'pending' AND run_after IS NOT NULL`, h.Step); err != nil {
			return err
		}
		t.Wake = true
		return record.StepEvent(t, org.EventHandedIn, s, fmt.Sprintf("%s handed in a change: %s", by.Name, s.Title))
	})
	return again, sqldb.Wrap("hand in a change of "+string(h.Step), err)
}

// openAsk returns what is asked elsewhere of a step now.
func openAsk(ctx context.Context, q sqldb.Getter, repository string, id org.StepID, now int64) (a coding.RemoteAsk, s org.Step, err error) {
	steps, err := record.StepsOf(ctx, q, `id = ? AND id IN (SELECT step_id FROM code_steps)
		AND project_id IN (SELECT p.id FROM projects p JOIN repositories r ON r.id = p.repository_id WHERE r.name = ?)`, id, repository)
	if err == nil && len(steps) == 0 {
		err = org.ErrNotFound
	}
	if err != nil {
		return a, s, err
	}
	s = steps[0]
	all, err := readRemote(ctx, q, `step_id = ? AND round = ? ORDER BY n DESC`, id, s.Round())
	if err != nil {
		return a, s, err
	}
	if s.State.Ended() || len(all) == 0 || all[0].Answered() || sqldb.Micros(all[0].Until) <= now {
		return a, s, coding.ErrOver
	}
	return all[0].RemoteAsk, s, nil
}

// OpenAsk returns what is asked elsewhere of a step of a repository; the errors are those of HandIn.
func (d *Code) OpenAsk(ctx context.Context, repository string, id org.StepID) (a coding.RemoteAsk, err error) {
	err = d.db.View(ctx, func(q sqldb.Getter) (err error) {
		a, _, err = openAsk(ctx, q, repository, id, d.db.Now().UnixMicro())
		return err
	})
	return a, sqldb.Wrap("read what is asked elsewhere of "+string(id), err)
}

// OpenAsks lists the steps of a repository of which something is asked elsewhere, the oldest first.
func (d *Code) OpenAsks(ctx context.Context, repository string) (out []coding.RemoteAsk, err error) {
	err = d.db.View(ctx, func(q sqldb.Getter) error {
		var steps []org.StepID
		err := sqldb.Many(ctx, q, &steps, `
			SELECT s.id FROM steps s JOIN projects p ON p.id = s.project_id JOIN repositories r ON r.id = p.repository_id
			 WHERE r.name = ? AND s.state IN ('pending', 'in_progress', 'in_review') AND s.id IN (SELECT step_id FROM remote_asks WHERE token = '' AND until_at > ?) ORDER BY s.seq`,
			repository, d.db.Now().UnixMicro())
		for _, id := range steps {
			a, _, err := openAsk(ctx, q, repository, id, d.db.Now().UnixMicro())
			if err == nil {
				out = append(out, a)
			}
		}
		return err
	})
	return out, sqldb.Wrap("list what is asked elsewhere", err)
}

type remoteAsk struct {
	coding.RemoteAsk
	Sum string // of the patch
}

func readRemote(ctx context.Context, q sqldb.Getter, where string, args ...any) ([]remoteAsk, error) {
	var rows []struct {
		Step     org.StepID `db:"step_id"`
		Round    int
		N        int
		Intent   string
		Until    int64 `db:"until_at"`
		Token    string
		Patch    string
		Said     string
		Realised string
		At       int64 `db:"handed_at"`
	}
	err := sqldb.Many(ctx, q, &rows, `SELECT step_id, round, n, intent, until_at, token, coalesce(patch, '') AS patch, said, realised, handed_at FROM remote_asks WHERE `+where, args...)
	if err != nil {
		return nil, fmt.Errorf("read what is asked elsewhere: %w", err)
	}
	out := make([]remoteAsk, 0, len(rows))
	for _, r := range rows {
		a := remoteAsk{Sum: r.Patch, RemoteAsk: coding.RemoteAsk{
			Step: r.Step, Round: r.Round, N: r.N, Name: coding.AskName(r.Step, r.Round, r.N), Intent: []byte(r.Intent), Until: sqldb.Moment(r.Until), By: r.Token, Said: r.Said,
		}}
		if a.Answered() {
			a.At = sqldb.Moment(r.At)
			if err := sqldb.FromJSON(r.Realised, &a.Realised); err != nil {
				return nil, err
			}
		}
		out = append(out, a)
	}
	return out, nil
}

// HandedOf returns the change of a step that was handed in last from elsewhere, without its patch; nil for none.
func HandedOf(ctx context.Context, q sqldb.Getter, id org.StepID) (*coding.RemoteAsk, error) {
	all, err := readRemote(ctx, q, `step_id = ? AND token <> '' ORDER BY round DESC, n DESC LIMIT 1`, id)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	return &all[0].RemoteAsk, nil
}
