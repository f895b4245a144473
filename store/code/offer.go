package code

import (
	"context"
	"fmt"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/question"
	"github.com/frasier-cos/frasier/store/corpus"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Offer keeps a change that a question asks the founder about.
func Offer(t *sqldb.Tx, decision string, id org.StepID, o coding.Offer) error {
	sum, err := corpus.Blob(t, o.Patch)
	if err != nil {
		return err
	}
	packages := ""
	if len(o.Packages) > 0 {
		if packages, err = sqldb.JSONText(o.Packages); err != nil {
			return err
		}
	}
	err = t.Exec(`INSERT INTO code_offers (decision_id, step_id, base_sha, patch, said, packages) VALUES (?, ?, ?, ?, ?, ?)`, decision, id, o.Base, sum, o.Said, packages)
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

// readAllowed returns what a founder let through of a step, nil for nothing, and the packages that he said may be fetched for it. Those
// hold for all its tries.
func readAllowed(ctx context.Context, q sqldb.Getter, id org.StepID) (o *coding.Offer, packages []coding.Package, err error) {
	var rows []struct {
		Base     string `db:"base_sha"`
		Patch    string
		Said     string
		Packages string
		Allowed  bool
	}
	err = sqldb.Many(ctx, q, &rows, `
		SELECT o.base_sha, o.patch, o.said, o.packages, o.allowed FROM code_offers o JOIN escalations e ON e.id = o.decision_id
		 WHERE o.step_id = ? AND (o.allowed = 1 OR o.packages <> '' AND e.answer = ?)`, id, question.GuardAllow)
	if err != nil {
		return nil, nil, sqldb.Wrap("read what was let through of "+string(id), err)
	}
	for _, r := range rows {
		var about []coding.Package
		if r.Packages != "" {
			if err := sqldb.FromJSON(r.Packages, &about); err != nil {
				return nil, nil, err
			}
		}
		packages = append(packages, about...)
		if !r.Allowed {
			continue
		}
		o = &coding.Offer{Base: r.Base, Said: r.Said, Packages: about}
		if o.Patch, err = corpus.BlobOf(ctx, q, r.Patch); err != nil {
			return nil, nil, fmt.Errorf("read what was let through of %s: %w", id, err)
		}
	}
	return o, packages, nil
}

// readSeen returns the lines of a step's earlier changes that the founder saw in a question and let through.
func readSeen(ctx context.Context, q sqldb.Getter, id org.StepID) ([]string, error) {
	var all []string
	err := sqldb.Many(ctx, q, &all, `
		SELECT e.hunk FROM code_offers o JOIN escalations e ON e.id = o.decision_id
		 WHERE o.step_id = ? AND e.state = 'answered' AND e.answer = 'a' AND e.hunk <> '' ORDER BY e.ended_at, e.id`, id)
	return all, sqldb.Wrap("read which lines of "+string(id)+" were let through", err)
}
