package ledger

import (
	"context"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// SaveModelTrait keeps how a model wants to be asked, in the place of what was
// known of that before.
func (d *Ledger) SaveModelTrait(ctx context.Context, m org.ModelTrait) error {
	return sqldb.Wrap("keep what was learnt of "+m.Model, d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "save-model-trait"
		return t.Exec(`
			INSERT INTO model_traits (endpoint, model, trait, value, said, learnt_at) VALUES (?, ?, ?, ?, ?, ?)
			    ON CONFLICT (endpoint, model, trait) DO UPDATE SET value = excluded.value, said = excluded.said, learnt_at = excluded.learnt_at`,
			m.Endpoint, m.Model, m.Trait, m.Value, m.Said, sqldb.Micros(m.At))
	}))
}

// ModelTraits returns how the models of an endpoint want to be asked.
func (d *Ledger) ModelTraits(ctx context.Context, endpoint string) ([]org.ModelTrait, error) {
	var rows []struct {
		Endpoint, Model, Trait, Said string
		Value                        int
		LearntAt                     int64 `db:"learnt_at"`
	}
	err := sqldb.Many(ctx, d.db.Read, &rows, `SELECT endpoint, model, trait, value, said, learnt_at FROM model_traits WHERE endpoint = ? ORDER BY model, trait`, endpoint)
	if err != nil {
		return nil, sqldb.Wrap("read what was learnt of the models", err)
	}
	out := make([]org.ModelTrait, 0, len(rows))
	for _, r := range rows {
		out = append(out, org.ModelTrait{Endpoint: r.Endpoint, Model: r.Model, Trait: r.Trait, Value: r.Value, Said: r.Said, At: sqldb.Moment(r.LearntAt)})
	}
	return out, nil
}
