package company

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"time"

	"github.com/frasier-cos/frasier/internal/calendar"
	"github.com/frasier-cos/frasier/internal/company"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store/ledger"
	"github.com/frasier-cos/frasier/store/memos"
	"github.com/frasier-cos/frasier/store/outbox"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// DueStatement counts what ClaimSitting has to do. It takes the time three times.
const DueStatement = `
	SELECT count(*) FROM company
	 WHERE working = 1 AND (review_at <= ?
	    OR EXISTS (SELECT 1 FROM departments WHERE due_at <= ?)
	    OR EXISTS (SELECT 1 FROM memos WHERE ` + memos.Waiting + ` AND (wake_at <= ? OR expires_at <= ?)))`

// ClaimSitting hands out the turn of the director who is due longest, for term, with all
// that he is shown; org.ErrNoWork when nobody is due. A director to whom nothing is
// new has a turn that ends here, without a model.
func (d *Departments) ClaimSitting(ctx context.Context, owner string, term time.Duration) (company.Sitting, error) {
	now := d.db.Now().UnixMicro()
	idle, err := d.db.Idle(ctx, DueStatement, now, now, now, now)
	if err != nil {
		return company.Sitting{}, fmt.Errorf("look for a director who is due: %w", err)
	}
	if idle {
		return company.Sitting{}, org.ErrNoWork
	}
	var out company.Sitting
	err = d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "claim-sitting"
		out = company.Sitting{}
		if err := handleDue(t); err != nil {
			return err
		}
		for range org.Departments() {
			s, found, err := claimDepartment(t, owner, term)
			if err != nil || !found {
				return err
			}
			if s.Lease.N > 0 {
				out = s
				return nil
			}
		}
		return nil
	})
	if err == nil && out.Lease.N == 0 {
		return out, org.ErrNoWork
	}
	return out, sqldb.Wrap("claim a director's turn", err)
}

// handleDue does what the clock asks for: the weekly review, memos whose time came, and those that
// nobody settled in their life.
func handleDue(t *sqldb.Tx) error {
	s, err := readState(t.Ctx, t)
	if err != nil || !s.Working {
		return err
	}
	if s.ReviewAt <= t.Now {
		if err := sendBrief(t, s); err != nil {
			return err
		}
		next, err := ledger.NextReview(t)
		if err != nil {
			return err
		}
		if err := t.Exec(`UPDATE company SET review_at = ?`, sqldb.Micros(next)); err != nil {
			return err
		}
		if err := t.Exec(`UPDATE departments SET review = 1, due_at = ?`, t.Now); err != nil {
			return err
		}
	}
	var woken []org.Department
	err = t.All(&woken, `UPDATE memos SET state = 'open', wake_at = NULL, waits = NULL WHERE `+memos.Waiting+` AND state = 'deferred' AND wake_at <= ? RETURNING recipient`, t.Now)
	if err != nil {
		return fmt.Errorf("wake memos: %w", err)
	}
	for _, dep := range woken {
		if err := memos.Think(t, dep, false); err != nil {
			return err
		}
	}
	old, err := memos.Of(t.Ctx, t, memos.Waiting+` AND expires_at <= ?`, t.Now)
	if err != nil {
		return err
	}
	for _, m := range old {
		if err := memos.End(t, m.ID, memos.Ending{State: company.MemoExpired, By: memos.ByCode, Reason: "nobody settled it in two weeks", Answered: true}); err != nil {
			return err
		}
		err := sendCard(t, s, "expired:"+string(m.ID), company.Facts{What: company.NewsExpired, From: m.To, Memo: m.ID, Root: m.Root, Title: m.Subject})
		if err != nil {
			return err
		}
	}
	return nil
}

func sendCard(t *sqldb.Tx, s state, key string, f company.Facts) error {
	return outbox.Deliver(t, reports.Delivery{Key: "company:" + key, Channel: s.toChannel(), Kind: reports.DeliverNotice, Title: "Company", Facts: reports.Facts{Company: &f}})
}

