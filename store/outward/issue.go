package outward

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store/corpus"
	"github.com/frasier-cos/frasier/store/engine"
	"github.com/frasier-cos/frasier/store/ledger"
	"github.com/frasier-cos/frasier/store/outbox"
	"github.com/frasier-cos/frasier/store/sqldb"
)

type issueRow struct {
	Place      string
	Number     int
	Repository string
	Transport  string
	Channel    string
	By         string `db:"said_by"`
	State      outward.IssueState
	Project    *org.ProjectID `db:"project_id"`
	Title      string
	Link       string
	Private    bool
	Why        string
	At         int64
	Tries      int
}

const issueColumns = `place, number, repository, transport, channel, said_by, state, project_id, title, link, private, why, at, tries`

func (r issueRow) toOrder() outward.IssueOrder {
	o := outward.IssueOrder{
		Place: r.Place, Number: r.Number, Repository: r.Repository, Channel: org.Channel{Transport: r.Transport, ID: r.Channel}, By: r.By, State: r.State,
		Title: r.Title, Link: r.Link, Private: r.Private, Why: r.Why, At: sqldb.Moment(r.At), Tries: r.Tries,
	}
	if r.Project != nil {
		o.Project = *r.Project
	}
	return o
}

func readIssues(ctx context.Context, q sqldb.Getter, where string, args ...any) ([]outward.IssueOrder, error) {
	var rows []issueRow
	err := sqldb.Many(ctx, q, &rows, `SELECT `+issueColumns+` FROM issues WHERE `+where, args...)
	out := make([]outward.IssueOrder, 0, len(rows))
	for _, r := range rows {
		out = append(out, r.toOrder())
	}
	return out, err
}

// AskIssue keeps that an issue is to be read and ordered. One that was refused is asked anew; of another the order that is
// there comes back, and nothing changes. Its project is talked about in the given
// channel, and where that has no threads, where a founder spoke last.
// It returns org.ErrConflict where the repository's issues ordered as much in a day as they may.
func (d *Outward) AskIssue(ctx context.Context, o outward.IssueOrder) (outward.IssueOrder, error) {
	var out outward.IssueOrder
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "ask-issue"
		all, err := readIssues(t.Ctx, t, `place = ? AND number = ?`, o.Place, o.Number)
		if err != nil {
			return err
		}
		if len(all) > 0 && all[0].State != outward.IssueRefused {
			out = all[0]
			return nil
		}
		var n int
		const day = 24 * time.Hour
		if err := t.Get(&n, `SELECT count(*) FROM issues WHERE place = ? AND state <> 'refused' AND at > ?`, o.Place, t.Now-day.Microseconds()); err != nil {
			return err
		}
		if n >= outward.IssuesADay {
			return org.ErrConflict
		}
		if !o.Channel.Threaded() {
			home, found, err := ledger.Home(t)
			if err != nil {
				return err
			}
			if found {
				o.Channel = home
			}
		}
		o.State, o.At = outward.IssueAsked, sqldb.Moment(t.Now)
		out = o
		t.Wake = true
		err = t.Exec(`
			INSERT INTO issues (place, number, repository, transport, channel, said_by, state, at) VALUES (?, ?, ?, ?, ?, ?, 'asked', ?)
			    ON CONFLICT (place, number) DO UPDATE SET repository = excluded.repository, transport = excluded.transport, channel = excluded.channel,
			       said_by = excluded.said_by, state = 'asked', why = '', tries = 0, due_at = 0, at = excluded.at`,
			o.Place, o.Number, o.Repository, o.Channel.Transport, o.Channel.ID, o.By, t.Now)
		if err != nil {
			return err
		}
		return recordIssue(t, out, "Asked for the issue "+out.Name())
	})
	return out, sqldb.Wrap("ask for "+o.Name(), err)
}

func recordIssue(t *sqldb.Tx, o outward.IssueOrder, text string) error {
	return t.Event(org.Event{Kind: org.EventIssue, Project: o.Project, Text: text, Data: map[string]string{"issue": o.Name(), "state": string(o.State), "by": o.By}})
}

// NextIssue returns the issue that is to be read next, and puts it off for a term: whoever dies over it is followed by another.
// It returns org.ErrNoWork when there is none.
func (d *Outward) NextIssue(ctx context.Context, term time.Duration) (outward.IssueOrder, error) {
	idle, err := d.db.Idle(ctx, `SELECT count(*) FROM issues WHERE state = 'asked' AND due_at <= ?`, d.db.Now().UnixMicro())
	if err == nil && idle {
		err = org.ErrNoWork
	}
	if err != nil {
		return outward.IssueOrder{}, err
	}
	var out outward.IssueOrder
	err = d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "next-issue"
		all, err := readIssues(t.Ctx, t, `state = 'asked' AND due_at <= ? ORDER BY due_at, at LIMIT 1`, t.Now)
		if err == nil && len(all) == 0 {
			err = org.ErrNoWork
		}
		if err != nil {
			return err
		}
		out = all[0]
		return t.Exec(`UPDATE issues SET due_at = ?, tries = tries + 1 WHERE place = ? AND number = ?`, t.Now+term.Microseconds(), out.Place, out.Number)
	})
	return out, err
}

