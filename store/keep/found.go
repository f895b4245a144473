package keep

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store/corpus"
	"github.com/frasier-cos/frasier/store/engine"
	"github.com/frasier-cos/frasier/store/outbox"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

func originOf(text string) work.Origin {
	if o := work.Origin(text); o == work.OriginLink {
		return o
	}
	return work.OriginWeb
}

// SaveKeep keeps what a look found, tells what was not told before on one card, and sets when the next look is due. It does nothing for
// a look whose claim ran out. What a page bears again waits for no word any more.
func (d *Keeper) SaveKeep(ctx context.Context, owner string, w reports.KeepWork, found []reports.KeepFound) error {
	return sqldb.Wrap("save how the pages of "+string(w.Project)+" were found", d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "save-keep"
		var every []reports.KeepEvery
		if err := t.All(&every, `SELECT every FROM keeps WHERE project_id = ? AND claimed_by = ? AND claim_until > ?`, w.Project, owner, t.Now); err != nil || len(every) == 0 {
			return err
		}
		err := t.Exec(`UPDATE keeps SET due_at = ?, last_at = ?, rounds = ?, claimed_by = '', claim_until = 0 WHERE project_id = ?`, t.Now+every[0].Term().Microseconds(), t.Now, w.Round, w.Project)
		if err != nil {
			return err
		}
		if err := forgetUncited(t, w.Project, found); err != nil {
			return err
		}
		news := reports.KeepFacts{Pages: len(found)}
		for _, f := range found {
			if err := savePage(t, w, f, &news); err != nil {
				return err
			}
		}
		if len(news.Changes) == 0 && len(news.Others) == 0 {
			return note(t, w.Project, "looked", fmt.Sprintf("Its %d pages were read again: nothing new", len(found)))
		}
		if err := note(t, w.Project, "found", fmt.Sprintf("Its %d pages were read again: %d claims changed", len(found), len(news.Changes))); err != nil {
			return err
		}
		return tell(t, w, news)
	}))
}

// forgetUncited lets go of pages that the document cites no more, with what changed there.
func forgetUncited(t *sqldb.Tx, id org.ProjectID, found []reports.KeepFound) error {
	var known []string
	if err := t.All(&known, `SELECT url FROM keep_pages WHERE project_id = ?`, id); err != nil {
		return err
	}
	for _, page := range known {
		if slices.ContainsFunc(found, func(f reports.KeepFound) bool { return f.URL == page }) {
			continue
		}
		if err := t.Exec(`DELETE FROM keep_changes WHERE project_id = ? AND url = ?`, id, page); err != nil {
			return err
		}
		if err := t.Exec(`DELETE FROM keep_pages WHERE project_id = ? AND url = ?`, id, page); err != nil {
			return err
		}
	}
	return nil
}

func savePage(t *sqldb.Tx, w reports.KeepWork, f reports.KeepFound, news *reports.KeepFacts) error {
	var before []reports.PageState
	if err := t.All(&before, `SELECT state FROM keep_pages WHERE project_id = ? AND url = ?`, w.Project, f.URL); err != nil {
		return err
	}
	err := t.Exec(`
		INSERT INTO keep_pages (project_id, url, state, why, at) VALUES (?, ?, ?, ?, ?)
		    ON CONFLICT (project_id, url) DO UPDATE SET state = excluded.state, why = excluded.why, at = excluded.at`, w.Project, f.URL, f.State, f.Why, t.Now)
	if err != nil {
		return err
	}
	if f.State != reports.PageSame && f.State != reports.PageChanged {
		if len(before) == 0 || before[0] != f.State {
			news.Others = append(news.Others, f.KeptPage)
		}
		return nil // what changed there before waits on
	}
	return saveChanges(t, w, f, news)
}

type changeRow struct {
	Step  org.StepID `db:"step_id"`
	N     int
	Quote string
	Now   string
}

// saveChanges puts what a page does not bear in the place of what it did not bear before.
func saveChanges(t *sqldb.Tx, w reports.KeepWork, f reports.KeepFound, news *reports.KeepFacts) error {
	var before []changeRow
	if err := t.All(&before, `SELECT step_id, n, quote, now FROM keep_changes WHERE project_id = ? AND url = ?`, w.Project, f.URL); err != nil {
		return err
	}
	for _, b := range before {
		if !slices.ContainsFunc(f.Changes, func(c reports.KeptChange) bool { return c.Step == b.Step && c.N == b.N }) {
			if err := t.Exec(`DELETE FROM keep_changes WHERE project_id = ? AND step_id = ? AND n = ?`, w.Project, b.Step, b.N); err != nil {
				return err
			}
		}
	}
	if len(f.Changes) > 0 {
		if err := corpus.StoreText(t, f.Text); err != nil {
			return err
		}
	}
	for _, c := range f.Changes {
		if slices.Contains(before, changeRow{c.Step, c.N, c.Quote, c.Now}) {
			continue // it was told, and waits or is left
		}
		err := t.Exec(`
			INSERT INTO keep_changes (project_id, step_id, n, url, claim, quote, now, document_id, state, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'open', ?)
			    ON CONFLICT (project_id, step_id, n) DO UPDATE SET url = excluded.url, claim = excluded.claim, quote = excluded.quote, now = excluded.now,
			       document_id = excluded.document_id, state = 'open', at = excluded.at`,
			w.Project, c.Step, c.N, c.URL, c.Claim, c.Quote, c.Now, c.Text, t.Now)
		if err != nil {
			return err
		}
		news.Changes = append(news.Changes, c)
	}
	return nil
}

