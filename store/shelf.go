package store

import (
	"context"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// shelf keeps what takes long to sum and seldom changes, for this process. The
// zero value is empty; it is safe for concurrent use.
type shelf struct {
	mu      sync.Mutex
	today   string
	days    map[string]sums // by the day that they begin with, up to the day before today
	storage []org.StorageLine
	weighed time.Time
}

// past sums the calls from a day on to the day before today. Groups that were
// summed before are taken again only when every total of the ledger is still
// what it was then, so that a price which came late is never missed.
func (s *shelf) past(ctx context.Context, q getter, from, today string) (sums, error) {
	const where = `c.day >= ? AND c.day < ?`
	is, err := totalOf(ctx, q, where, from, today)
	if err != nil {
		return sums{}, err
	}
	s.mu.Lock()
	if s.today != today {
		s.today, s.days = today, map[string]sums{}
	}
	was, ok := s.days[from]
	s.mu.Unlock()
	if ok && was.total == is.total && was.ended == is.ended {
		return was, nil
	}
	if is, err = sumsOf(ctx, q, where, from, today); err != nil {
		return sums{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.today == today {
		s.days[from] = is
	}
	return is, nil
}

// weighEvery is how old the figures of Storage may be.
const weighEvery = time.Hour

// weights returns what was weighed within the last hour.
func (s *shelf) weights(now time.Time) ([]org.StorageLine, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	age := now.Sub(s.weighed)
	return s.storage, s.storage != nil && age >= 0 && age < weighEvery
}

func (s *shelf) keep(lines []org.StorageLine, now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.storage, s.weighed = lines, now
}