// RefuseIssue ends an order that cannot be carried out, and tells its channel why. Said twice it is the same.
func (d *Outward) RefuseIssue(ctx context.Context, o outward.IssueOrder, why string) error {
	return sqldb.Wrap("refuse "+o.Name(), d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "refuse-issue"
		n, err := t.Change(`UPDATE issues SET state = 'refused', why = ? WHERE place = ? AND number = ? AND state = 'asked'`, why, o.Place, o.Number)
		if err != nil || n == 0 {
			return err
		}
		t.Wake = true
		o.State = outward.IssueRefused
		if err := outbox.Deliver(t, reports.Delivery{Key: fmt.Sprintf("issue-refused:%s:%d", o.Name(), t.Now), Channel: o.Channel, Kind: reports.DeliverReply, Body: why}); err != nil {
			return err
		}
		return recordIssue(t, o, "The issue "+o.Name()+" orders nothing: "+why)
	}))
}

// PutIssueOff has an issue read later.
func (d *Outward) PutIssueOff(ctx context.Context, o outward.IssueOrder, due time.Time) error {
	return sqldb.Wrap("put "+o.Name()+" off", d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "put-issue-off"
		return t.Exec(`UPDATE issues SET due_at = ? WHERE place = ? AND number = ? AND state = 'asked'`, sqldb.Micros(due), o.Place, o.Number)
	}))
}

// BeginIssue starts the project that an issue orders: its text of now is kept as the message that ordered it. Done twice it
// is the same project.
func (d *Outward) BeginIssue(ctx context.Context, b outward.IssueBegin) (org.ProjectID, error) {
	var p org.ProjectID
	o := b.Order
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "begin-issue"
		all, err := readIssues(t.Ctx, t, `place = ? AND number = ?`, o.Place, o.Number)
		if err == nil && len(all) == 0 {
			err = org.ErrNotFound
		}
		if err != nil {
			return err
		}
		if all[0].State != outward.IssueAsked {
			p = all[0].Project
			return nil
		}
		p, err = openProject(t, opening{
			origin: org.IssueOrigin + o.Name(), about: "the issue " + o.Name(), by: o.By, channel: o.Channel, repository: o.Repository, text: b.Text, project: b.Project, most: b.Cap, reply: b.Reply,
		})
		if err != nil {
			return err
		}
		err = t.Exec(`UPDATE issues SET state = 'ordered', project_id = ?, title = ?, link = ?, private = ? WHERE place = ? AND number = ?`,
			p, o.Title, o.Link, o.Private, o.Place, o.Number)
		if err != nil {
			return err
		}
		t.Wake = true
		o.State, o.Project = outward.IssueOrdered, p
		return recordIssue(t, o, "The issue "+o.Name()+" is ordered: "+o.Title)
	})
	return p, sqldb.Wrap("begin "+o.Name(), err)
}

// openProject starts a project that somebody else's program orders; its text is kept as the message that did, what it quotes as a file beside it.
func openProject(t *sqldb.Tx, o opening) (org.ProjectID, error) {
	minted, err := t.NextID("m")
	if err != nil {
		return "", err
	}
	id := org.MessageID(minted)
	err = t.Exec(`
		INSERT INTO messages (id, transport, channel, origin, author, body, explicit, repository, state, said_at, received_at)
		VALUES (?, ?, ?, ?, ?, ?, 1, ?, 'handled', ?, ?)`,
		id, o.channel.Transport, o.channel.ID, o.origin+":"+minted, o.by, o.text, o.repository, t.Now, t.Now)
	if err != nil {
		return "", err
	}
	if err := t.Event(org.Event{Kind: org.EventMessageReceived, Message: id, Text: prose.Capital(o.about) + " orders something"}); err != nil {
		return "", err
	}
	m := org.Message{ID: id, Channel: o.channel, Text: o.text, Repository: o.repository, Base: string(o.base)}
	if o.matter != "" {
		file := org.Attachment{Name: "quoted.md", ContentType: "text/markdown", Data: []byte(o.matter), Text: o.matter}.AsQuoted()
		if err := corpus.Attach(t, id, 0, file); err != nil {
			return "", err
		}
		m.Attachments = []org.Attachment{file}
	}
	p, err := engine.StartProject(t, m, o.project)
	if err != nil {
		return "", err
	}
	if o.most > 0 {
		if err := ledger.SetCap(t, org.Cap{Scope: org.ScopeProject, Project: p, Kind: org.KindCap, Amount: o.most}); err != nil {
			return "", err
		}
	}
	turn := org.Turn{Message: id, Route: org.ActionNewProject, Reply: o.reply, Classification: org.Classification{Title: o.project.Title, Certain: true, Confidence: 1, Class: org.ClassFullProject}}
	if err := engine.SaveTurn(t, turn, p); err != nil {
		return "", err
	}
	err = t.Event(org.Event{Kind: org.EventMessageHandled, Message: id, Project: p, Text: "Answered by a project", Data: map[string]string{"class": string(org.ClassFullProject), "route": string(org.ActionNewProject)}})
	if err != nil {
		return "", err
	}
	return p, outbox.Deliver(t, reports.Delivery{Key: "reply:" + minted, Channel: o.channel, Project: p, Kind: reports.DeliverReply, Body: o.reply, Card: o.card})
}

