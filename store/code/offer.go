package code

import (
	"context"
	"fmt"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/corpus"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Offer keeps a change that a question asks the founder about.
func Offer(t *sqldb.Tx, decision string, id org.StepID, o coding.Offer) error {
	sum, err := corpus.Blob(t, o.Patch)
	if err != nil {
		return err
	}
	err = t.Exec(`INSERT INTO code_offers (decision_id, step_id, base_sha, patch, said) VALUES (?, ?, ?, ?, ?)`, decision, id, o.Base, sum, o.Said)
	return sqldb.Wrap("offer the change of "+string(id), err)
}

// Allow lets the change through that a question was about, once; of another question nothing.
func Allow(t *sqldb.Tx, decision string) error {
	return sqldb.Wrap("let the change of "+decision+" through", t.Exec(`UPDATE code_offers SET allowed = 1 WHERE decision_id = ?`, decision))
}

// Spend ends what a founder let through of a step: it was tried.
func Spend(t *sqldb.Tx, id org.StepID) error {
	return sqldb.Wrap("end what was let through of "+string(id), t.Exec(`UPDATE code_offers SET allowed = 0 WHERE step_id = ? AND allowed = 1`, id))
}

// readAllowed returns nil for a step of which nothing was let through.
func readAllowed(ctx context.Context, q sqldb.Getter, id org.StepID) (*coding.Offer, error) {
	var rows []struct {
		Base  string `db:"base_sha"`
		Patch string
		Said  string
	}
	err := sqldb.Many(ctx, q, &rows, `SELECT base_sha, patch, said FROM code_offers WHERE step_id = ? AND allowed = 1`, id)
	if err != nil || len(rows) == 0 {
		return nil, sqldb.Wrap("read what was let through of "+string(id), err)
	}
	r := rows[len(rows)-1]
	o := &coding.Offer{Base: r.Base, Said: r.Said}
	if o.Patch, err = corpus.BlobOf(ctx, q, r.Patch); err != nil {
		return nil, fmt.Errorf("read what was let through of %s: %w", id, err)
	}
	return o, nil
}
