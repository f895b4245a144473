// Package memos keeps what departments write to each other, for who lets directors
// think and for who ends what they ordered.
package memos

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/company"
	"github.com/frasier-cos/frasier/internal/excerpt"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Who made or settled a memo that no director did.
const (
	ByFounder = "founder"
	ByCode    = "code"
)

type row struct {
	ID        org.MemoID
	Kind      company.MemoKind
	Sender    org.Department
	Recipient org.Department
	Project   sql.NullString `db:"project_id"`
	Reserved  sql.NullString
	Root      org.MemoID
	ReplyTo   sql.NullString `db:"reply_to"`
	Hops      int
	Subject   string
	Body      string
	Data      string
	State     company.MemoState
	Reason    string
	Waits     sql.NullString
	WakeAt    sql.NullInt64 `db:"wake_at"`
	Defers    int
	CreatedAt int64         `db:"created_at"`
	EndedAt   sql.NullInt64 `db:"ended_at"`
}

const columns = `id, kind, sender, recipient, project_id, reserved, root, reply_to, hops, subject, body, data, state, reason, waits, wake_at, defers, created_at, ended_at`

func (r row) toMemo() (company.Memo, error) {
	m := company.Memo{
		ID: r.ID, Kind: r.Kind, From: r.Sender, To: r.Recipient, Project: org.ProjectID(r.Project.String + r.Reserved.String), Root: r.Root,
		ReplyTo: org.MemoID(r.ReplyTo.String), Hops: r.Hops, Subject: r.Subject, Body: r.Body, State: r.State, Reason: r.Reason,
		Waits: org.MemoID(r.Waits.String), Until: sqldb.NullMoment(r.WakeAt), Defers: r.Defers, At: sqldb.Moment(r.CreatedAt), Ended: sqldb.NullMoment(r.EndedAt),
	}
	return m, sqldb.FromJSON(r.Data, &m.Data)
}

// Waiting selects the memos of which something may still become. The index of those is
// used only where it is asked for in these words, so each look for open or deferred ones
// begins with it: without, it would read all that was ever written.
const Waiting = `state IN ('open', 'deferred')`

// Of reads the memos that a condition selects, oldest first.
func Of(ctx context.Context, q sqldb.Getter, where string, args ...any) ([]company.Memo, error) {
	var rows []row
	if err := sqldb.Many(ctx, q, &rows, `SELECT `+columns+` FROM memos WHERE `+where+` ORDER BY seq`, args...); err != nil {
		return nil, fmt.Errorf("read memos: %w", err)
	}
	out := make([]company.Memo, 0, len(rows))
	for _, r := range rows {
		m, err := r.toMemo()
		if err != nil {
			return nil, fmt.Errorf("read memo %s: %w", r.ID, err)
		}
		out = append(out, m)
	}
	return out, nil
}

