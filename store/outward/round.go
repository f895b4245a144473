package outward

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/store/sqldb"
)

type remarkRow struct {
	ID        outward.RemarkID
	Place     string
	Number    int
	Key       string
	Kind      outward.RemarkKind
	State     outward.RemarkState
	By        string `db:"said_by"`
	AllowedBy string `db:"allowed_by"`
	Part      string
	Commit    string `db:"at_commit"`
	Body      string
	Project   *org.ProjectID `db:"project_id"`
	Item      string
	At        int64
}

const remarkColumns = `k.id, k.place, k.number, k.key, k.kind, k.state, k.said_by, k.allowed_by, k.part, k.at_commit, k.body, k.project_id, k.item, k.at`

func (r remarkRow) toRemark() (outward.KeptRemark, error) {
	k := outward.KeptRemark{
		ID: r.ID, Place: r.Place, Number: r.Number, Key: r.Key, Kind: r.Kind, State: r.State, By: r.By, AllowedBy: r.AllowedBy, Part: r.Part, Commit: r.Commit, Item: r.Item, At: sqldb.Moment(r.At),
	}
	if r.Project != nil {
		k.Project = *r.Project
	}
	return k, json.Unmarshal([]byte(r.Body), &k.Spoken)
}

func readRemarks(ctx context.Context, q sqldb.Getter, where string, args ...any) ([]outward.KeptRemark, error) {
	var rows []remarkRow
	if err := sqldb.Many(ctx, q, &rows, `SELECT `+remarkColumns+` FROM remarks k WHERE `+where, args...); err != nil {
		return nil, err
	}
	out := make([]outward.KeptRemark, 0, len(rows))
	for _, r := range rows {
		k, err := r.toRemark()
		if err != nil {
			return nil, fmt.Errorf("read the remark %s: %w", r.ID, err)
		}
		out = append(out, k)
	}
	return out, nil
}

// NoteRemarks keeps what was said of a pull request, each once, however often it is read. Failing checks, and conflicts with its base, are due until
// they were mended as often as they may be without a founder; then they are shown, as is what somebody said who may not order. What a person ordered is due.
func (d *Outward) NoteRemarks(ctx context.Context, p outward.PullRequest, all []outward.KeptRemark) error {
	if len(all) == 0 {
		return nil
	}
	return sqldb.Wrap("note what is said of "+p.Name(), d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "note-remarks"
		var rounds int
		for _, k := range all {
			err := t.Get(&rounds, `SELECT count(DISTINCT project_id) FROM remarks WHERE place = ? AND number = ? AND kind = ? AND allowed_by = ''`, p.Place, p.Number, k.Kind)
			if err != nil {
				return err
			}
			var n int
			if err := t.Get(&n, `SELECT count(*) FROM remarks WHERE place = ? AND number = ? AND key = ?`, p.Place, p.Number, k.Key); err != nil {
				return err
			}
			if n > 0 {
				continue
			}
			if k.Kind != outward.SaidByOne && rounds >= outward.RoundsMost {
				k.State = outward.RemarkShown
			}
			if err := insertRemark(t, p, k); err != nil {
				return err
			}
		}
		return nil
	}))
}

// Remarks lists what was said of a pull request, the oldest first.
func (d *Outward) Remarks(ctx context.Context, p outward.PullRequest) ([]outward.KeptRemark, error) {
	out, err := readRemarks(ctx, d.db.Read, `k.place = ? AND k.number = ? ORDER BY k.at, k.id`, p.Place, p.Number)
	return out, sqldb.Wrap("read what was said of "+p.Name(), err)
}