// IssueOrders lists the issues that were ordered, the newest first, at most so many.
func (d *Outward) IssueOrders(ctx context.Context, most int) ([]outward.IssueOrder, error) {
	out, err := readIssues(ctx, d.db.Read, `1 = 1 ORDER BY at DESC, place, number LIMIT ?`, most)
	return out, sqldb.Wrap("list issues", err)
}

// AnswersDue lists the issues that wait for an answer: the plan, once there is one, and what was done, once the project has
// ended and its pull request is there or will not be.
func (d *Outward) AnswersDue(ctx context.Context) ([]outward.IssueAnswer, error) {
	const (
		plan = `EXISTS (SELECT 1 FROM missions m WHERE m.project_id = issues.project_id AND m.planned = 1)
			AND NOT EXISTS (SELECT 1 FROM actions a WHERE a.project_id = issues.project_id AND a.kind = 'tell_plan')`
		done = `EXISTS (SELECT 1 FROM projects p WHERE p.id = issues.project_id AND p.state IN ('completed', 'partial', 'failed', 'cancelled'))
			AND EXISTS (SELECT 1 FROM actions a WHERE a.project_id = issues.project_id AND a.kind = 'tell_plan' AND a.state IN ('done', 'dropped', 'refused'))
			AND NOT EXISTS (SELECT 1 FROM actions a WHERE a.project_id = issues.project_id AND (a.kind = 'tell_done' OR a.kind = 'open_pull' AND a.state IN ('proposed', 'allowed', 'doing')))
			AND NOT EXISTS (SELECT 1 FROM integrations g WHERE g.project_id = issues.project_id AND g.push = 'due')
			AND NOT (EXISTS (SELECT 1 FROM actions a WHERE a.project_id = issues.project_id AND a.kind = 'open_pull' AND a.step_id <> '')
			         AND NOT EXISTS (SELECT 1 FROM actions a WHERE a.project_id = issues.project_id AND a.kind = 'open_pull' AND a.state IN ('dropped', 'refused'))
			         AND EXISTS (SELECT 1 FROM integration_steps i WHERE i.project_id = issues.project_id
			                        AND NOT EXISTS (SELECT 1 FROM actions a WHERE a.project_id = i.project_id AND a.kind = 'open_pull' AND a.step_id = i.step_id)))`
	)
	var out []outward.IssueAnswer
	err := d.db.View(ctx, func(q sqldb.Getter) error {
		for _, is := range []struct {
			end   bool
			where string
		}{{false, plan}, {true, done}} {
			all, err := readIssues(ctx, q, `state = 'ordered' AND `+is.where+` ORDER BY at, place, number`)
			if err != nil {
				return err
			}
			for _, o := range all {
				a, err := fillAnswer(ctx, q, outward.IssueAnswer{Order: o, End: is.end})
				if err != nil {
					return err
				}
				out = append(out, a)
			}
		}
		return nil
	})
	return out, sqldb.Wrap("list the issues to answer", err)
}

func fillAnswer(ctx context.Context, q sqldb.Getter, a outward.IssueAnswer) (outward.IssueAnswer, error) {
	p := a.Order.Project
	var steps []struct {
		Title string
		State org.StepState
	}
	if err := sqldb.Many(ctx, q, &steps, `SELECT title, state FROM steps WHERE project_id = ? AND superseded = 0 AND kind <> 'assembly' ORDER BY seq`, p); err != nil {
		return a, err
	}
	for _, s := range steps {
		a.Items = append(a.Items, outward.AnswerItem{Title: s.Title, Done: s.State == org.StepCompleted})
	}
	var row struct {
		State  org.ProjectState
		Spent  int64
		Thread string
	}
	err := sqldb.One(ctx, q, &row, `
		SELECT p.state, coalesce((SELECT sum(known) FROM spending WHERE scope = 'month' AND project_id = p.id), 0) AS spent,
		       coalesce((SELECT thread FROM threads WHERE project_id = p.id), '') AS thread
		  FROM projects p WHERE p.id = ?`, p)
	if err != nil {
		return a, err
	}
	a.State, a.Spent, a.Thread = row.State, org.NanoUSD(row.Spent), row.Thread
	var links []string
	err = sqldb.Many(ctx, q, &links, `SELECT link FROM actions WHERE project_id = ? AND kind = 'open_pull' AND state = 'done' ORDER BY at, id`, p)
	a.Pull = strings.Join(links, ", ")
	return a, err
}
