package ledger

import (
	"context"
	"strconv"
	"strings"

	"github.com/jmoiron/sqlx"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// SaveReplay keeps what other prompts made of steps, and returns its id.
func (d *Ledger) SaveReplay(ctx context.Context, r reports.Replay) (string, error) {
	var id string
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "save-replay"
		var err error
		if id, err = t.NextID("re"); err != nil {
			return err
		}
		seq, err := strconv.Atoi(strings.TrimPrefix(id, "re"))
		if err != nil {
			return err
		}
		if err := t.Exec(`INSERT INTO replays (id, seq, projects, spent, at) VALUES (?, ?, ?, ?, ?)`, id, seq, r.Projects, int64(r.Spent), t.Now); err != nil {
			return err
		}
		for i, s := range r.Steps {
			if err := t.Exec(`
				INSERT INTO replay_steps (replay_id, n, project_id, step_id, stage, why, quotes_was, quotes, findings_was, findings, score_was, score,
				    points_met_was, points_asked_was, points_met, points_asked, words_was, words, cost_was, cost)
				VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, id, i, s.Project, s.Step, s.From, s.Why, s.Before.Quotes, s.Now.Quotes,
				s.Before.Findings, s.Now.Findings, s.Before.Score, s.Now.Score,
				s.Before.Points.Met, s.Before.Points.Asked, s.Now.Points.Met, s.Now.Points.Asked, s.Before.Words, s.Now.Words, int64(s.Before.Cost), int64(s.Now.Cost)); err != nil {
				return err
			}
		}
		return nil
	})
	return id, sqldb.Wrap("keep what was done anew", err)
}

type replayRow struct {
	ID       string
	Projects int
	Spent    int64
	At       int64
}

// Replay returns what was done anew once. It returns org.ErrNotFound for an unknown id.
func (d *Ledger) Replay(ctx context.Context, id string) (reports.Replay, error) {
	all, err := d.readReplays(ctx, `id = ?`, id)
	if err == nil && len(all) == 0 {
		err = org.ErrNotFound
	}
	if err != nil {
		return reports.Replay{}, sqldb.Wrap("read "+id, err)
	}
	return all[0], nil
}

// Replays returns what was done anew last, at most n times, the newest first: of one
// project, or of all ("").
func (d *Ledger) Replays(ctx context.Context, p org.ProjectID, n int) ([]reports.Replay, error) {
	all, err := d.readReplays(ctx, `? = '' OR id IN (SELECT replay_id FROM replay_steps WHERE project_id = ?) ORDER BY seq DESC LIMIT ?`, p, p, n)
	return all, sqldb.Wrap("list what was done anew", err)
}

func (d *Ledger) readReplays(ctx context.Context, where string, args ...any) ([]reports.Replay, error) {
	var out []reports.Replay
	err := d.db.View(ctx, func(q sqldb.Getter) error {
		var rows []replayRow
		if err := sqldb.Many(ctx, q, &rows, `SELECT id, projects, spent, at FROM replays WHERE `+where, args...); err != nil || len(rows) == 0 {
			return err
		}
		place := map[string]int{}
		ids := make([]string, 0, len(rows))
		for _, r := range rows {
			place[r.ID] = len(out)
			ids = append(ids, r.ID)
			out = append(out, reports.Replay{ID: r.ID, Projects: r.Projects, Spent: org.NanoUSD(r.Spent), At: sqldb.Moment(r.At)})
		}
		return readReplaySteps(ctx, q, ids, func(id string, s reports.RenewedStep) { out[place[id]].Steps = append(out[place[id]].Steps, s) })
	})
	return out, err
}

func readReplaySteps(ctx context.Context, q sqldb.Getter, ids []string, add func(string, reports.RenewedStep)) error {
	var rows []struct {
		Replay      string        `db:"replay_id"`
		Project     org.ProjectID `db:"project_id"`
		Step        org.StepID    `db:"step_id"`
		Stage, Why  string
		QuotesWas   int `db:"quotes_was"`
		Quotes      int
		FindingsWas int `db:"findings_was"`
		Findings    int
		ScoreWas    float64 `db:"score_was"`
		Score       float64
		MetWas      int `db:"points_met_was"`
		AskedWas    int `db:"points_asked_was"`
		Met         int `db:"points_met"`
		Asked       int `db:"points_asked"`
		WordsWas    int `db:"words_was"`
		Words       int
		CostWas     int64 `db:"cost_was"`
		Cost        int64
	}
	query, args, err := sqlx.In(`
		SELECT replay_id, project_id, step_id, stage, why, quotes_was, quotes, findings_was, findings, score_was, score,
		       points_met_was, points_asked_was, points_met, points_asked, words_was, words, cost_was, cost
		  FROM replay_steps WHERE replay_id IN (?) ORDER BY replay_id, n`, ids)
	if err != nil {
		return err
	}
	if err := sqldb.Many(ctx, q, &rows, query, args...); err != nil {
		return err
	}
	for _, r := range rows {
		add(r.Replay, reports.RenewedStep{
			Project: r.Project, Step: r.Step, From: r.Stage, Why: r.Why,
			Before: reports.Worth{Quotes: r.QuotesWas, Findings: r.FindingsWas, Score: r.ScoreWas, Points: org.Points{Met: r.MetWas, Asked: r.AskedWas}, Words: r.WordsWas, Cost: org.NanoUSD(r.CostWas)},
			Now:    reports.Worth{Quotes: r.Quotes, Findings: r.Findings, Score: r.Score, Points: org.Points{Met: r.Met, Asked: r.Asked}, Words: r.Words, Cost: org.NanoUSD(r.Cost)},
		})
	}
	return nil
}
