package memory

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/frasier-cos/frasier/store/sqldb"
)

// findHolding finds memories that hold pieces of words. An index of words has none within them, so
// the texts are read, the newest first until recallRanked match: those with all pieces, else with
// any. Pieces are letters, which no pattern knows as anything else.
func findHolding(ctx context.Context, q sqldb.Getter, pieces []string) ([]hit, error) {
	if len(pieces) == 0 {
		return nil, nil
	}
	var bodies []string
	var ids []int64
	seen := map[int64]bool{}
	for _, glue := range []string{" AND ", " OR "} {
		args := make([]any, 0, len(pieces)+1)
		for _, p := range pieces {
			args = append(args, "%"+p+"%")
		}
		var rows []struct {
			ID   int64
			Body string
		}
		err := sqldb.Many(ctx, q, &rows, `SELECT id, body FROM memories WHERE `+strings.TrimSuffix(strings.Repeat(`body LIKE ?`+glue, len(pieces)), glue)+` ORDER BY id DESC LIMIT ?`,
			append(args, recallRanked)...)
		if err != nil {
			return nil, fmt.Errorf("look for %s: %w", strings.Join(pieces, glue), err)
		}
		for _, r := range rows {
			if !seen[r.ID] {
				seen[r.ID] = true
				bodies, ids = append(bodies, r.Body), append(ids, r.ID)
			}
		}
		if len(pieces) == 1 || len(ids) >= recallRanked {
			break
		}
	}
	found := make([]hit, 0, len(ids))
	for i, score := range scorePieces(bodies, pieces) {
		found = append(found, hit{id: ids[i], score: score})
	}
	return found, nil
}

// scorePieces counts each piece once a text, a rare one more.
func scorePieces(bodies, pieces []string) []float64 {
	out := make([]float64, len(bodies))
	for _, p := range pieces {
		holders := 0.0
		for _, b := range bodies {
			if strings.Contains(b, p) {
				holders++
			}
		}
		for i, b := range bodies {
			if strings.Contains(b, p) {
				out[i] += 1 / math.Sqrt(holders)
			}
		}
	}
	return out
}
