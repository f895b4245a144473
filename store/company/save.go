package company

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/company"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/memos"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// ErrFault says that a director's answer breaks a rule as things stand now. Nothing of it
// was done.
var ErrFault = errors.New("the answer breaks a rule")

func checkLease(t *sqldb.Tx, l company.SittingLease) error {
	var n int
	err := t.Get(&n, `
		SELECT count(*) FROM departments d JOIN beats b ON b.name = ? WHERE d.id = ? AND d.fence = ? AND b.holder = ? AND b.until > ?`,
		makeClaimName(l.Department), l.Department, l.Fence, l.Owner, t.Now)
	if err != nil {
		return fmt.Errorf("look for the claim on %s: %w", l.Department, err)
	}
	if n == 0 {
		return org.ErrLeaseLost
	}
	return nil
}

// SaveSitting carries out a director's answer whole: every action in its order, the
// card for the founder, the record of the turn. An answer that breaks a rule as things stand
// now returns ErrFault, and nothing of it is done.
func (d *Departments) SaveSitting(ctx context.Context, s company.Sitting, r company.DirectorReply) error {
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "save-sitting"
		if err := checkLease(t, s.Lease); err != nil {
			return err
		}
		now := company.Sitting{Lease: s.Lease, Review: s.Review}
		if err := readScene(ctx, t, &now, sqldb.Moment(t.Now)); err != nil {
			return err
		}
		now.Memos = filterShown(now, s)
		now.Day = s.Day
		if faults := company.Check(now, r); len(faults) > 0 {
			return fmt.Errorf("%w: %s", ErrFault, strings.Join(faults, "; "))
		}
		st, err := readState(ctx, t)
		if err != nil {
			return err
		}
		x := turn{t: t, s: now, shown: s, answer: r, state: st, by: fmt.Sprintf("%s:%d", s.Lease.Department, s.Lease.N), sent: map[int]org.MemoID{}}
		for i, a := range r.Actions {
			if err := x.runAction(i+1, a); err != nil {
				return fmt.Errorf("action %d: %w", i+1, err)
			}
		}
		if err := x.settleRest(); err != nil {
			return err
		}
		return x.recordTurn()
	})
	return sqldb.Wrap("save the turn of "+string(s.Lease.Department), err)
}

// filterShown keeps the memos that a turn was about, as they stand now: what came since then
// belongs to the next turn, and what was dropped to none.
func filterShown(now, shown company.Sitting) []company.Memo {
	var out []company.Memo
	for _, m := range now.Memos {
		for _, k := range shown.Memos {
			if k.ID == m.ID {
				out = append(out, m)
			}
		}
	}
	return out
}

type turn struct {
	t      *sqldb.Tx
	s      company.Sitting
	shown  company.Sitting // as its director was shown it, before the present state was read
	answer company.DirectorReply
	state  state
	by     string
	sent   map[int]org.MemoID
	deeds  []company.Deed
	ended  map[org.MemoID]bool
	about  map[org.MemoID]org.MemoID // messages that an action answered, with the answer
}

func (x *turn) findMemo(id string) company.Memo {
	for _, m := range x.s.Memos {
		if string(m.ID) == id {
			return m
		}
	}
	return company.Memo{}
}

func (x *turn) runAction(n int, a company.DirectorAction) error {
	m := x.findMemo(a.Message)
	deed := company.Deed{Op: a.Op, About: m.ID, Subject: a.Subject, Why: a.Body}
	var err error
	switch a.Op {
	case company.OpSend:
		err = x.sendMemo(n, a, m, &deed)
	case company.OpAsk:
		err = x.askFounder(n, a, m, &deed)
	case company.OpOpen:
		err = x.openProject(n, a, m, &deed)
	case company.OpSteer:
		err = x.steerProject(n, a, &deed)
	case company.OpDefer:
		err = x.deferMemo(a, m, &deed)
	case company.OpDecline:
		err = x.endMemo(m.ID, company.MemoDeclined, a.Body, true)
	case company.OpDone:
		err = x.endMemo(m.ID, company.MemoSettled, a.Body, true)
	case company.OpNote:
	default:
		err = fmt.Errorf("there is no action %q", a.Op)
	}
	x.deeds = append(x.deeds, deed)
	return err
}

func (x *turn) endMemo(id org.MemoID, as company.MemoState, why string, answered bool) error {
	if x.ended == nil {
		x.ended = map[org.MemoID]bool{}
	}
	x.ended[id] = true
	return memos.End(x.t, id, memos.Ending{State: as, By: x.by, Reason: why, Answered: answered})
}

// settleRest settles the messages that were answered by another one alone.
func (x *turn) settleRest() error {
	for id, with := range x.about {
		if x.ended[id] {
			continue
		}
		if err := x.endMemo(id, company.MemoSettled, "answered with "+string(with), false); err != nil {
			return err
		}
	}
	return nil
}

