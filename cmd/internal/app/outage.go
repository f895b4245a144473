package app

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// once passes a log on, but of a disk that is full or fails only the first word: everything that
// is tried then fails with it, and a log that fills up does not help.
type once struct {
	slog.Handler
	told *spell
}

// spell is a time during which the disk is full.
type spell struct {
	mu   sync.Mutex
	last time.Time
}

// calm is how long there has to be room until a full disk is told again.
const calm = time.Minute

// Handle drops a record that says again that the disk is full.
func (h once) Handle(ctx context.Context, r slog.Record) error {
	full := false
	r.Attrs(func(a slog.Attr) bool {
		err, ok := a.Value.Any().(error)
		full = full || ok && errors.Is(err, org.ErrDisk)
		return !full
	})
	if full && !h.told.first(r.Time) {
		return nil
	}
	return h.Handler.Handle(ctx, r)
}

// WithAttrs keeps the memory.
func (h once) WithAttrs(attrs []slog.Attr) slog.Handler {
	return once{h.Handler.WithAttrs(attrs), h.told}
}

// WithGroup keeps the memory.
func (h once) WithGroup(name string) slog.Handler { return once{h.Handler.WithGroup(name), h.told} }

// first reports whether nothing was told of this for a while.
func (s *spell) first(now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	was := s.last
	s.last = now
	return now.Sub(was) > calm
}
