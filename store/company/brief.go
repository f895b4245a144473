package company

import (
	"fmt"
	"time"

	"github.com/frasier-cos/frasier/internal/company"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/ledger"
	"github.com/frasier-cos/frasier/store/memos"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// sendBrief tells the founder once, at the weekly review, how each department fared and what the
// week may cost. A company in which nothing happened and nothing waits says nothing.
func sendBrief(t *sqldb.Tx, s state) error {
	since := t.Now - (7 * 24 * time.Hour).Microseconds()
	money, err := ledger.CompanyWeek(t.Ctx, t, org.NanoUSD(s.Cap), sqldb.Moment(t.Now))
	if err != nil {
		return err
	}
	open, err := memos.Of(t.Ctx, t, memos.Waiting)
	if err != nil {
		return err
	}
	rooms, err := readDepartments(t.Ctx, t, open)
	if err != nil {
		return err
	}
	f := company.Facts{What: company.NewsBrief, From: org.Management, Cap: money.Cap, Left: money.Left()}
	busy := len(open) > 0
	for _, r := range rooms {
		w := company.DepartmentWeek{Department: r.Department, Waiting: r.Open, Last: r.Last}
		err := t.Get(&w.Decided, `SELECT count(*) FROM sittings WHERE department = ? AND state = 'done' AND at > ?`, r.Department, since)
		if err != nil {
			return fmt.Errorf("count turns of %s: %w", r.Department, err)
		}
		err = t.Get(&w.Ended, `SELECT count(*) FROM projects WHERE opened_by = ? AND ended_at > ?`, r.Department, since)
		if err != nil {
			return fmt.Errorf("count projects of %s: %w", r.Department, err)
		}
		for _, p := range r.Projects {
			if !p.State.Ended() {
				w.Running++
			}
		}
		busy = busy || w.Decided+w.Ended+w.Running > 0
		f.Week = append(f.Week, w)
	}
	if !busy {
		return nil
	}
	return sendCard(t, s, fmt.Sprintf("week:%d", s.ReviewAt), f)
}