func (x *turn) makeKey(n int) string { return fmt.Sprintf("sit:%s:%d", x.by, n) }

// chooseRoot names what a new message comes of: that of the message it answers, or the day's
// review.
func (x *turn) chooseRoot(m company.Memo) org.MemoID {
	if m.ID == "" {
		return org.MemoID("review:" + x.s.Day.Format(time.DateOnly))
	}
	return m.Root
}

func (x *turn) parseWait(after string) org.MemoID {
	if at, ok := strings.CutPrefix(after, "#"); ok {
		n, err := strconv.Atoi(at)
		if err != nil {
			return ""
		}
		return x.sent[n]
	}
	return org.MemoID(after)
}

func (x *turn) sendMemo(n int, a company.DirectorAction, m company.Memo, deed *company.Deed) error {
	to := org.Department(a.To)
	k := company.Memo{
		Kind: a.Kind, From: x.s.Lease.Department, To: to, Project: org.ProjectID(a.Project), Root: x.chooseRoot(m), ReplyTo: m.ID, Hops: m.Hops,
		Subject: a.Subject, Body: a.Body, Data: company.MemoData{Status: a.Status, Yes: a.Status == "yes"},
	}
	if m.ID != "" && m.Kind != company.MemoDirective {
		k.Hops++
	}
	if a.Cap > 0 {
		k.Data.Cap = toNanoUSD(a.Cap)
	}
	if a.After != "" {
		k.State, k.Waits = company.MemoDeferred, x.parseWait(a.After)
		deed.Waits = k.Waits
	}
	if open := org.MemoID(a.Message); m.ID == "" && open != "" { // a decision that closes an objective
		k.ReplyTo = open
		if err := x.endMemo(open, company.MemoSettled, a.Body, false); err != nil {
			return err
		}
	}
	stuck, err := x.isPingPong(k)
	if err != nil {
		return err
	}
	if stuck {
		k.State, k.Waits, k.Reason = company.MemoStuck, "", "it went back and forth between the two too often"
	}
	id, err := memos.Send(x.t, x.makeKey(n), x.by, k)
	if err != nil {
		return err
	}
	x.sent[n] = id
	deed.Memo, deed.Kind, deed.To, deed.Project, deed.Cap = id, a.Kind, to, org.ProjectID(a.Project), k.Data.Cap
	if m.ID != "" && m.Kind != company.MemoDirective {
		if x.about == nil {
			x.about = map[org.MemoID]org.MemoID{}
		}
		x.about[m.ID] = id
	}
	if stuck {
		return sendCard(x.t, x.state, "stuck:"+string(id), company.Facts{What: company.NewsStuck, From: k.From, Memo: id, Root: k.Root, Title: k.Subject, Text: k.Reason})
	}
	return x.applyEffect(id, k, a.Items)
}

func (x *turn) isPingPong(k company.Memo) (bool, error) {
	from, to, back := k.To, k.From, 0
	for id := k.ReplyTo; id != ""; {
		m, err := readMemo(x.t.Ctx, x.t, id)
		if err != nil {
			return false, err
		}
		if m.From != from || m.To != to {
			break
		}
		back++
		from, to, id = to, from, m.ReplyTo
	}
	return back >= PingPong, nil
}

func (x *turn) applyProgress(id org.MemoID, k company.Memo) error {
	switch k.Data.Status {
	case company.StatusPaused:
		if err := pauseProject(x.t, k.Project, id); err != nil {
			return err
		}
		return sendCard(x.t, x.state, "paused:"+string(id), company.Facts{What: company.NewsPaused, From: k.From, Memo: id, Project: k.Project, Title: k.Subject, Text: k.Body})
	case company.StatusProgress:
		return resumeProject(x.t, k.Project, id)
	}
	if err := x.t.Exec(`UPDATE projects SET health = ? WHERE id = ?`, k.Data.Status, k.Project); err != nil {
		return err
	}
	return x.t.Event(org.Event{
		Kind: org.EventHealth, Project: k.Project, Text: fmt.Sprintf("Management says %s (%s): %s", strings.ReplaceAll(k.Data.Status, "_", " "), id, k.Subject),
		Data: map[string]string{"health": k.Data.Status, "memo": string(id)},
	})
}

