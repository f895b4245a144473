package dashboard

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// soon is how often an open page's stream looks for new lines: one number is
// read, and whoever looks at the page sees what happens as it happens.
const soon = 100 * time.Millisecond

// alive is how often a stream says something when nothing changes, so that
// whatever stands between keeps the connection.
const alive = 20 * time.Second

// live tells an open page that the journal has new lines (server-sent events).
// It looks only while a page is open.
func (s *server) live(q *request) error {
	select {
	case s.slots <- struct{}{}:
		defer func() { <-s.slots }()
	default:
		q.w.Header().Set("Retry-After", "10")
		http.Error(q.w, "too many open pages", http.StatusServiceUnavailable)
		return nil
	}
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
	q.w.Header().Set("Content-Type", "text/event-stream")
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
	look := time.NewTicker(soon)
	defer look.Stop()
	for quiet := time.Now(); ; {
		select {
		case <-q.Context().Done():
			return nil
		case <-look.C:
		}
		now, err := s.Records.LastEvent(q.Context())
		switch {
		case err != nil:
			continue // the page asks again when it can
		case now > at:
			at = now
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
