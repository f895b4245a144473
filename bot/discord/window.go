package discord

import (
	"net/http"
	"strconv"
	"time"
)

// window is what is known of one limit of Discord's: so many requests in each
// term. What was sent and is not answered yet counts as used, since nobody knows
// whether Discord has counted it. The zero value is a limit that nobody told of.
type window struct {
	most   int       // requests in a term; 0 while that is unknown
	left   int       // of them, by the last answer
	reset  time.Time // when the term ends
	flying int       // sent and not answered
}

// pause is how long the next request has to wait.
func (w *window) pause(now time.Time) time.Duration {
	over := !w.reset.After(now)
	switch {
	case over && (w.most == 0 || w.flying < w.most):
		return 0
	case !over && w.left <= 0:
		return w.reset.Sub(now)
	case !over && w.flying < w.left:
		return 0
	}
	return paceGap // an answer on its way will tell
}

// learn takes what an answer tells. Within a term nothing comes back, so that of
// two answers that overtook each other the one that leaves less is the later one.
func (w *window) learn(head http.Header, now time.Time) {
	w.most = number(head.Get("X-RateLimit-Limit"))
	after := seconds(head.Get("X-RateLimit-Reset-After"))
	if after <= 0 || head.Get("X-RateLimit-Remaining") == "" {
		return
	}
	left := number(head.Get("X-RateLimit-Remaining"))
	if w.reset.After(now) {
		left = min(left, w.left)
	}
	w.left, w.reset = left, now.Add(after)
}

// rest lets nothing pass until then, and after that, if the limit is unknown, one
// at a time until an answer tells more.
func (w *window) rest(until time.Time) {
	w.most, w.left, w.reset = max(w.most, 1), 0, until
}

// number reads a header that counts; 0 for none.
func number(v string) int {
	n, err := strconv.Atoi(v)
	if err != nil || n < 0 {
		return 0
	}
	return n
}