func (x *turn) askFounder(n int, a company.DirectorAction, m company.Memo, deed *company.Deed) error {
	id, err := memos.Send(x.t, x.makeKey(n), x.by, company.Memo{
		Kind: company.MemoEscalation, From: x.s.Lease.Department, To: org.Founder, Project: org.ProjectID(a.Project), Root: x.chooseRoot(m), ReplyTo: m.ID, Hops: m.Hops,
		Subject: a.Subject, Body: a.Body, Data: company.MemoData{Options: a.Items},
	})
	if err != nil {
		return err
	}
	x.sent[n] = id
	deed.Memo, deed.Kind, deed.To = id, company.MemoEscalation, org.Founder
	if m.ID != "" && m.Kind != company.MemoDirective {
		if x.about == nil {
			x.about = map[org.MemoID]org.MemoID{}
		}
		x.about[m.ID] = id
	}
	return sendCard(x.t, x.state, "asks:"+string(id), company.Facts{
		What: company.NewsQuestion, From: x.s.Lease.Department, Memo: id, Root: x.chooseRoot(m), Title: a.Subject, Text: a.Body, Options: a.Items,
	})
}

func (x *turn) deferMemo(a company.DirectorAction, m company.Memo, deed *company.Deed) error {
	x.markDeferred(m.ID)
	if day, err := time.ParseInLocation(time.DateOnly, a.After, x.s.Day.Location()); err == nil {
		deed.Until = a.After
		return memos.PutOff(x.t, m.ID, "", day, a.Body)
	}
	deed.Waits = x.parseWait(a.After)
	return memos.PutOff(x.t, m.ID, deed.Waits, time.Time{}, a.Body)
}

// markDeferred keeps a message that was put off from being settled by what was sent about it.
func (x *turn) markDeferred(id org.MemoID) {
	if x.ended == nil {
		x.ended = map[org.MemoID]bool{}
	}
	x.ended[id] = true
}

func (x *turn) recordTurn() error {
	summary := x.answer.Summary
	l := x.s.Lease
	deeds, err := sqldb.JSONText(sqldb.OrEmpty(x.deeds))
	if err != nil {
		return err
	}
	shown, err := sqldb.JSONText(x.shown)
	if err != nil {
		return err
	}
	answer, err := sqldb.JSONText(x.answer)
	if err != nil {
		return err
	}
	var about []org.MemoID
	for _, m := range x.s.Memos {
		about = append(about, m.ID)
	}
	ids, err := sqldb.JSONText(sqldb.OrEmpty(about))
	if err != nil {
		return err
	}
	setup, err := x.t.NoteSetup()
	if err != nil {
		return err
	}
	err = x.t.Exec(`
		INSERT INTO sittings (department, n, mode, state, summary, deeds, memos, input_hash, shown, answer, at, setup) VALUES (?, ?, ?, 'done', ?, ?, ?, ?, ?, ?, ?, ?)`,
		l.Department, l.N, x.s.Mode, memos.Clip(x.answer.Summary, org.MemoChars), deeds, ids, x.s.Hash, shown, answer, x.t.Now, setup)
	if err != nil {
		return err
	}
	if err := releaseDepartment(x.t, l, x.s.Hash, false); err != nil {
		return err
	}
	err = x.t.Event(org.Event{
		Kind: org.EventSittingDone, Text: fmt.Sprintf("%s decided: %s", l.Department.Name(), memos.Clip(summary, org.MemoNote)),
		Data: map[string]string{"turn": x.by, "mode": string(x.s.Mode)},
	})
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(x.deeds, func(d company.Deed) bool { return d.Op != company.OpNote }) {
		return nil // nothing that a founder need know
	}
	f := company.Facts{What: company.NewsSitting, From: l.Department, Title: summary, CEO: x.s.Mode == company.ModeCEO, Deeds: x.deeds, Left: x.s.Money.Left(), Cap: x.s.Money.Cap}
	for _, m := range x.s.Memos {
		if f.Root == "" || m.Kind == company.MemoDirective {
			f.Root = m.Root
		}
	}
	for _, d := range x.deeds {
		if f.CEO && d.Op == company.OpDone && d.About == f.Root {
			if f.Running, f.Waiting, err = readOpenWork(x.t, f.Root); err != nil {
				return err
			}
		}
	}
	return sendCard(x.t, x.state, "turn:"+x.by, f)
}

// readOpenWork reads what goes on of an order that is done: its open projects, and its messages
// that nobody has settled.
func readOpenWork(t *sqldb.Tx, root org.MemoID) ([]org.ProjectName, []company.Memo, error) {
	open, err := record.ProjectsOf(t.Ctx, t, `projects.state IN ('active', 'paused') AND projects.for_memo IN (SELECT id FROM memos WHERE root = ?)`, root)
	if err != nil {
		return nil, nil, err
	}
	var names []org.ProjectName
	for _, p := range open {
		names = append(names, org.ProjectName{ID: p.ID, Title: p.Title, State: p.State})
	}
	all, err := memos.Of(t.Ctx, t, memos.Waiting+` AND root = ?`, root)
	if err != nil {
		return nil, nil, err
	}
	var waiting []company.Memo
	for _, m := range all { // what a report says is on the card already
		if !m.Kind.Report() {
			waiting = append(waiting, company.Memo{ID: m.ID, Kind: m.Kind, From: m.From, To: m.To, Subject: m.Subject})
		}
	}
	return names, waiting, nil
}