// shownMost bounds the changes, and the other pages, that one card shows.
const shownMost = 5

func tell(t *sqldb.Tx, w reports.KeepWork, news reports.KeepFacts) error {
	p, err := record.ProjectOf(t.Ctx, t, w.Project)
	if err != nil {
		return err
	}
	open, err := readChanges(t.Ctx, t, w.Project)
	if err != nil {
		return err
	}
	steps := stepsOf(open)
	all, effort, err := engine.ExtentOf(t.Ctx, t, w.Project, steps)
	if err != nil {
		return err
	}
	news.Steps, news.Effort = len(all), effort.String()
	var shares int
	if err := t.Get(&shares, `SELECT count(*) FROM shares WHERE project_id = ?`, w.Project); err != nil {
		return err
	}
	news.Shared = shares > 0
	if n := len(news.Changes); n > shownMost {
		news.More, news.Changes = n-shownMost, news.Changes[:shownMost]
	}
	return outbox.Deliver(t, reports.Delivery{
		Key: fmt.Sprintf("keep:%s:%d:%d", w.Project, w.Round, t.Now), Channel: p.Channel, Project: p.ID, Kind: reports.DeliverNotice, Title: p.Title,
		Facts: reports.Facts{Keep: &news}, Card: org.Card{Ping: len(news.Changes) > 0},
	})
}

func stepsOf(all []reports.KeptChange) []org.StepID {
	var out []org.StepID
	for _, c := range all {
		if !slices.Contains(out, c.Step) {
			out = append(out, c.Step)
		}
	}
	return out
}

// TakeKeep has the steps done again whose claims wait for a word, each with the text of its page as it is now, and returns them. It returns
// org.ErrNotFound where nothing waits, and org.ErrConflict while the project is being worked on.
func (d *Keeper) TakeKeep(ctx context.Context, id org.ProjectID, by string) ([]org.StepID, error) {
	var out []org.StepID
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "take-keep"
		out = nil
		open, err := readChanges(ctx, t, id)
		if err != nil {
			return err
		}
		if len(open) == 0 {
			return org.ErrNotFound
		}
		for _, s := range stepsOf(open) {
			mine := slices.DeleteFunc(slices.Clone(open), func(c reports.KeptChange) bool { return c.Step != s })
			for _, c := range mine {
				if err := takePage(t, c); err != nil {
					return err
				}
			}
			if err := forgetOthers(t, id, s); err != nil {
				return err
			}
			said := noteOf(mine, sqldb.Moment(t.Now))
			if slices.Contains(out, s) { // it builds on one that is done again, and so is it
				if err := engine.StoreNote(t, id, s, said, by); err != nil {
					return err
				}
				continue
			}
			again, err := engine.Again(t, s, said, by)
			if err != nil {
				return err
			}
			out = append(out, again...)
		}
		if err := t.Exec(`DELETE FROM keep_changes WHERE project_id = ? AND state = 'open'`, id); err != nil {
			return err
		}
		slices.Sort(out)
		out = slices.Compact(out)
		return note(t, id, "taken", fmt.Sprintf("%d steps are done again with what their pages say now", len(out)))
	})
	return out, sqldb.Wrap("take what the pages of "+string(id)+" say now", err)
}

// takePage gives the step the text of its page as it is now.
func takePage(t *sqldb.Tx, c reports.KeptChange) error {
	return t.Exec(`UPDATE step_documents SET document_id = ?, failure = '', fetched_at = ? WHERE step_id = ? AND url = ?`, c.Text, t.Now, c.Step, c.URL)
}

// forgetOthers has the step read anew what it knows of the web and did not cite: nobody looked whether that still says what it did.
func forgetOthers(t *sqldb.Tx, id org.ProjectID, s org.StepID) error {
	return t.Exec(`
		DELETE FROM step_documents WHERE step_id = ? AND origin = 'web'
		   AND NOT EXISTS (SELECT 1 FROM keep_pages k WHERE k.project_id = ? AND k.url = step_documents.url)`, s, id)
}

// noteOf names the sites alone: what a page says is outside text, and whoever works on the step reads it as such.
func noteOf(all []reports.KeptChange, at time.Time) string {
	var sites []string
	for _, c := range all {
		if u, err := url.Parse(c.URL); err == nil && !slices.Contains(sites, u.Hostname()) {
			sites = append(sites, u.Hostname())
		}
	}
	return fmt.Sprintf("What this rests on was read again on %s, and pages of %s say something else now. Write it anew from what they say now, and change nothing else.",
		moment.Text(at, moment.Day, nil), strings.Join(sites, ", "))
}
