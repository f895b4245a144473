package dashboard

import (
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/dashboard/view"
	"github.com/frasier-cos/frasier/internal/org"
)

// addPages adds the pages of all nouns.
func (s *server) addPages(mux *http.ServeMux) error {
	for _, n := range s.Nouns {
		for _, p := range n.Pages {
			if err := s.pages.Add(p.Path, p.Template); err != nil {
				return fmt.Errorf("page %s: %w", p.Path, err)
			}
			if p.Listed {
				s.tabs = append(s.tabs, view.Tab{Name: p.Tab, Path: p.Path})
			}
			s.touches[p.Path] = p.Touches
			mux.HandleFunc("GET "+p.Path, s.signedIn(nounPage{s, p}.show))
		}
	}
	return nil
}

// nounPage is a page of a noun on a dashboard.
type nounPage struct {
	*server
	noun.Page
}

func (p nounPage) show(q *request) error {
	q.base.Title, q.base.Tab = p.Title, p.Tab
	if p.Touches != nil {
		q.base.About = p.Path
	}
	data, err := p.Build(q.Context(), noun.PageRequest{
		Base: q.base, Path: q.PathValue, Query: q.URL.Query(), Now: p.Now(),
		Second: q.Header.Get("X-Live") != "" || q.FormValue("said") != "",
	})
	switch {
	case errors.Is(err, noun.ErrNothingYet):
		return p.docs(q)
	case err != nil:
		return err
	}
	return p.server.show(q, p.Path, data)
}

func (s *server) nounAnswers() []noun.Answer {
	var out []noun.Answer
	for _, n := range s.Nouns {
		out = append(out, n.Answers...)
	}
	return out
}

func giveAnswer(a noun.Answer, now func() time.Time) func(*http.Request, org.Token) (any, error) {
	return func(r *http.Request, k org.Token) (any, error) {
		return a.Give(r.Context(), noun.AnswerRequest{
			Path: r.PathValue, Query: r.URL.Query(), Now: now(), Token: k, Read: func(into any) error { return readObject(r, into) },
		})
	}
}
