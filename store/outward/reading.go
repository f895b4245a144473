package outward

import (
	"context"
	"fmt"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store/ledger"
	"github.com/frasier-cos/frasier/store/outbox"
	"github.com/frasier-cos/frasier/store/sqldb"
)

type readingRow struct {
	Place, Repository, Transport, Channel       string
	Number                                      int
	By                                          string `db:"said_by"`
	State                                       outward.ReadingState
	Project                                     *org.ProjectID `db:"project_id"`
	Title, Link, Author, Head, Base, Found, Why string
	At                                          int64
	Tries                                       int
}

const readingColumns = `place, number, repository, transport, channel, said_by, state, project_id, title, link, author, head, base, found, why, at, tries`

func readReadings(ctx context.Context, q sqldb.Getter, where string, args ...any) ([]outward.Reading, error) {
	var rows []readingRow
	err := sqldb.Many(ctx, q, &rows, `SELECT `+readingColumns+` FROM pull_reviews WHERE `+where, args...)
	out := make([]outward.Reading, 0, len(rows))
	for _, r := range rows {
		one := outward.Reading{
			Place: r.Place, Number: r.Number, Repository: r.Repository, Channel: org.Channel{Transport: r.Transport, ID: r.Channel}, By: r.By, State: r.State,
			Title: r.Title, Link: r.Link, Author: r.Author, Head: r.Head, Base: r.Base, Why: r.Why, At: sqldb.Moment(r.At), Tries: r.Tries,
		}
		if r.Project != nil {
			one.Project = *r.Project
		}
		if r.Found != "" {
			one.Found = &coding.Found{}
			if err := sqldb.FromJSON(r.Found, one.Found); err != nil {
				return nil, fmt.Errorf("read what was found in %s: %w", one.Name(), err)
			}
		}
		out = append(out, one)
	}
	return out, err
}

// AskReview keeps that a pull request is to be read. One that was read or refused, or whose project failed, is asked anew; of one that is being read the row that is
// there comes back. It returns org.ErrConflict where a repository's pull requests were read as often in a day as they may: one that is read twice counts twice.
func (d *Outward) AskReview(ctx context.Context, o outward.Reading) (outward.Reading, error) {
	var out outward.Reading
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "ask-review"
		all, err := readReadings(t.Ctx, t, `place = ? AND number = ?`, o.Place, o.Number)
		if err != nil {
			return err
		}
		if len(all) > 0 {
			known, err := isUnderWay(t, all[0])
			if err != nil || known {
				out = all[0]
				return err
			}
		}
		var n int
		const day = 24 * time.Hour
		if err := t.Exec(`DELETE FROM pull_review_asks WHERE at <= ?`, t.Now-day.Microseconds()); err != nil {
			return err
		}
		if err := t.Get(&n, `SELECT count(*) FROM pull_review_asks WHERE place = ?`, o.Place); err != nil {
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
		o.State, o.At = outward.ReadingAsked, sqldb.Moment(t.Now)
		out = o
		t.Wake = true
		err = t.Exec(`
			INSERT INTO pull_reviews (place, number, repository, transport, channel, said_by, state, at) VALUES (?, ?, ?, ?, ?, ?, 'asked', ?)
			    ON CONFLICT (place, number) DO UPDATE SET repository = excluded.repository, transport = excluded.transport, channel = excluded.channel,
			       said_by = excluded.said_by, state = 'asked', project_id = NULL, found = '', why = '', tries = 0, due_at = 0, at = excluded.at`,
			o.Place, o.Number, o.Repository, o.Channel.Transport, o.Channel.ID, o.By, t.Now)
		if err != nil {
			return err
		}
		if err := t.Exec(`INSERT INTO pull_review_asks (place, number, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`, o.Place, o.Number, t.Now); err != nil {
			return err
		}
		return recordReading(t, out, "Asked to read "+out.Name())
	})
	return out, sqldb.Wrap("ask to read "+o.Name(), err)
}

// isUnderWay reports whether a pull request is to be read, or is being read, or what was found is not put down yet. One whose project came to nothing is not.
func isUnderWay(t *sqldb.Tx, o outward.Reading) (bool, error) {
	if o.State != outward.ReadingBegun {
		return o.State == outward.ReadingAsked || o.State == outward.ReadingFound, nil
	}
	var n int
	err := t.Get(&n, `SELECT count(*) FROM projects WHERE id = ? AND state IN ('active', 'paused')`, o.Project)
	return n > 0, err
}

func recordReading(t *sqldb.Tx, o outward.Reading, text string) error {
	return t.Event(org.Event{Kind: org.EventIssue, Project: o.Project, Text: text, Data: map[string]string{"review": o.Name(), "state": string(o.State), "by": o.By}})
}

