package dashboard

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// An open page's stream looks this often for new lines: one number is read, and whoever looks at
// the page sees what happens as it happens.
const soon = 30 * time.Millisecond

// A page has this long to show a change before it hears of the next one.
const apart = 250 * time.Millisecond

// A stream says something this often when nothing changes, so that whatever stands between keeps
// the connection.
const alive = 20 * time.Second

// live tells an open page that the journal has new lines (server-sent events).
// It looks only while a page is open.
func (s *server) live(q *request) error {
	giveBack, ok := s.pageStreams.take(q.session.ID)
	if !ok {
		q.w.Header().Set("Retry-After", "10")
		http.Error(q.w, "too many open pages", http.StatusServiceUnavailable)
		return nil
	}
	defer giveBack()
	at, err := strconv.ParseInt(q.Header.Get("Last-Event-ID"), 10, 64)
	if err != nil {
		at, err = strconv.ParseInt(q.FormValue("after"), 10, 64)
	}
	if err != nil {
		at = 0 // from the beginning: the page is made anew once
	}
	out := http.NewResponseController(q.w)
	if err := errors.Join(out.SetWriteDeadline(time.Time{}), out.SetReadDeadline(time.Time{})); err != nil {
		return fmt.Errorf("stream: %w", err)
	}
	beginStream(q.w)
	q.w.WriteHeader(http.StatusOK)
	tell := func(text string) error {
		if err := out.SetWriteDeadline(time.Now().Add(alive)); err != nil {
			return err
		}
		if _, err := fmt.Fprint(q.w, text); err != nil {
			return err
		}
		return out.Flush()
	}
	if err := tell(": \n\n"); err != nil {
		return nil // the page was closed
	}
	about := q.FormValue("about")
	look := time.NewTicker(soon)
	defer look.Stop()
	told, asked := time.Time{}, time.Now()
	for quiet := time.Now(); ; {
		select {
		case <-q.Context().Done():
			return nil
		case <-look.C:
		}
		if time.Since(asked) > recheck {
			if _, err := s.session(q.Request); errors.Is(err, org.ErrNotFound) {
				return nil // signed out, or no founder any more
			}
			asked = time.Now()
		}
		if time.Since(told) < apart {
			continue
		}
		changed, now, err := s.changed(q.Context(), about, at)
		if err != nil {
			continue // the page asks again when it can
		}
		at = now
		switch {
		case changed:
			told = time.Now()
			err = tell(fmt.Sprintf("id: %d\nevent: changed\ndata: %d\n\n", at, at))
		case time.Since(quiet) > alive:
			err = tell(": \n\n")
		default:
			continue
		}
		if err != nil {
			return nil // the page was closed
		}
		quiet = time.Now()
	}
}

// beginStream sets the head of a stream. A proxy in between passes each event on at once: nginx gathers them otherwise.
func beginStream(w http.ResponseWriter) {
	w.Header().Set("Content-Type", streamKind)
	w.Header().Set("X-Accel-Buffering", "no")
}

const streamKind = "text/event-stream"

// changed reports whether a line of the journal after one tells of what stands on a page, and which is the last line. Very many lines do, read or not.
func (s *server) changed(ctx context.Context, about string, after int64) (yes bool, last int64, err error) {
	const most = 200
	touches := s.touches[about]
	last, err = s.Records.LastEvent(ctx)
	if err != nil || last <= after || touches == nil || last-after > most {
		return last > after, max(last, after), err
	}
	lines, err := s.Records.Events(ctx, after, int(last-after))
	return slices.ContainsFunc(lines, touches), last, err
}
