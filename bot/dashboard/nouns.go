package dashboard

import (
	"cmp"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/dashboard/view"
	"github.com/frasier-cos/frasier/internal/org"
)

// addPages adds the pages of all nouns.
func (s *server) addPages(mux *http.ServeMux) {
	for _, n := range s.Nouns {
		for _, p := range n.Pages {
			if p.Template != "" {
				s.pages.Add(p.Path, p.Template)
			}
			if p.Listed {
				s.tabs = append(s.tabs, view.Tab{Name: p.Tab, Path: strings.TrimSuffix(p.Path, "{$}"), Phone: p.Phone, Place: p.Place})
			}
			s.touches[p.Path] = p.Touches
			if path, is := strings.CutPrefix(p.Path, "/projects/{id}"); is && p.Part != "" {
				s.parts = append(s.parts, view.ProjectPart{Name: p.Part, Path: path, Place: p.Place})
			}
			s.nounPages[p.Path] = nounPage{s, p}
			mux.HandleFunc("GET "+p.Path, s.signedIn(s.nounPages[p.Path].show))
		}
	}
	slices.SortStableFunc(s.tabs, func(a, b view.Tab) int { return comparePlaces(a.Place, b.Place) })
	slices.SortStableFunc(s.parts, func(a, b view.ProjectPart) int { return comparePlaces(a.Place, b.Place) })
}

// comparePlaces orders places; those without one are behind all.
func comparePlaces(a, b int) int {
	if a == 0 || b == 0 {
		return cmp.Compare(b, a)
	}
	return cmp.Compare(a, b)
}

// ownTabs are those of pages that are no noun's.
func ownTabs() []view.Tab {
	return []view.Tab{{Name: "Docs", Path: "/docs", Place: 10}, {Name: "Settings", Path: "/settings", Place: 90}}
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
	if p.Of != nil {
		return p.showAnswer(q)
	}
	asked := noun.PageRequest{
		Base: q.base, Path: q.PathValue, Query: q.URL.Query(), Now: p.Now(),
		Second: q.Header.Get("X-Live") != "" || q.FormValue("said") != "",
	}
	if p.File != nil {
		return p.sendFile(q, asked)
	}
	data, err := p.Build(q.Context(), asked)
	switch {
	case errors.Is(err, noun.ErrNothingYet):
		return p.docs(q)
	case err != nil:
		return err
	}
	return p.server.show(q, p.Path, data)
}

// sendFile sends a file. What stands in a frame may run and load nothing, whatever is in it.
func (p nounPage) sendFile(q *request, asked noun.PageRequest) error {
	f, err := p.File(q.Context(), asked)
	if err != nil {
		return err
	}
	if f.Frame {
		q.w.Header().Set("Content-Security-Policy", "sandbox allow-popups; default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'")
	}
	q.w.Header().Set("Content-Type", f.Type)
	if f.Name != "" {
		q.w.Header().Set("Content-Disposition", `attachment; filename="`+f.Name+`"`)
	}
	_, err = q.w.Write(f.Data)
	return err
}

// replyPage shows what a command answers.
type replyPage struct {
	view.Base
	V org.Reply
}

func (p nounPage) showAnswer(q *request) error {
	v, err := p.Of(q.Context(), noun.Look(p.Now()))
	if err != nil {
		return err
	}
	return p.server.show(q, "reply", replyPage{q.base, v.Reply})
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
		if a.Of != nil {
			return giveJSON(r, a, now())
		}
		return a.Give(r.Context(), noun.AnswerRequest{
			Path: r.PathValue, Query: r.URL.Query(), Now: now(), Token: k, Read: func(into any) error { return readBody(r, into) },
		})
	}
}

func giveJSON(r *http.Request, a noun.Answer, now time.Time) (any, error) {
	v, err := a.Of(r.Context(), noun.Look(now))
	if err != nil {
		return nil, err
	}
	return v.JSON(r.Context())
}