// claimDepartment takes the department that is due longest and that nobody holds; found is false when
// there is none. A turn in which nothing is new is over at once, and its number 0.
func claimDepartment(t *sqldb.Tx, owner string, term time.Duration) (s company.Sitting, found bool, err error) {
	var rows []struct {
		ID       org.Department
		Review   bool
		Fence    int64
		Sittings int
		SeenHash string `db:"seen_hash"`
	}
	err = t.All(&rows, `
		SELECT d.id, d.review, d.fence, d.sittings, d.seen_hash FROM departments d
		 WHERE d.due_at <= ? AND EXISTS (SELECT 1 FROM company WHERE working = 1)
		   AND NOT EXISTS (SELECT 1 FROM beats b WHERE b.name = 'director:' || d.id AND b.until > ?)
		 ORDER BY d.due_at, d.id LIMIT 1`, t.Now, t.Now)
	if err != nil || len(rows) == 0 {
		return s, false, sqldb.Wrap("look for a director who is due", err)
	}
	r := rows[0]
	s.Lease = company.SittingLease{Department: r.ID, N: r.Sittings + 1, Owner: owner, Fence: r.Fence + 1}
	s.Review = r.Review
	if err := readScene(t.Ctx, t, &s, sqldb.Moment(t.Now)); err != nil {
		return s, true, err
	}
	if len(s.Memos) == 0 && !s.Review || s.Hash == r.SeenHash {
		s.Lease.N = 0
		return s, true, endIdleTurn(t, r.ID, r.Sittings+1, s)
	}
	err = t.Exec(`INSERT INTO beats (name, holder, until) VALUES (?, ?, ?)
		    ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until`, makeClaimName(r.ID), owner, t.Now+term.Microseconds())
	if err != nil {
		return s, true, fmt.Errorf("claim %s: %w", r.ID, err)
	}
	return s, true, t.Exec(`UPDATE departments SET fence = ? WHERE id = ?`, s.Lease.Fence, r.ID)
}

func endIdleTurn(t *sqldb.Tx, dep org.Department, n int, s company.Sitting) error {
	if err := t.Exec(`UPDATE departments SET due_at = NULL, review = 0, sittings = ? WHERE id = ?`, n, dep); err != nil {
		return err
	}
	return t.Exec(`INSERT INTO sittings (department, n, mode, state, input_hash, at) VALUES (?, ?, ?, 'idle', ?, ?)`, dep, n, s.Mode, s.Hash, t.Now)
}

func readScene(ctx context.Context, q sqldb.Getter, s *company.Sitting, now time.Time) error {
	dep := s.Lease.Department
	st, err := readState(ctx, q)
	if err != nil {
		return err
	}
	clock, err := ledger.ClockOf(ctx, q)
	if err != nil {
		return err
	}
	zone, err := calendar.Zone(clock.Zone)
	if err != nil {
		return err
	}
	s.Day, s.Mode = now.In(zone), company.ModeDirector
	if s.Money, err = ledger.CompanyWeek(ctx, q, org.NanoUSD(st.Cap), now); err != nil {
		return err
	}
	open, err := memos.Of(ctx, q, `seq IN (
		SELECT seq FROM memos WHERE recipient = ? AND `+memos.Waiting+` AND state = 'open' AND kind <> 'objective' ORDER BY kind <> 'directive', seq LIMIT ?)`, dep, SittingMemos)
	if err != nil {
		return err
	}
	s.Memos = open
	for _, m := range open {
		if m.Kind == company.MemoDirective {
			s.Mode = company.ModeCEO
		}
	}
	if s.Objectives, err = memos.Of(ctx, q, `recipient = ? AND `+memos.Waiting+` AND state = 'open' AND kind = 'objective'`, dep); err != nil {
		return err
	}
	if s.Sent, err = memos.Of(ctx, q, `sender = ? AND `+memos.Waiting, dep); err != nil {
		return err
	}
	if s.Heard, err = readAnswers(ctx, q, s.Memos); err != nil {
		return err
	}
	if s.Orders, err = readDirectives(ctx, q, s.Memos); err != nil {
		return err
	}
	if s.Rules, err = record.DirectivesOf(ctx, q); err != nil {
		return err
	}
	if s.Results, err = readResults(ctx, q, append(slices.Clone(s.Memos), s.Heard...)); err != nil {
		return err
	}
	set, err := readSettings(ctx, q)
	if err != nil {
		return err
	}
	s.Tier = set.tier
	if s.Projects, err = readVisibleProjects(ctx, q, dep, set.all); err != nil {
		return err
	}
	if err := countFigures(ctx, q, s); err != nil {
		return err
	}
	if s.Past, s.Habits, err = readPastTurns(ctx, q, dep, zone); err != nil {
		return err
	}
	s.Hash = hashScene(*s)
	return nil
}

