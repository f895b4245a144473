package dashboard

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/frasier-cos/frasier/bot/command/noun"
	auditfile "github.com/frasier-cos/frasier/internal/audit"
	"github.com/frasier-cos/frasier/internal/org"
)

// apiEventList is a part of the journal, oldest first.
type apiEventList struct {
	Events []org.Event `json:"events"`
	Next   int64       `json:"next,omitempty"` // for after; 0 at the end
}

const (
	linesAtOnce = 500              // that are read for a long answer
	writeMost   = 20 * time.Second // that a reader may take for them
)

func (s *server) apiEvents(r *http.Request, _ org.Token) (any, error) {
	if err := s.isProject(r); err != nil {
		return nil, err
	}
	return events(r, func(after int64, n int) ([]org.Event, error) {
		return s.Records.EventsAfter(r.Context(), org.ProjectID(r.PathValue("id")), after, n)
	})
}

func (s *server) apiJournal(r *http.Request, _ org.Token) (any, error) {
	return events(r, func(after int64, n int) ([]org.Event, error) { return s.Records.Events(r.Context(), after, n) })
}

func events(r *http.Request, read func(after int64, n int) ([]org.Event, error)) (any, error) {
	n, err := noun.Limit(r.URL.Query())
	if err != nil {
		return nil, err
	}
	after, err := lineAfter(r.URL.Query().Get("after"))
	if err != nil {
		return nil, err
	}
	found, err := read(after, n+1)
	if err != nil {
		return nil, err
	}
	out := apiEventList{Events: noun.ListOf(found)}
	if len(found) > n {
		out.Events = found[:n]
		out.Next = found[n-1].Seq
	}
	return out, nil
}

// apiJournalLines is the whole journal up to now, one line of JSON each.
func (s *server) apiJournalLines(r *http.Request, _ org.Token) (any, error) {
	after, err := lineAfter(r.URL.Query().Get("after"))
	if err != nil {
		return nil, err
	}
	return asIs{"application/jsonl", func(w http.ResponseWriter) error {
		buffer := bufio.NewWriter(patient{w})
		out := json.NewEncoder(buffer)
		out.SetEscapeHTML(false)
		for {
			lines, err := s.Records.Events(r.Context(), after, linesAtOnce)
			if err != nil {
				return err
			}
			for _, line := range lines {
				after = line.Seq
				if err := out.Encode(line); err != nil {
					return err
				}
			}
			if len(lines) < linesAtOnce {
				return buffer.Flush()
			}
		}
	}}, nil
}

// The same bytes as those of "frasier audit".
func (s *server) apiAudit(r *http.Request, _ org.Token) (any, error) {
	want := auditfile.Want{UID: s.UID, Project: org.ProjectID(r.URL.Query().Get("project"))}
	if want.Project != "" {
		if !projectID.MatchString(string(want.Project)) {
			return nil, faultOf(http.StatusBadRequest, "project is the id of a project, such as p7, not %.40q.", string(want.Project))
		}
		lines, err := s.Records.EventsAfter(r.Context(), want.Project, 0, 1)
		if err == nil && len(lines) == 0 {
			err = org.ErrNotFound
		}
		if err != nil {
			return nil, err
		}
	}
	if text := r.URL.Query().Get("since"); text != "" {
		var err error
		if want.Since, err = time.Parse(time.RFC3339, text); err != nil {
			return nil, faultOf(http.StatusBadRequest, "since is a time such as 2026-03-01T09:00:00Z, not %.40q.", text)
		}
	}
	return asIs{"application/jsonl", func(w http.ResponseWriter) error { //nolint:contextcheck // its request has the context
		_, err := auditfile.Write(r.Context(), s.Records, patient{w}, want)
		return err
	}}, nil
}

// patient gives each part of a long answer time to be read.
type patient struct{ w http.ResponseWriter }

func (p patient) Write(b []byte) (int, error) {
	if err := http.NewResponseController(p.w).SetWriteDeadline(time.Now().Add(writeMost)); err != nil {
		return 0, fmt.Errorf("write a long answer: %w", err)
	}
	return p.w.Write(b)
}

// apiStream sends the journal's lines as they are written (server-sent events).
// Whoever was cut off goes on where he was, by the number of the last line that
// he got.
func (s *server) apiStream(r *http.Request, token org.Token) (any, error) {
	text := r.Header.Get("Last-Event-ID")
	if text == "" {
		text = r.URL.Query().Get("after")
	}
	after, err := lineAfter(text)
	if err != nil {
		return nil, err
	}
	last, err := s.Records.LastEvent(r.Context())
	if err != nil {
		return nil, err
	}
	if after > last {
		return nil, faultOf(http.StatusConflict, "The journal ends with line %d, so there is no line %d. Begin again without \"after\".", last, after)
	}
	giveBack, ok := s.programStreams.take(token.Name)
	if !ok {
		return nil, faultOf(http.StatusServiceUnavailable, "%d streams may be open, %d of one token. Try again in some seconds.", streams, holderMost)
	}
	secret, _ := bearer(r)
	return asIs{streamKind, func(w http.ResponseWriter) error { //nolint:contextcheck // its request has the context
		defer giveBack()
		err := s.tail(r.Context(), w, after, secret)
		if r.Context().Err() != nil {
			return nil // whoever asked has left
		}
		return err
	}}, nil
}

// tail sends the lines after one until the reader leaves or the secret of its token opens nothing any more.
func (s *server) tail(ctx context.Context, w http.ResponseWriter, after int64, secret string) error {
	out := http.NewResponseController(w)
	if err := errors.Join(out.SetWriteDeadline(time.Time{}), out.SetReadDeadline(time.Time{})); err != nil {
		return fmt.Errorf("stream: %w", err)
	}
	tell := func(text string) error {
		if err := out.SetWriteDeadline(time.Now().Add(writeMost)); err != nil {
			return err
		}
		if _, err := fmt.Fprint(w, text); err != nil {
			return err
		}
		return out.Flush()
	}
	if err := tell(": \n\n"); err != nil {
		return err
	}
	look := time.NewTicker(soon)
	defer look.Stop()
	asked := time.Time{}
	for quiet := time.Now(); ; {
		if time.Since(asked) > recheck {
			if _, err := s.Records.Token(ctx, secret); errors.Is(err, org.ErrNotFound) {
				return nil
			}
			asked = time.Now()
		}
		last, err := s.Records.LastEvent(ctx)
		if err != nil {
			return err
		}
		for last > after {
			lines, err := s.Records.Events(ctx, after, linesAtOnce)
			if err != nil || len(lines) == 0 {
				return err
			}
			text := ""
			for _, line := range lines {
				raw, err := json.Marshal(line)
				if err != nil {
					return fmt.Errorf("line %d: %w", line.Seq, err)
				}
				text, after = text+fmt.Sprintf("id: %d\ndata: %s\n\n", line.Seq, raw), line.Seq
			}
			if err := tell(text); err != nil {
				return err
			}
			quiet = time.Now()
		}
		if time.Since(quiet) > alive {
			if err := tell(": \n\n"); err != nil {
				return err
			}
			quiet = time.Now()
		}
		select {
		case <-ctx.Done():
			return nil
		case <-look.C:
		}
	}
}
