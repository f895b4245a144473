package discord

import (
	"net/http"
	"strconv"
	"time"
)

// window counts the requests under one limit of Discord's: so many in each term. What was sent and
// is not answered yet counts as used, since nobody knows whether Discord has counted it. The zero
// value is a limit that nobody told of.
type window struct {
	told   bool      // Discord says how many are left
	left   int       // requests in the term, by the last answer
	reset  time.Time // when the term ends
	flying int       // sent and not answered
}

// computePause returns how long the next request has to wait.
func (w *window) computePause(now time.Time) time.Duration {
	over := !w.reset.After(now)
	switch {
	case over && (!w.told || w.flying == 0): // in a new term one goes ahead, and its answer tells how many more
		return 0
	case !over && w.left <= 0:
		return w.reset.Sub(now)
	case !over && w.flying < w.left:
		return 0
	}
	return paceGap // an answer on its way will tell
}

// readAnswer takes what an answer tells. Within a term nothing comes back, so that of
// two answers that overtook each other the one that leaves less is the later one.
func (w *window) readAnswer(head http.Header, now time.Time) {
	after := parseSeconds(head.Get("X-RateLimit-Reset-After"))
	counted := head.Get("X-RateLimit-Remaining") != ""
	if w.told = counted && (w.told || after > 0); after <= 0 || !counted {
		return // of a slow answer the term may be over
	}
	left := parseCount(head.Get("X-RateLimit-Remaining"))
	if w.reset.After(now) {
		left = min(left, w.left)
	}
	w.left, w.reset = left, now.Add(after+time.Millisecond) // to which it is rounded
}

// blockUntil lets nothing pass until then, and after that one at a time until an answer
// tells more.
func (w *window) blockUntil(until time.Time) {
	w.told, w.left, w.reset = true, 0, until
}

// parseCount reads a header that counts; 0 for none.
func parseCount(v string) int {
	n, err := strconv.Atoi(v)
	if err != nil || n < 0 {
		return 0
	}
	return n
}
