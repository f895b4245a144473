package dashboard

import (
	"sync"
	"time"
)

// How many wrong tokens are answered as such. Whoever sends more is told to wait,
// and learns nothing of those.
const (
	wrongMinute = 5
	wrongHour   = 20
)

// wrongs counts the wrong tokens of the last hour, of everybody together.
type wrongs struct {
	mu     sync.Mutex
	told   []time.Time // when one was answered as wrong, oldest first
	closed time.Time   // until when none is
}

// after notes a wrong token and returns how long its sender has to wait; 0 when it
// is answered as wrong. After twenty within an hour the next hour answers none.
func (w *wrongs) after(now time.Time) time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	if now.Before(w.closed) {
		return w.closed.Sub(now)
	}
	for len(w.told) > 0 && now.Sub(w.told[0]) >= time.Hour {
		w.told = w.told[1:]
	}
	if len(w.told) >= wrongMinute {
		if wait := time.Minute - now.Sub(w.told[len(w.told)-wrongMinute]); wait > 0 {
			return wait
		}
	}
	if w.told = append(w.told, now); len(w.told) == wrongHour {
		w.told, w.closed = nil, now.Add(time.Hour)
	}
	return 0
}
