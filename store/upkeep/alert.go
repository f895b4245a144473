package upkeep

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"math"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/policy"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store/engine"
	"github.com/frasier-cos/frasier/store/memos"
	"github.com/frasier-cos/frasier/store/outbox"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

type alertRow struct {
	ID         string
	Key        string
	Signal     reports.Signal
	Project    org.ProjectID  `db:"project_id"`
	Mission    sql.NullString `db:"mission_id"`
	Step       sql.NullString `db:"step_id"`
	Confidence float64
	Level      reports.Level
	Body       string
	Advice     string
	Evidence   string
	Remedy     reports.Remedy
	Acted      bool
	Verdict    string
	CreatedAt  int64 `db:"created_at"`
}

const alertColumns = `id, key, signal, project_id, mission_id, step_id, confidence, level, body, advice, evidence, remedy, acted, verdict, created_at`

func (r alertRow) toAlert() (reports.Alert, error) {
	a := reports.Alert{
		ID: r.ID, Key: r.Key, Signal: r.Signal, Project: r.Project, Mission: org.MissionID(r.Mission.String), Step: org.StepID(r.Step.String),
		Confidence: r.Confidence, Level: r.Level, Text: r.Body, Advice: r.Advice, Remedy: r.Remedy, Acted: r.Acted, Verdict: r.Verdict,
		At: sqldb.Moment(r.CreatedAt),
	}
	return a, sqldb.FromJSON(r.Evidence, &a.Evidence)
}

// Raise records what the watcher noticed and, in the same transaction, does
// what its level allows: at the highest the remedy, when there is one and its
// bounds leave room, else it tells the founder with a suggestion; what is
// low waits for the daily digest. The same key is raised once; a second time
// returns false. The founder's verdicts on such alerts weigh on the
// confidence.
func (d *Upkeep) Raise(ctx context.Context, a reports.Alert) (reports.Alert, bool, error) {
	fresh, asked := false, a
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method, a = "raise", asked
		var known int
		err := t.Get(&known, `SELECT count(*) FROM alerts WHERE key = ?`, a.Key)
		if fresh = known == 0; err != nil || !fresh {
			return err
		}
		p, err := record.ProjectOf(ctx, t, a.Project)
		if err != nil {
			return err
		}
		if a, err = gradeAlert(t, a); err != nil {
			return err
		}
		minted, err := t.NextID("a")
		if err != nil {
			return err
		}
		a.ID, a.At = minted, sqldb.Moment(t.Now)
		if a.Level == reports.LevelHigh && a.Remedy != reports.RemedyNone {
			if a.Acted, err = runRemedy(t, a); err != nil {
				return err
			}
		}
		if !a.Acted && a.Level == reports.LevelHigh && a.Remedy != reports.RemedyNone {
			a.Level = reports.LevelMedium // there was no room, or nothing left to do
		}
		if err := insertAlert(t, a); err != nil {
			return err
		}
		if err := memos.Risk(t, p, a); err != nil {
			return err
		}
		return tellAlert(t, p, a)
	})
	return a, fresh, sqldb.Wrap("raise "+a.Key, err)
}

func gradeAlert(t *sqldb.Tx, a reports.Alert) (reports.Alert, error) {
	var n struct{ Good, Bad int }
	err := t.Get(&n, `
		SELECT count(CASE verdict WHEN 'right' THEN 1 END) AS good, count(CASE verdict WHEN 'wrong' THEN 1 END) AS bad
		  FROM alerts WHERE signal = ?`, a.Signal)
	if err != nil {
		return a, fmt.Errorf("read verdicts: %w", err)
	}
	var set struct{ Act, Suggest string }
	err = t.Get(&set, `
		SELECT coalesce(max(CASE name WHEN ? THEN value END), '') AS act, coalesce(max(CASE name WHEN ? THEN value END), '') AS suggest
		  FROM policies`, policy.WatchAct, policy.WatchSuggest)
	if err != nil {
		return a, fmt.Errorf("read thresholds: %w", err)
	}
	thresholds, err := reports.ParseThresholds(set.Act, set.Suggest)
	if err != nil {
		return a, fmt.Errorf("read thresholds: %w", err)
	}
	a.Level = thresholds.Level(reports.Calibrated(a.Confidence, n.Good, n.Bad))
	if math.IsNaN(a.Confidence) || a.Confidence < 0 || a.Confidence > 1 {
		a.Confidence = 0
	}
	return a, nil
}

// runRemedy does what an alert asks for, unless its bounds are reached; false when nothing was
// done. It is a fixed list: nothing here deletes, ends or sends anything.
func runRemedy(t *sqldb.Tx, a reports.Alert) (bool, error) {
	var n struct{ Step, Hour int }
	err := t.Get(&n, `
		SELECT (SELECT count(*) FROM alerts WHERE acted = 1 AND step_id = ?) AS step,
		       (SELECT count(*) FROM alerts WHERE acted = 1 AND created_at > ?) AS hour`,
		sqldb.Nullable(a.Step), t.Now-time.Hour.Microseconds())
	if err != nil {
		return false, fmt.Errorf("count remedies: %w", err)
	}
	if n.Step >= RemediesPerStep || n.Hour >= RemediesPerHour {
		return false, nil
	}
	switch a.Remedy {
	case reports.RemedyRequeue:
		rows, err := engine.ClaimedSteps(t, `id = ?`, a.Step)
		if err != nil || len(rows) == 0 {
			return false, err
		}
		t.Wake = true
		return true, engine.GiveBack(t, rows[0], org.ClaimExpired, "the watcher took it back")
	case reports.RemedyPause:
		p, err := record.ProjectOf(t.Ctx, t, a.Project)
		if err != nil || p.State != org.ProjectActive {
			return false, err
		}
		return true, engine.Pause(t, p, "")
	case reports.RemedyAdvise:
		return a.Step != "" && a.Advice != "", nil
	case reports.RemedyNone:
	}
	return false, nil
}