// Lately selects the company's projects that are open, and those that ended last; it takes
// how many of these.
const Lately = `
	SELECT id FROM projects WHERE opened_by <> '' AND state IN ('active', 'paused')
	 UNION SELECT id FROM (SELECT id FROM projects WHERE opened_by <> '' AND ended_at IS NOT NULL ORDER BY ended_at DESC LIMIT ?) AS ended`

// readVisibleProjects reads those of Lately, and what a message is about that waits for the
// director. Business and Management see those of all departments, the others their own; Management
// sees the founder's own open ones too where it reaches all.
func readVisibleProjects(ctx context.Context, q sqldb.Getter, dep org.Department, all bool) ([]company.Project, error) {
	whose, args := `opened_by <> ''`, []any{ProjectsShown, dep}
	if dep != org.Management && dep != org.Business {
		whose, args = `opened_by = ?`, append([]any{dep}, args...)
	}
	out, err := readProjects(ctx, q, whose+` AND id IN (`+Lately+` UNION SELECT project_id FROM memos WHERE recipient = ? AND `+memos.Waiting+`)`, args...)
	if err != nil || !all || dep != org.Management {
		return out, err
	}
	founders, err := readProjects(ctx, q, `opened_by = '' AND id IN (SELECT id FROM projects WHERE opened_by = '' AND state IN ('active', 'paused') ORDER BY created_at DESC, id LIMIT ?)`, ProjectsShown)
	return append(out, founders...), err
}

// readAnswers reads what came to what was ordered under the roots of some memos.
func readAnswers(ctx context.Context, q sqldb.Getter, of []company.Memo) ([]company.Memo, error) {
	const most = 12
	var out []company.Memo
	var roots []org.MemoID
	for _, m := range of {
		if m.Root == "" || slices.Contains(roots, m.Root) {
			continue
		}
		roots = append(roots, m.Root)
		all, err := memos.Of(ctx, q, `root = ? AND (kind IN ('findings', 'build_report', 'campaign_report', 'review_verdict') OR kind = 'escalation' AND state = 'settled')`, m.Root)
		if err != nil {
			return nil, err
		}
		for _, h := range all {
			told := slices.ContainsFunc(out, func(o company.Memo) bool { return o.ReplyTo == h.ReplyTo && o.Kind == h.Kind && o.Project == h.Project })
			open := slices.ContainsFunc(of, func(o company.Memo) bool { return o.ID == h.ID })
			if !told && !open {
				out = append(out, h)
			}
		}
	}
	return out[max(0, len(out)-most):], nil
}

func countFigures(ctx context.Context, q sqldb.Getter, s *company.Sitting) error {
	s.Roots = map[org.MemoID]int{}
	for _, m := range s.Memos {
		var n int
		if err := sqldb.One(ctx, q, &n, `SELECT count(*) FROM memos WHERE root = ?`, m.Root); err != nil {
			return fmt.Errorf("count what came of %s: %w", m.Root, err)
		}
		s.Roots[m.Root] = n
	}
	if err := sqldb.One(ctx, q, &s.Open, `SELECT count(*) FROM projects WHERE opened_by <> '' AND state IN ('active', 'paused')`); err != nil {
		return fmt.Errorf("count projects: %w", err)
	}
	const week = 7 * 24 * time.Hour
	err := sqldb.One(ctx, q, &s.Asked, `SELECT count(*) FROM memos WHERE sender = ? AND kind = 'escalation' AND created_at > ?`, s.Lease.Department, sqldb.Micros(s.Day.Add(-week)))
	return sqldb.Wrap("count questions", err)
}