func insertRemark(t *sqldb.Tx, p outward.PullRequest, k outward.KeptRemark) error {
	minted, err := t.NextID("k")
	if err != nil {
		return err
	}
	body, err := json.Marshal(k.Spoken)
	if err != nil {
		return err
	}
	err = t.Exec(`INSERT INTO remarks (id, place, number, key, kind, state, said_by, part, at_commit, body, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		minted, p.Place, p.Number, k.Key, k.Kind, k.State, k.By, k.Part, k.Commit, string(body), t.Now)
	if err != nil {
		return err
	}
	t.Wake = true
	if k.State != outward.RemarkShown {
		return nil
	}
	kind := outward.NewsRemark
	switch k.Kind {
	case outward.SaidByCheck:
		kind = outward.NewsEnough
	case outward.SaidByBase:
		kind = outward.NewsMoved
	case outward.SaidByOne:
	}
	data := map[string]string{"pull": p.Name(), "link": k.Spoken.Link, "news": string(kind), "what": k.Spoken.Text, "by": k.By, "remark": minted}
	return t.Event(org.Event{Kind: org.EventPull, Project: p.Project, Text: "Something was said of " + p.Name() + " by " + k.By, Data: data})
}

// TakeRemark has what was shown be settled, as a founder orders it. Said twice it is the same. It returns org.ErrNotFound for a remark that is not
// known, and org.ErrConflict for one that orders nothing.
func (d *Outward) TakeRemark(ctx context.Context, id outward.RemarkID, who string) (outward.KeptRemark, error) {
	var out outward.KeptRemark
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "take-remark"
		all, err := readRemarks(t.Ctx, t, `k.id = ?`, id)
		if err == nil && len(all) == 0 {
			err = org.ErrNotFound
		}
		if err != nil {
			return err
		}
		switch out = all[0]; out.State {
		case outward.RemarkDue, outward.RemarkTaken:
			return nil
		case outward.RemarkLeft:
			return org.ErrConflict
		case outward.RemarkShown:
		}
		out.State, out.AllowedBy, t.Wake = outward.RemarkDue, who, true
		return t.Exec(`UPDATE remarks SET state = 'due', allowed_by = ? WHERE id = ?`, who, id)
	})
	return out, sqldb.Wrap("take the remark "+string(id), err)
}

// chainOf are the project of a pull request and those that went on with it.
const chainOf = `(c.id = s.project_id OR c.continues = s.project_id)`

// RoundsDue lists what is to be settled next of each open pull request at which nothing is under way: what a person said before what its base and checks say.
func (d *Outward) RoundsDue(ctx context.Context) ([]outward.DueRound, error) {
	idle, err := d.db.Idle(ctx, `SELECT count(*) FROM remarks WHERE state = 'due'`)
	if err != nil || idle {
		return nil, sqldb.Wrap("look for what is to be settled", err)
	}
	var out []outward.DueRound
	err = d.db.View(ctx, func(q sqldb.Getter) error {
		pulls, err := readPulls(ctx, q, `s.state = 'open' AND EXISTS (SELECT 1 FROM remarks k WHERE k.place = s.place AND k.number = s.number AND k.state = 'due')
			AND NOT EXISTS (SELECT 1 FROM projects c LEFT JOIN integrations g ON g.project_id = c.id WHERE `+chainOf+` AND (c.state IN ('active', 'paused') OR g.push = 'due'))
			ORDER BY a.at, a.id`)
		if err != nil {
			return err
		}
		for _, p := range pulls {
			r, err := readRound(ctx, q, p)
			if err != nil {
				return err
			}
			out = append(out, r)
		}
		return nil
	})
	return out, sqldb.Wrap("list what is to be settled", err)
}

func readRound(ctx context.Context, q sqldb.Getter, p outward.PullRequest) (outward.DueRound, error) {
	r := outward.DueRound{Pull: p, Root: p.Project}
	if err := readOurs(ctx, q, &r.Pull); err != nil {
		return r, err
	}
	var row struct {
		Title      string
		Repository string
		Transport  string
		Channel    string
		Newest     org.ProjectID
		Rounds     int
	}
	err := sqldb.One(ctx, q, &row, `
		SELECT s.title, coalesce(r.name, '') AS repository, s.transport, s.channel,
		       coalesce((SELECT c.id FROM projects c JOIN integrations g ON g.project_id = c.id WHERE (c.id = s.id OR c.continues = s.id AND c.continues_pull IN ('', ?)) AND g.n > 0 AND g.push = 'there' ORDER BY c.created_at DESC, c.id DESC LIMIT 1), '') AS newest,
		       (SELECT count(DISTINCT k.project_id) FROM remarks k WHERE k.place = ? AND k.number = ? AND k.kind = 'check') AS rounds
		  FROM projects s LEFT JOIN repositories r ON r.id = s.repository_id AND r.removed = 0 WHERE s.id = ?`, p.Action, p.Place, p.Number, p.Project)
	if err != nil {
		return r, err
	}
	r.Title, r.Repository, r.On, r.Before = row.Title, row.Repository, row.Newest, row.Rounds
	r.Channel = org.Channel{Transport: row.Transport, ID: row.Channel}
	var kinds []string
	err = sqldb.Many(ctx, q, &kinds, `
		SELECT DISTINCT x.proven FROM code_steps x JOIN integration_steps i ON i.step_id = x.step_id JOIN projects c ON c.id = i.project_id WHERE (c.id = ? AND ? IN ('', i.step_id) OR c.continues = ? AND c.continues_pull IN ('', ?)) AND x.proven <> '' ORDER BY x.proven`,
		p.Project, p.Step, p.Project, p.Action)
	if err != nil {
		return r, err
	}
	if len(kinds) == 1 {
		r.Kind = kinds[0]
	}
	all, err := readRemarks(ctx, q, `k.place = ? AND k.number = ? AND k.state = 'due' ORDER BY CASE k.kind WHEN 'review' THEN 0 WHEN 'base' THEN 1 ELSE 2 END, k.at, k.id`, p.Place, p.Number)
	for _, k := range all {
		if k.Part == all[0].Part {
			r.Remarks = append(r.Remarks, k)
		}
	}
	return r, err
}

// LeaveRemarks ends what is to be settled no more, such as checks of a commit that others followed.
func (d *Outward) LeaveRemarks(ctx context.Context, all []outward.KeptRemark) error {
	return sqldb.Wrap("leave remarks", d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "leave-remarks"
		for _, k := range all {
			if err := t.Exec(`UPDATE remarks SET state = 'left' WHERE id = ? AND state = 'due'`, k.ID); err != nil {
				return err
			}
		}
		return nil
	}))
}

// BeginRound starts the project that settles what was said, on the branch of the pull request. It returns org.ErrConflict where something is
// under way there, or somebody else began it.
func (d *Outward) BeginRound(ctx context.Context, b outward.RoundBegin) (org.ProjectID, error) {
	var p org.ProjectID
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "begin-round"
		var busy int
		err := t.Get(&busy, `SELECT count(*) FROM projects c LEFT JOIN integrations g ON g.project_id = c.id WHERE (c.id = ? OR c.continues = ?) AND (c.state IN ('active', 'paused') OR g.push = 'due')`,
			b.Due.Root, b.Due.Root)
		if err != nil {
			return err
		}
		for _, k := range b.Due.Remarks {
			var due int
			if err := t.Get(&due, `SELECT count(*) FROM remarks WHERE id = ? AND state = 'due'`, k.ID); err != nil {
				return err
			}
			busy += 1 - due
		}
		if busy > 0 {
			return org.ErrConflict
		}
		if p, err = openRound(t, b); err != nil {
			return err
		}
		for _, k := range b.Due.Remarks {
			if err := t.Exec(`UPDATE remarks SET state = 'taken', project_id = ?, item = ? WHERE id = ?`, p, b.Items[k.ID], k.ID); err != nil {
				return err
			}
		}
		t.Wake = true
		return recordPull(t, b.Due.Pull, outward.PullNews{Kind: outward.NewsRound, What: b.Reply})
	})
	return p, sqldb.Wrap("settle what is said of "+b.Due.Pull.Name(), err)
}

func openRound(t *sqldb.Tx, b outward.RoundBegin) (org.ProjectID, error) {
	p, err := openProject(t, opening{
		origin: org.IssueOrigin + b.Due.Pull.Name() + ":" + string(b.Due.Remarks[0].ID), about: "the pull request " + b.Due.Pull.Name(), by: "pull:" + b.Due.Pull.Name(), channel: b.Due.Channel,
		repository: b.Due.Repository, base: b.Due.On, text: b.Text, project: b.Project, most: b.Cap, reply: b.Reply,
	})
	if err != nil {
		return "", err
	}
	return p, t.Exec(`UPDATE projects SET continues = ?, continues_pull = ?, pushes_as = ?, joins = ? WHERE id = ?`, b.Due.Root, b.Due.Pull.Action, b.Due.Pull.Branch, b.Joins, p)
}

// RepliesDue lists what people said that is settled at its forge and not answered yet.
func (d *Outward) RepliesDue(ctx context.Context) ([]outward.DueReply, error) {
	var rows []struct {
		remarkRow
		Action     outward.ActionID `db:"action_id"`
		Repository string
		Settled    string
	}
	err := sqldb.Many(ctx, d.db.Read, &rows, `
		SELECT `+remarkColumns+`, s.action_id, r.name AS repository, i.commit_sha AS settled
		  FROM remarks k JOIN pulls s ON s.place = k.place AND s.number = k.number JOIN integrations g ON g.project_id = k.project_id AND g.push = 'there'
		  JOIN steps x ON x.project_id = k.project_id AND x.item = k.item JOIN integration_steps i ON i.project_id = k.project_id AND i.step_id = x.id
		  JOIN repositories r ON r.id = g.repository_id
		 WHERE k.kind = 'review' AND k.state = 'taken' AND NOT EXISTS (SELECT 1 FROM actions a WHERE a.key = 'tell_remark:' || k.id) ORDER BY k.at, k.id`)
	if err != nil {
		return nil, sqldb.Wrap("list what is to be answered", err)
	}
	var out []outward.DueReply
	for _, r := range rows {
		k, err := r.toRemark()
		if err != nil {
			return nil, fmt.Errorf("read the remark %s: %w", r.ID, err)
		}
		pulls, err := readPulls(ctx, d.db.Read, `a.id = ?`, r.Action)
		if err != nil || len(pulls) == 0 {
			return nil, sqldb.Wrap("read the pull request of "+string(r.ID), err)
		}
		out = append(out, outward.DueReply{Remark: k, Pull: pulls[0], Repository: r.Repository, Commit: r.Settled})
	}
	return out, nil
}

// opening is a project that somebody else's program orders.
type opening struct {
	origin     string // what ordered it, named once
	about      string
	by         string
	channel    org.Channel
	repository string
	base       org.ProjectID // on whose branch it starts; empty where its words say
	text       string
	matter     string // of others, which orders nothing; empty for none
	project    org.NewProject
	most       org.NanoUSD
	reply      string
	card       org.Card
}

// keepNudges bounds how long a delivery is remembered, so that its repetition is noticed.
const keepNudges = 7 * 24 * time.Hour

// Nudge makes a repository due at once, as a delivery of its forge asks. It reports whether that delivery is new.
func (d *Outward) Nudge(ctx context.Context, delivery, place string) (fresh bool, err error) {
	err = d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "nudge"
		if err := t.Exec(`DELETE FROM nudges WHERE at < ?`, t.Now-keepNudges.Microseconds()); err != nil {
			return err
		}
		var known int
		if err := t.Get(&known, `SELECT count(*) FROM nudges WHERE delivery = ?`, delivery); err != nil || known > 0 {
			return err
		}
		if err := t.Exec(`INSERT INTO nudges (delivery, place, at) VALUES (?, ?, ?)`, delivery, place, t.Now); err != nil {
			return err
		}
		fresh, t.Wake = true, true
		return t.Exec(`UPDATE watches SET nudges = nudges + 1, whole = 0, due_at = CASE WHEN tries > 0 THEN due_at ELSE 0 END WHERE place = ?`, place)
	})
	return fresh, sqldb.Wrap("look at "+place+" at once", err)
}
