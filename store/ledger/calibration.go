package ledger

import (
	"context"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/sqldb"
)

type calibrationRow struct {
	Model, Kind string
	Good, Bad   float64
	GoodMet     int `db:"good_met"`
	GoodAsked   int `db:"good_asked"`
	BadMet      int `db:"bad_met"`
	BadAsked    int `db:"bad_asked"`
	Sound       bool
	Prompt      string
	N           int
	At          int64
}

func readCalibrations(ctx context.Context, q sqldb.Getter, where string, args ...any) ([]org.Calibration, error) {
	var rows []calibrationRow
	err := sqldb.Many(ctx, q, &rows, `
		SELECT model, kind, good, bad, good_met, good_asked, bad_met, bad_asked, sound, prompt, n, at FROM calibrations WHERE `+where+` ORDER BY model, kind`, args...)
	if err != nil {
		return nil, fmt.Errorf("read measurements of critics: %w", err)
	}
	out := make([]org.Calibration, 0, len(rows))
	for _, r := range rows {
		out = append(out, org.Calibration{
			Model: r.Model, Kind: r.Kind, Good: r.Good, Bad: r.Bad,
			GoodPoints: org.Points{Met: r.GoodMet, Asked: r.GoodAsked}, BadPoints: org.Points{Met: r.BadMet, Asked: r.BadAsked}, Sound: r.Sound, Prompt: r.Prompt, N: r.N, At: sqldb.Moment(r.At),
		})
	}
	return out, nil
}

// Calibration returns the newest measurement of a critic by its model and the
// kind of work, or org.ErrNotFound.
func (d *Ledger) Calibration(ctx context.Context, model, kind string) (org.Calibration, error) {
	all, err := readCalibrations(ctx, d.db.Read, `model = ? AND kind = ?`, model, kind)
	if err == nil && len(all) == 0 {
		err = fmt.Errorf("measurement of %s for %s: %w", model, kind, org.ErrNotFound)
	}
	if err != nil {
		return org.Calibration{}, err
	}
	return all[0], nil
}

// Calibrations returns the newest measurement of each critic.
func (d *Ledger) Calibrations(ctx context.Context) ([]org.Calibration, error) {
	return readCalibrations(ctx, d.db.Read, `1 = 1`)
}

// SaveCalibration keeps a measurement in the place of the one before. The
// journal says when a critic becomes, or is no longer, one to be trusted.
func (d *Ledger) SaveCalibration(ctx context.Context, c org.Calibration) error {
	return sqldb.Wrap("save measurement of "+c.Model, d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "save-calibration"
		before, err := readCalibrations(ctx, t, `model = ? AND kind = ?`, c.Model, c.Kind)
		if err != nil {
			return err
		}
		err = t.Exec(`
			INSERT INTO calibrations (model, kind, good, bad, good_met, good_asked, bad_met, bad_asked, sound, prompt, n, at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
			    ON CONFLICT (model, kind) DO UPDATE SET good = excluded.good, bad = excluded.bad, good_met = excluded.good_met, good_asked = excluded.good_asked,
			       bad_met = excluded.bad_met, bad_asked = excluded.bad_asked, sound = excluded.sound,
			       prompt = excluded.prompt, n = excluded.n, at = excluded.at`,
			c.Model, c.Kind, c.Good, c.Bad, c.GoodPoints.Met, c.GoodPoints.Asked, c.BadPoints.Met, c.BadPoints.Asked, c.Sound, c.Prompt, c.N, t.Now)
		if err != nil || len(before) > 0 && before[0].Sound == c.Sound {
			return err
		}
		return t.Event(org.Event{
			Kind: org.EventCritic, Text: c.String(), Data: map[string]string{"model": c.Model, "kind": c.Kind, "sound": fmt.Sprint(c.Sound)},
		})
	}))
}

// Unsound lists the critics that are not to be trusted, a sentence each.
func Unsound(ctx context.Context, q sqldb.Getter) ([]string, error) {
	all, err := readCalibrations(ctx, q, `sound = 0`)
	out := make([]string, 0, len(all))
	for _, c := range all {
		out = append(out, c.String())
	}
	return out, err
}