func insertAlert(t *sqldb.Tx, a reports.Alert) error {
	lines, err := sqldb.JSONText(sqldb.OrEmpty(a.Evidence))
	if err != nil {
		return err
	}
	err = t.Exec(`
		INSERT INTO alerts (id, key, signal, project_id, mission_id, step_id, confidence, level, body, advice, evidence, remedy, acted, created_at)
		VALUES (?, ?, ?, ?, (SELECT id FROM missions WHERE id = ?), (SELECT id FROM steps WHERE id = ?), ?, ?, ?, ?, ?, ?, ?, ?)`,
		a.ID, a.Key, a.Signal, a.Project, string(a.Mission), string(a.Step), a.Confidence, a.Level, a.Text, a.Advice, lines, a.Remedy, a.Acted, t.Now)
	if err != nil {
		return fmt.Errorf("store alert: %w", err)
	}
	return t.Event(org.Event{
		Kind: org.EventAlert, Project: a.Project, Mission: a.Mission, Step: a.Step, Text: a.Text,
		Data: map[string]string{"alert": a.ID, "signal": string(a.Signal), "level": string(a.Level), "confidence": fmt.Sprintf("%.2f", a.Confidence), "remedy": string(a.Remedy), "acted": fmt.Sprint(a.Acted)},
	})
}

// tellAlert tells the founder, unless the digest does.
func tellAlert(t *sqldb.Tx, p org.Project, a reports.Alert) error {
	if a.Level == reports.LevelLow {
		return nil
	}
	card := org.Card{Ping: a.Acted && a.Remedy == reports.RemedyPause, Buttons: []org.Button{
		{Label: "That is right", Command: "alert " + a.ID + " right", Style: org.StyleGood},
		{Label: "False alarm", Command: "alert " + a.ID + " wrong"},
	}}
	if !card.Ping { // an edit pings nobody
		card.Slot = makeAlertSlot(a, t.Now)
	}
	return outbox.Deliver(t, reports.Delivery{
		Key: "alert:" + a.ID, Channel: p.Channel, Project: p.ID, Kind: reports.DeliverNotice, Title: p.Title, Facts: reports.Facts{Alert: &a}, Card: card,
	})
}

// makeAlertSlot names what an alert is about on one day: a later one about the same takes the place
// of its message.
func makeAlertSlot(a reports.Alert, now int64) string {
	return fmt.Sprintf("alert:%s:%s", cmp.Or(string(a.Step), string(a.Mission), string(a.Signal)), sqldb.Moment(now).Format(time.DateOnly))
}

// JudgeAlert records the founder's word on an alert. The last word counts.
func (d *Upkeep) JudgeAlert(ctx context.Context, id string, right bool) error {
	verdict := "wrong"
	if right {
		verdict = "right"
	}
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "judge-alert"
		n, err := t.Change(`UPDATE alerts SET verdict = ? WHERE id = ?`, verdict, id)
		if err == nil && n == 0 {
			return org.ErrNotFound
		}
		return err
	})
	return sqldb.Wrap("judge alert "+id, err)
}

// Alerts returns what was raised at or after since, the newest first.
func (d *Upkeep) Alerts(ctx context.Context, since time.Time) ([]reports.Alert, error) {
	var rows []alertRow
	err := sqldb.Many(ctx, d.db.Read, &rows, `SELECT `+alertColumns+` FROM alerts WHERE created_at >= ? ORDER BY created_at DESC, length(id) DESC, id DESC`, sqldb.Micros(since))
	if err != nil {
		return nil, fmt.Errorf("list alerts: %w", err)
	}
	out := make([]reports.Alert, 0, len(rows))
	for _, r := range rows {
		a, err := r.toAlert()
		if err != nil {
			return nil, fmt.Errorf("read alert %s: %w", r.ID, err)
		}
		out = append(out, a)
	}
	return out, nil
}

// Advice returns what whoever works on a step is to hear before going on: first what the founder said of this
// step, then what the watcher has to say, each the oldest first.
func (d *Upkeep) Advice(ctx context.Context, step org.StepID) ([]string, error) {
	var out []string
	err := sqldb.Many(ctx, d.db.Read, &out, `
		SELECT body FROM (
			SELECT body, 0 AS watcher, at, message_id AS id FROM steering WHERE step_id = ?
			UNION ALL
			SELECT advice, 1, created_at, id FROM alerts WHERE step_id = ? AND remedy = 'advise' AND acted = 1 AND verdict <> 'wrong') heard
		 ORDER BY watcher, at, length(id), id`, step, step)
	return out, sqldb.Wrap("read advice for "+string(step), err)
}

// Watched returns what the watcher noticed last of a project within an hour, for the chief to know
// before he answers.
func Watched(ctx context.Context, q sqldb.Getter, id org.ProjectID, now time.Time) (string, error) {
	var text string
	err := sqldb.One(ctx, q, &text, `
		SELECT body FROM alerts WHERE project_id = ? AND level <> 'low' AND verdict <> 'wrong' AND created_at >= ?
		 ORDER BY created_at DESC, length(id) DESC, id DESC LIMIT 1`, id, sqldb.Micros(now.Add(-time.Hour)))
	if err != nil && !sqldb.NoRow(err) {
		return "", fmt.Errorf("read alerts of %s: %w", id, err)
	}
	return text, nil
}
