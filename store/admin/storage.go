package admin

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Storage returns how many bytes the database's parts hold, the largest first,
// as they were within the last hour.
func (d *Admin) Storage(ctx context.Context) ([]org.StorageLine, error) {
	now := d.db.Now()
	if known, ok := d.weights.findRecent(now); ok {
		return slices.Clone(known), nil
	}
	var out []org.StorageLine
	for _, part := range []struct{ name, query string }{
		{"files and attachments", `SELECT count(*) AS n, coalesce(sum(size), 0) AS bytes FROM blobs`},
		{"documents read", `SELECT count(*) AS n, coalesce(sum(length(body)), 0) AS bytes FROM documents`},
		{"drafts and results", `SELECT count(*) AS n, coalesce(sum(length(result)), 0) + (SELECT coalesce(sum(length(body)), 0) FROM drafts) AS bytes FROM steps`},
		{"model replies", `SELECT count(*) AS n, coalesce(sum(length(reply)), 0) AS bytes FROM llm_calls`},
		{"journal", `SELECT count(*) AS n, coalesce(sum(length(body) + length(data)), 0) AS bytes FROM events`},
	} {
		var row struct{ N, Bytes int64 }
		if err := sqldb.One(ctx, d.db.Read, &row, part.query); err != nil {
			return nil, fmt.Errorf("measure %s: %w", part.name, err)
		}
		out = append(out, org.StorageLine{Name: part.name, Rows: row.N, Bytes: row.Bytes})
	}
	slices.SortStableFunc(out, func(a, b org.StorageLine) int { return cmp.Compare(b.Bytes, a.Bytes) })
	d.weights.storeLines(slices.Clone(out), now)
	return out, nil
}

// weights keeps what Storage weighed last. The zero value is empty; it is safe
// for concurrent use.
type weights struct {
	mu      sync.Mutex
	storage []org.StorageLine
	weighed time.Time
}

const weighEvery = time.Hour

func (s *weights) findRecent(now time.Time) ([]org.StorageLine, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	age := now.Sub(s.weighed)
	return s.storage, s.storage != nil && age >= 0 && age < weighEvery
}

func (s *weights) storeLines(lines []org.StorageLine, now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.storage, s.weighed = lines, now
}