// NextReview returns the pull request that is to be looked at next, and puts it off for a term: whoever dies over it is followed by another.
// It returns org.ErrNoWork when there is none.
func (d *Outward) NextReview(ctx context.Context, term time.Duration) (outward.Reading, error) {
	idle, err := d.db.Idle(ctx, `SELECT count(*) FROM pull_reviews WHERE state = 'asked' AND due_at <= ?`, d.db.Now().UnixMicro())
	if err == nil && idle {
		err = org.ErrNoWork
	}
	if err != nil {
		return outward.Reading{}, err
	}
	var out outward.Reading
	err = d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "next-review"
		all, err := readReadings(t.Ctx, t, `state = 'asked' AND due_at <= ? ORDER BY due_at, at LIMIT 1`, t.Now)
		if err == nil && len(all) == 0 {
			err = org.ErrNoWork
		}
		if err != nil {
			return err
		}
		out = all[0]
		return t.Exec(`UPDATE pull_reviews SET due_at = ?, tries = tries + 1 WHERE place = ? AND number = ?`, t.Now+term.Microseconds(), out.Place, out.Number)
	})
	return out, err
}

// RefuseReview ends a reading that cannot be, and tells its channel why. Said twice it is the same.
func (d *Outward) RefuseReview(ctx context.Context, o outward.Reading, why string) error {
	return sqldb.Wrap("refuse to read "+o.Name(), d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "refuse-review"
		n, err := t.Change(`UPDATE pull_reviews SET state = 'refused', why = ? WHERE place = ? AND number = ? AND state = 'asked'`, why, o.Place, o.Number)
		if err != nil || n == 0 {
			return err
		}
		// Nothing was read, so it counts for nothing in the day.
		if err := t.Exec(`DELETE FROM pull_review_asks WHERE place = ? AND number = ? AND at = (SELECT at FROM pull_reviews WHERE place = ? AND number = ?)`, o.Place, o.Number, o.Place, o.Number); err != nil {
			return err
		}
		t.Wake = true
		o.State = outward.ReadingRefused
		if err := outbox.Deliver(t, reports.Delivery{Key: fmt.Sprintf("review-refused:%s:%d", o.Name(), t.Now), Channel: o.Channel, Kind: reports.DeliverReply, Body: why}); err != nil {
			return err
		}
		return recordReading(t, o, o.Name()+" is not read: "+why)
	}))
}

// PutReviewOff has a pull request looked at later.
func (d *Outward) PutReviewOff(ctx context.Context, o outward.Reading, due time.Time) error {
	return sqldb.Wrap("put the reading of "+o.Name()+" off", d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "put-review-off"
		return t.Exec(`UPDATE pull_reviews SET due_at = ? WHERE place = ? AND number = ? AND state = 'asked'`, sqldb.Micros(due), o.Place, o.Number)
	}))
}

// BeginReview starts the project that reads a pull request. Done twice it is the same project.
func (d *Outward) BeginReview(ctx context.Context, b outward.ReadingBegin) (org.ProjectID, error) {
	var p org.ProjectID
	o := b.Reading
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "begin-review"
		all, err := readReadings(t.Ctx, t, `place = ? AND number = ?`, o.Place, o.Number)
		if err == nil && len(all) == 0 {
			err = org.ErrNotFound
		}
		if err != nil {
			return err
		}
		if all[0].State != outward.ReadingAsked {
			p = all[0].Project
			return nil
		}
		p, err = openProject(t, opening{
			origin: org.IssueOrigin + o.Name(), about: "the pull request " + o.Name(), by: o.By, channel: o.Channel, repository: o.Repository, text: b.Text, project: b.Project, most: b.Cap, reply: b.Reply,
		})
		if err != nil {
			return err
		}
		err = t.Exec(`UPDATE pull_reviews SET state = 'begun', project_id = ?, title = ?, link = ?, author = ?, head = ?, base = ? WHERE place = ? AND number = ?`,
			p, o.Title, o.Link, o.Author, o.Head, o.Base, o.Place, o.Number)
		if err != nil {
			return err
		}
		t.Wake = true
		o.State, o.Project = outward.ReadingBegun, p
		return recordReading(t, o, "Began to read "+o.Name()+": "+o.Title)
	})
	return p, sqldb.Wrap("begin to read "+o.Name(), err)
}

// OrderedReviews lists pull requests of others that were read, the newest first, at most so many.
func (d *Outward) OrderedReviews(ctx context.Context, most int) ([]outward.Reading, error) {
	out, err := readReadings(ctx, d.db.Read, `1 = 1 ORDER BY at DESC, place, number LIMIT ?`, most)
	return out, sqldb.Wrap("list what was read", err)
}

// ShowReview keeps that what was found was put down, to be shown.
func (d *Outward) ShowReview(ctx context.Context, o outward.Reading) error {
	return sqldb.Wrap("show what was found in "+o.Name(), d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "show-review"
		n, err := t.Change(`UPDATE pull_reviews SET state = 'shown' WHERE place = ? AND number = ? AND state = 'found'`, o.Place, o.Number)
		if err != nil || n == 0 {
			return err
		}
		o.State = outward.ReadingShown
		return recordReading(t, o, fmt.Sprintf("Read %s: %d found", o.Name(), len(o.Found.Findings)))
	}))
}