// Who has messages left that he was not shown thinks again.
func releaseDepartment(t *sqldb.Tx, l company.SittingLease, seen string, again bool) error {
	if err := t.Exec(`DELETE FROM beats WHERE name = ? AND holder = ?`, makeClaimName(l.Department), l.Owner); err != nil {
		return err
	}
	err := t.Exec(`UPDATE departments SET due_at = NULL, review = 0, sittings = ?, sat_at = ?, seen_hash = ? WHERE id = ?`, l.N, t.Now, seen, l.Department)
	if err != nil {
		return err
	}
	var left, orders int
	const waiting = `FROM memos WHERE recipient = ? AND ` + memos.Waiting + ` AND state = 'open' AND kind <> 'objective'`
	if err := t.Get(&left, `SELECT count(*) `+waiting, l.Department); err != nil {
		return err
	}
	if err := t.Get(&orders, `SELECT count(*) `+waiting+` AND kind = 'directive'`, l.Department); err != nil {
		return err
	}
	if left == 0 && !again {
		return nil
	}
	return memos.Think(t, l.Department, orders > 0 && !again)
}

// AbortSitting ends a turn whose answer could not be used, twice. After SittingTries such
// turns over the same message it is stuck, and the founder is told. It is tried again
// some time later.
func (d *Departments) AbortSitting(ctx context.Context, s company.Sitting, fault string) error {
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "abort-sitting"
		if err := checkLease(t, s.Lease); err != nil {
			return err
		}
		l := s.Lease
		ids, err := json.Marshal(sqldb.OrEmpty(collectIDs(s.Memos)))
		if err != nil {
			return err
		}
		err = t.Exec(`
			INSERT INTO sittings (department, n, mode, state, fault, memos, input_hash, at) VALUES (?, ?, ?, 'aborted', ?, ?, ?, ?)`,
			l.Department, l.N, s.Mode, memos.Clip(fault, org.MemoChars), string(ids), s.Hash, t.Now)
		if err != nil {
			return err
		}
		err = t.Event(org.Event{
			Kind: org.EventSittingAborted, Text: fmt.Sprintf("%s could not decide: %s", l.Department.Name(), memos.Clip(fault, org.MemoNote)),
			Data: map[string]string{"turn": fmt.Sprintf("%s:%d", l.Department, l.N)},
		})
		if err != nil {
			return err
		}
		if err := countFailedTurn(t, s, fault); err != nil {
			return err
		}
		return releaseDepartment(t, l, "", s.Review && len(s.Memos) > 0)
	})
	return sqldb.Wrap("abort the turn of "+string(s.Lease.Department), err)
}

func collectIDs(all []company.Memo) []org.MemoID {
	var out []org.MemoID
	for _, m := range all {
		out = append(out, m.ID)
	}
	return out
}

func countFailedTurn(t *sqldb.Tx, s company.Sitting, fault string) error {
	st, err := readState(t.Ctx, t)
	if err != nil {
		return err
	}
	for _, m := range s.Memos {
		var tries []int
		err := t.All(&tries, `UPDATE memos SET tries = tries + 1 WHERE id = ? AND state = 'open' RETURNING tries`, m.ID)
		if err != nil {
			return fmt.Errorf("count a try of %s: %w", m.ID, err)
		}
		if len(tries) == 0 || tries[0] < SittingTries {
			continue
		}
		if err := memos.End(t, m.ID, memos.Ending{State: company.MemoStuck, By: memos.ByCode, Reason: fault, Answered: true}); err != nil {
			return err
		}
		err = sendCard(t, st, "stuck:"+string(m.ID), company.Facts{What: company.NewsStuck, From: m.To, Memo: m.ID, Root: m.Root, Title: m.Subject, Text: fault})
		if err != nil {
			return err
		}
	}
	return nil
}

// PutBackSitting lets go of a turn that cannot be had now, for want of money or of a
// model; it is tried again when wait is over.
func (d *Departments) PutBackSitting(ctx context.Context, l company.SittingLease, wait time.Duration) error {
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "put-back-sitting"
		if err := checkLease(t, l); err != nil {
			return err
		}
		if err := t.Exec(`DELETE FROM beats WHERE name = ? AND holder = ?`, makeClaimName(l.Department), l.Owner); err != nil {
			return err
		}
		return t.Exec(`UPDATE departments SET due_at = ? WHERE id = ?`, t.Now+wait.Microseconds(), l.Department)
	})
	return sqldb.Wrap("put the turn of "+string(l.Department)+" back", err)
}