// Send stores a memo, wakes who waited for it, and has its receiver think. A second one
// of the same key is dropped, and the first one's id returned.
func Send(t *sqldb.Tx, key, by string, m company.Memo) (org.MemoID, error) {
	var known []org.MemoID
	if err := t.All(&known, `SELECT id FROM memos WHERE key = ?`, key); err != nil || len(known) > 0 {
		return takeFirst(known), sqldb.Wrap("look for memo "+key, err)
	}
	minted, err := t.NextID("k")
	if err != nil {
		return "", err
	}
	m.ID = org.MemoID(minted)
	if m.Root == "" && m.Kind == company.MemoDirective {
		m.Root = m.ID
	}
	if m.State == "" {
		m.State = company.MemoOpen
	}
	if m.Project == "" {
		m.Project = company.ReservedFor(m.From)
	}
	var project, reserved sql.NullString
	if company.Reserved(m.Project) {
		reserved = sqldb.Nullable(m.Project)
	} else {
		project = sqldb.Nullable(m.Project)
	}
	data, err := sqldb.JSONText(m.Data)
	if err != nil {
		return "", err
	}
	var ended sql.NullInt64
	if m.State.Ended() {
		ended = sql.NullInt64{Int64: t.Now, Valid: true}
	}
	err = t.Exec(`
		INSERT INTO memos (id, key, kind, sender, recipient, project_id, reserved, root, reply_to, hops, subject, body, data, state, reason,
		                   waits, wake_at, made_by, expires_at, created_at, ended_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		m.ID, key, m.Kind, m.From, m.To, project, reserved, m.Root, sqldb.Nullable(m.ReplyTo), m.Hops, Clip(m.Subject, org.MemoSubject),
		Clip(m.Body, org.MemoChars), data, m.State, m.Reason, sqldb.Nullable(m.Waits), sqldb.NullMicros(m.Until), by,
		t.Now+org.MemoLife.Microseconds(), t.Now, ended)
	if err != nil {
		return "", fmt.Errorf("store memo %s of %s to %s: %w", m.Kind, m.From, m.To, err)
	}
	err = t.Event(org.Event{
		Kind: org.EventMemoSent, Project: nameProject(m.Project), Text: fmt.Sprintf("%s to %s (%s): %s", m.From.Name(), m.To.Name(), m.ID, m.Subject),
		Data: map[string]string{"memo": string(m.ID), "kind": string(m.Kind), "root": string(m.Root), "for": string(m.ReplyTo)},
	})
	if err != nil {
		return "", err
	}
	if err := wakeAsker(t, m, by); err != nil {
		return "", err
	}
	if m.State == company.MemoOpen {
		err = Think(t, m.To, m.Kind == company.MemoDirective)
	}
	return m.ID, err
}

func takeFirst(ids []org.MemoID) org.MemoID {
	if len(ids) == 0 {
		return ""
	}
	return ids[0]
}

// nameProject names a project for a line of the journal: none for a reserved one.
func nameProject(p org.ProjectID) org.ProjectID {
	if company.Reserved(p) {
		return ""
	}
	return p
}

// Clip cuts to n characters.
func Clip(text string, n int) string {
	if utf8.RuneCountInString(text) <= n {
		return text
	}
	return string([]rune(text)[:n-1]) + "…"
}

// wakeAsker wakes who asked when he has his answer. What others wait for it with goes on when he
// has judged the answer, see releaseJudged: until then nobody has said that it will do.
func wakeAsker(t *sqldb.Tx, m company.Memo, by string) error {
	var asked int
	if err := t.Get(&asked, `SELECT count(*) FROM memos WHERE id = ? AND (sender = ? OR ? = ?)`, m.ReplyTo, m.To, by, ByCode); err != nil {
		return fmt.Errorf("look for %s: %w", m.ReplyTo, err)
	}
	if asked == 0 {
		return nil
	}
	if m.State.Ended() {
		return Answered(t, m.ReplyTo)
	}
	return wakeWaiting(t, m.ReplyTo, ` AND recipient = ?`, m.To)
}

// releaseJudged lets go on what waits for the answer to a memo, when the one who asked has settled
// that answer. Of an answer that he declined nothing comes, and what waits for it falls.
func releaseJudged(t *sqldb.Tx, id org.MemoID, e Ending) error {
	asked, err := Of(t.Ctx, t, `id = (SELECT a.reply_to FROM memos a WHERE a.id = ?) AND sender = (SELECT a.recipient FROM memos a WHERE a.id = ?)`, id, id)
	if err != nil || len(asked) == 0 {
		return err
	}
	if e.State != company.MemoDeclined {
		return Answered(t, asked[0].ID)
	}
	waiting, err := Of(t.Ctx, t, Waiting+` AND waits = ? AND state = 'deferred' AND recipient <> ?`, asked[0].ID, asked[0].From)
	if err != nil {
		return err
	}
	for _, m := range waiting {
		fall := Ending{State: company.MemoDeclined, By: e.By, Reason: "the answer that it waited for was declined: " + e.Reason, Answered: true}
		if err := End(t, m.ID, fall); err != nil {
			return err
		}
	}
	return nil
}

// Answered wakes the memos that wait for the answer to another one.
func Answered(t *sqldb.Tx, id org.MemoID) error {
	return wakeWaiting(t, id, "")
}

func wakeWaiting(t *sqldb.Tx, id org.MemoID, condition string, args ...any) error {
	if id == "" {
		return nil
	}
	var rows []struct{ Recipient org.Department }
	err := t.All(&rows, `UPDATE memos SET state = 'open', waits = NULL, wake_at = NULL WHERE `+Waiting+` AND waits = ? AND state = 'deferred'`+condition+` RETURNING recipient`,
		append([]any{id}, args...)...)
	if err != nil {
		return fmt.Errorf("wake what waits for %s: %w", id, err)
	}
	for _, r := range rows {
		if err := Think(t, r.Recipient, false); err != nil {
			return err
		}
	}
	return nil
}

// Think has a department's director think: at once, or some time after he did last.
func Think(t *sqldb.Tx, d org.Department, now bool) error {
	if !d.Valid() {
		return nil
	}
	var rows []struct {
		Due sql.NullInt64 `db:"due_at"`
		Sat sql.NullInt64 `db:"sat_at"`
	}
	if err := t.All(&rows, `SELECT due_at, sat_at FROM departments WHERE id = ?`, d); err != nil || len(rows) == 0 {
		return sqldb.Wrap("have "+string(d)+" think", err)
	}
	at := t.Now
	if !now && rows[0].Sat.Valid {
		at = max(at, rows[0].Sat.Int64+SittingsApart.Microseconds())
	}
	if rows[0].Due.Valid {
		at = min(at, rows[0].Due.Int64)
	}
	t.Wake = true
	return sqldb.Wrap("have "+string(d)+" think", t.Exec(`UPDATE departments SET due_at = ? WHERE id = ?`, at, d))
}

// Ending says how a memo ends.
type Ending struct {
	State    company.MemoState
	By       string
	Reason   string
	Answered bool // nothing more comes of it: who waits for its answer is woken
}

// End ends a memo. One that a project is opened for is answered when that ends.
func End(t *sqldb.Tx, id org.MemoID, e Ending) error {
	n, err := t.Change(`
		UPDATE memos SET state = ?, settled_by = ?, reason = ?, ended_at = ?, waits = NULL, wake_at = NULL WHERE id = ? AND state IN ('open', 'deferred')`,
		e.State, e.By, Clip(e.Reason, org.MemoChars), t.Now, id)
	if err != nil {
		return fmt.Errorf("end memo %s: %w", id, err)
	}
	if n == 0 {
		return fmt.Errorf("%s has ended: %w", id, org.ErrConflict)
	}
	kind := org.EventMemoSettled
	if e.State == company.MemoStuck {
		kind = org.EventMemoStuck
	}
	err = t.Event(org.Event{Kind: kind, Text: fmt.Sprintf("%s is %s: %s", id, e.State, Clip(e.Reason, org.MemoSubject)), Data: map[string]string{"memo": string(id), "state": string(e.State)}})
	if err != nil {
		return err
	}
	if err := releaseJudged(t, id, e); err != nil || !e.Answered {
		return err
	}
	return Answered(t, id)
}

// PutOff defers a memo until a time, or until another one is answered.
func PutOff(t *sqldb.Tx, id, waits org.MemoID, until time.Time, reason string) error {
	err := t.Exec(`
		UPDATE memos SET state = 'deferred', waits = ?, wake_at = ?, reason = ?, defers = defers + 1 WHERE id = ? AND state = 'open'`,
		sqldb.Nullable(waits), sqldb.NullMicros(until), Clip(reason, org.MemoChars), id)
	if err != nil {
		return fmt.Errorf("put %s off: %w", id, err)
	}
	return t.Event(org.Event{Kind: org.EventMemoSettled, Text: fmt.Sprintf("%s is put off: %s", id, Clip(reason, org.MemoSubject)), Data: map[string]string{"memo": string(id), "state": string(company.MemoDeferred)}})
}

// formatReason says why a project ended otherwise than it should.
func formatReason(p org.Project) string {
	if p.State == org.ProjectCompleted || p.Outcome == "" {
		return ""
	}
	return " " + strings.ToUpper(p.Outcome[:1]) + p.Outcome[1:] + "."
}

// Order reads the founder's words that a project of a director's serves. They are
// empty for a project that he asked for himself.
func Order(ctx context.Context, q sqldb.Getter, p org.Project) (string, error) {
	if p.OpenedBy == "" {
		return "", nil
	}
	var words []string
	err := sqldb.Many(ctx, q, &words, `
		SELECT o.body FROM memos m JOIN memos o ON o.id = m.root WHERE m.id = ? AND o.kind = 'directive'`, p.ForMemo)
	if err != nil || len(words) == 0 {
		return "", sqldb.Wrap("read the order behind "+string(p.ID), err)
	}
	return words[0], nil
}

// Reasons leads from a memo back to the founder's directive, or to what a review began
// with: itself first. A memo that is not there leads nowhere.
func Reasons(ctx context.Context, q sqldb.Getter, id org.MemoID) ([]company.Memo, error) {
	var out []company.Memo
	for id != "" {
		found, err := Of(ctx, q, `id = ?`, id)
		if err != nil || len(found) == 0 {
			return out, err
		}
		out = append(out, found[0])
		id = found[0].ReplyTo
	}
	return out, nil
}

// Risk tells Management that the watch stepped in, or would, in a project that a department
// opened. It does nothing about a project of the founder's.
func Risk(t *sqldb.Tx, p org.Project, a reports.Alert) error {
	if p.OpenedBy == "" || a.Level != reports.LevelHigh {
		return nil
	}
	asked, err := Of(t.Ctx, t, `id = ?`, p.ForMemo)
	if err != nil {
		return err
	}
	m := company.Memo{
		Kind: company.MemoRisk, From: p.OpenedBy, To: org.Management, Project: p.ID,
		Subject: Clip("Trouble in "+p.Title, org.MemoSubject), Body: Clip(a.Text, org.MemoChars),
	}
	if len(asked) > 0 {
		m.Root, m.Hops = asked[0].Root, asked[0].Hops
	}
	_, err = Send(t, "risk:"+a.ID, ByCode, m)
	return err
}

// Report tells the departments what came of a project that one of them opened: who asked for
// it, and Business. It does nothing about a project of the founder's.
func Report(t *sqldb.Tx, p org.Project, n int, spent org.NanoUSD, document string) error {
	if p.OpenedBy == "" {
		return nil
	}
	asked, err := Of(t.Ctx, t, `id = ?`, p.ForMemo)
	if err != nil {
		return err
	}
	document = excerpt.Plain(document)
	m := company.Memo{
		Kind: company.ReportKind(p.OpenedBy), From: p.OpenedBy, Project: p.ID, Subject: Clip(fmt.Sprintf("%s is %s", p.Title, p.State), org.MemoSubject),
		Body: Clip(fmt.Sprintf("%s is %s and cost %s.%s\n\n%s", p.ID, p.State, org.Cents(spent), formatReason(p), document), org.MemoChars),
	}
	to := []org.Department{org.Business}
	if len(asked) > 0 {
		m.Root, m.ReplyTo, m.Hops = asked[0].Root, asked[0].ID, asked[0].Hops
		if asked[0].From != org.Business && asked[0].From != org.Founder {
			to = append(to, asked[0].From)
		}
	}
	for _, d := range to {
		if d == p.OpenedBy {
			continue
		}
		m.To = d
		if _, err := Send(t, fmt.Sprintf("report:%s:%d:%s", p.ID, n, d), ByCode, m); err != nil {
			return err
		}
	}
	if len(asked) > 0 && (asked[0].From == org.Founder || asked[0].From == p.OpenedBy) { // no report goes to who asked
		if err := Answered(t, m.ReplyTo); err != nil {
			return err
		}
	}
	// A department goes on with what it opened a project for itself.
	if p.OpenedBy == org.Business {
		err = t.Exec(`UPDATE memos SET state = 'open', wake_at = NULL WHERE id = ? AND kind = 'directive' AND state = 'deferred'`, p.ForMemo)
		if err != nil {
			return fmt.Errorf("go on with %s: %w", p.ForMemo, err)
		}
		return Think(t, org.Business, false)
	}
	return nil
}