// readPastTurns reads a director's last turns, the newest first, and what code noticed of him.
func readPastTurns(ctx context.Context, q sqldb.Getter, dep org.Department, zone *time.Location) ([]company.PastSitting, []string, error) {
	var rows []struct {
		N       int
		At      int64
		Summary string
		Deeds   string
	}
	err := sqldb.Many(ctx, q, &rows, `SELECT n, at, summary, deeds FROM sittings WHERE department = ? AND state = 'done' ORDER BY n DESC LIMIT ?`, dep, directorMemory)
	if err != nil {
		return nil, nil, fmt.Errorf("read turns of %s: %w", dep, err)
	}
	var out []company.PastSitting
	for _, r := range rows {
		p := company.PastSitting{N: r.N, At: sqldb.Moment(r.At), Summary: r.Summary}
		var deeds []company.Deed
		if err := sqldb.FromJSON(r.Deeds, &deeds); err != nil {
			return nil, nil, err
		}
		for _, d := range deeds {
			line, err := describeDeed(ctx, q, d)
			if err != nil {
				return nil, nil, err
			}
			p.Did = append(p.Did, line)
		}
		out = append(out, p)
	}
	var put []struct {
		ID      org.MemoID
		Subject string
		Defers  int
		At      int64 `db:"created_at"`
	}
	err = sqldb.Many(ctx, q, &put, `SELECT id, subject, defers, created_at FROM memos WHERE recipient = ? AND `+memos.Waiting+` AND defers > 0 ORDER BY seq`, dep)
	if err != nil {
		return nil, nil, fmt.Errorf("read what %s put off: %w", dep, err)
	}
	var habits []string
	for _, m := range put {
		habits = append(habits, fmt.Sprintf("You put %s (%s) off %d times since %s.", m.ID, m.Subject, m.Defers, moment.Date(sqldb.Moment(m.At).In(zone))))
	}
	return out, habits, nil
}

// describeDeed says in a line what an action did, and what became of that since.
func describeDeed(ctx context.Context, q sqldb.Getter, d company.Deed) (string, error) {
	line := d.Op
	switch {
	case d.Project != "" && d.Op == company.OpOpen:
		p, err := readProjects(ctx, q, `projects.id = ?`, d.Project)
		if err != nil {
			return "", err
		}
		line = fmt.Sprintf("%s: opened %s %q", d.About, d.Project, d.Subject)
		if len(p) > 0 {
			line += fmt.Sprintf(" (%s, %s of %s)", p[0].State, p[0].Spent, p[0].Cap)
		}
	case d.Memo != "":
		m, err := readMemo(ctx, q, d.Memo)
		if err != nil {
			return "", err
		}
		line = fmt.Sprintf("%s: told %s (%s %s, %s): %s", d.About, m.To, m.Kind, m.ID, m.State, m.Subject)
	case d.About != "":
		line = fmt.Sprintf("%s: %s %s %s", d.About, d.Op, d.Until+string(d.Waits), d.Why)
	case d.Why != "":
		line = d.Op + ": " + d.Why
	}
	return line, nil
}

// hashScene tells whether anything is new to a director.
func hashScene(s company.Sitting) string {
	h := sha256.New()
	add := func(parts ...any) {
		for _, p := range parts {
			text := fmt.Sprint(p)
			fmt.Fprintf(h, "%d:%s", len(text), text)
		}
	}
	add(s.Lease.Department, s.Mode)
	for _, list := range [][]company.Memo{s.Memos, s.Objectives, s.Heard} {
		for _, m := range list {
			add(m.ID, m.State, m.Defers)
		}
	}
	for _, p := range s.Projects {
		add(p.ID, p.State, p.Health, p.PausedBy, p.Resumed.UnixMicro())
	}
	return hex.EncodeToString(h.Sum(nil))
}
