package ledger

import (
	"context"
	"fmt"
	"time"

	"github.com/frasier-cos/frasier/internal/calendar"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/policy"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store/corpus"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// TakeSearch counts one web search of a project in the founder's month. When
// the month's searches are used up, nothing is counted and may is false. The
// founder is told once when most are used, and once when all are.
func (d *Ledger) TakeSearch(ctx context.Context, project org.ProjectID) (m reports.SearchMonth, may bool, err error) {
	err = d.db.WriteBeside(ctx, func(t *sqldb.Tx) error {
		t.Method = "take-search"
		if err := t.Turn(sqldb.Searches); err != nil {
			return err
		}
		if m, err = SearchMonthOf(t.Ctx, t, sqldb.Moment(t.Now)); err != nil {
			return err
		}
		if may = !m.Spent(); may {
			m.Asked++
			err := t.Exec(`
				INSERT INTO search_months (month, asked) VALUES (?, 1)
				    ON CONFLICT (month) DO UPDATE SET asked = search_months.asked + 1`, m.Month)
			if err != nil {
				return err
			}
		}
		return sendSearchNotices(t, project, m)
	})
	return m, may, sqldb.Wrap("count a search", err)
}

// Sites returns the sites that the founder wants read first, and last.
func (d *Ledger) Sites(ctx context.Context) (prefer, distrust []string, err error) {
	for name, into := range map[string]*[]string{policy.Prefer: &prefer, policy.Distrust: &distrust} {
		text, err := d.Policy(ctx, name, "")
		if err != nil {
			return nil, nil, err
		}
		if *into, err = policy.ParseSites(text); err != nil {
			return nil, nil, fmt.Errorf("read policy %s: %w", name, err)
		}
	}
	return prefer, distrust, nil
}

// SearchMonth returns the web searches of the founder's present month.
func (d *Ledger) SearchMonth(ctx context.Context) (reports.SearchMonth, error) {
	var m reports.SearchMonth
	err := d.db.View(ctx, func(q sqldb.Getter) (err error) {
		m, err = SearchMonthOf(ctx, q, d.db.Now())
		return err
	})
	return m, sqldb.Wrap("read the month's searches", err)
}

// NoticeSearches tells the founder how the month's searches stand when he has
// not been told, as after he set a lower limit.
func (d *Ledger) NoticeSearches(ctx context.Context) error {
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "notice-searches"
		m, err := SearchMonthOf(t.Ctx, t, sqldb.Moment(t.Now))
		if err != nil {
			return err
		}
		return sendSearchNotices(t, "", m)
	})
	return sqldb.Wrap("look at the month's searches", err)
}

// SearchMonthOf reads what was searched in a month, and its limit.
func SearchMonthOf(ctx context.Context, q sqldb.Getter, now time.Time) (reports.SearchMonth, error) {
	clock, err := ClockOf(ctx, q)
	if err != nil {
		return reports.SearchMonth{}, err
	}
	zone, err := calendar.Zone(clock.Zone)
	if err != nil {
		return reports.SearchMonth{}, err
	}
	m := reports.SearchMonth{Month: now.In(zone).Format("2006-01")}
	var limit string
	err = sqldb.One(ctx, q, &limit, `SELECT value FROM policies WHERE name = ?`, policy.SearchMonth)
	if err != nil && !sqldb.NoRow(err) {
		return m, err
	}
	if m.Limit, err = policy.ParseSearchMonth(limit); err != nil {
		return m, fmt.Errorf("read policy %s: %w", policy.SearchMonth, err)
	}
	err = sqldb.One(ctx, q, &m.Asked, `SELECT asked FROM search_months WHERE month = ?`, m.Month)
	if sqldb.NoRow(err) {
		err = nil
	}
	return m, err
}

// sendSearchNotices queues each of the two notices once for a month and a limit.
func sendSearchNotices(t *sqldb.Tx, project org.ProjectID, m reports.SearchMonth) error {
	if m.Spent() {
		return SayMoney(t, project, fmt.Sprintf("search-spent:%s:%d", m.Month, m.Limit), reports.MoneyFacts{What: reports.MoneySearchesSpent, Searches: m}, true)
	}
	if m.Near() {
		return SayMoney(t, project, fmt.Sprintf("search-near:%s:%d", m.Month, m.Limit), reports.MoneyFacts{What: reports.MoneySearchesNear, Searches: m}, false)
	}
	return nil
}

// PagesRead returns at most n pages of the web that any step read, each text
// once, the one read last first.
func (d *Ledger) PagesRead(ctx context.Context, n int) ([]work.Document, error) {
	var rows []corpus.DocumentRow
	err := sqldb.Many(ctx, d.db.Read, &rows, `
		SELECT `+corpus.DocumentColumns+`
		  FROM step_documents s JOIN documents d ON d.id = s.document_id
		  JOIN (SELECT document_id, max(fetched_at) AS last FROM step_documents
		         WHERE origin IN ('web', 'link') AND url NOT LIKE 'tool:%' AND thin = 0 AND document_id IS NOT NULL
		         GROUP BY document_id ORDER BY max(fetched_at) DESC, document_id LIMIT ?) AS newest
		    ON newest.document_id = s.document_id AND newest.last = s.fetched_at
		 WHERE s.origin IN ('web', 'link') ORDER BY s.fetched_at DESC, s.document_id, s.url`, n)
	if err != nil {
		return nil, fmt.Errorf("list pages that were read: %w", err)
	}
	var out []work.Document
	for _, r := range rows {
		if doc := r.Document(); len(out) == 0 || out[len(out)-1].ID != doc.ID {
			out = append(out, doc)
		}
	}
	return out, nil
}
