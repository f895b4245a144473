package dashboard

import (
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/frasier-cos/frasier/bot/dashboard/view"
	"github.com/frasier-cos/frasier/internal/org"
)

// Transport names the dashboard among the chats.
const Transport = org.DashboardTransport

type enterPage struct {
	view.Base
	Wrong bool
	To    string // where it leads to
}

// enterFor is the way in that leads on to what was asked for.
func enterFor(r *http.Request) string {
	if to := r.URL.RequestURI(); r.Method == http.MethodGet && to != "/" {
		return "/enter?" + url.Values{"to": {to}}.Encode()
	}
	return "/enter"
}

func (s *server) enterPage(w http.ResponseWriter, r *http.Request) { s.wayIn(w, r, false) }

func (s *server) wayIn(w http.ResponseWriter, r *http.Request, wrong bool) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	if wrong {
		w.WriteHeader(http.StatusForbidden)
	}
	if err := s.pages.Render(w, "enter", enterPage{view.Base{Name: s.Name, Now: s.Now(), Title: "Sign in"}, wrong, ours(r.FormValue("to")).String()}, false); err != nil {
		s.Log.WarnContext(r.Context(), "dashboard", "err", err)
	}
}

// enter uses a code up and gives the browser its session.
func (s *server) enter(w http.ResponseWriter, r *http.Request) {
	token, session, err := s.Records.Enter(r.Context(), r.PostFormValue("code"))
	if err == nil && !s.MayOrder(session) { // asked for before he was taken out of the settings
		err = errors.Join(org.ErrNotFound, s.Records.EndSession(r.Context(), session.ID))
	}
	if errors.Is(err, org.ErrNotFound) {
		if !s.tries.Allow() { // only wrong codes count, so that nobody can keep a right one out
			http.Error(w, "Too many tries. Wait a minute.", http.StatusTooManyRequests)
			return
		}
		s.wayIn(w, r, true)
		return
	}
	if err != nil {
		s.failed(w, r, err)
		return
	}
	s.giveCookie(w, r, token, session)
	http.Redirect(w, r, ours(r.PostFormValue("to")).String(), http.StatusSeeOther)
}

// leave ends a session: this one, or another that is listed.
func (s *server) leave(q *request) error {
	id := q.PostFormValue("id")
	if id == "" {
		id = q.session.ID
	}
	if id == q.session.ID {
		if err := s.signOut(q); err != nil {
			return err
		}
	} else if err := s.Records.EndSession(q.Context(), id); err != nil {
		return err
	}
	http.Redirect(q.w, q.Request, "/settings", http.StatusSeeOther)
	return nil
}

// runCommand carries out the command of a form and goes back to its page, which shows
// the answer. The form's key is the command's origin, so that a form which is
// sent twice acts once and is answered twice.
func (s *server) runCommand(q *request) error {
	key, line := q.PostFormValue("key"), strings.TrimSpace(q.PostFormValue("line"))
	if key == "" || line == "" {
		return org.ErrNotFound
	}
	if words := strings.TrimSpace(q.PostFormValue("words")); words != "" {
		line += " " + words
	}
	reply, err := s.Do(q.Context(), org.Command{Origin: key, Channel: org.Channel{Transport: Transport, ID: q.session.Who}, Author: q.session.Who, Line: line})
	if err != nil {
		return err
	}
	s.keepReply(q.session.ID+key, reply)
	http.Redirect(q.w, q.Request, pageWithAnswer(q.PostFormValue("back"), key), http.StatusSeeOther)
	return nil
}

// pageWithAnswer is a page of ours with the answer to show on it.
func pageWithAnswer(path, key string) string {
	u := ours(path)
	v := u.Query()
	v.Set("said", key)
	u.RawQuery = v.Encode()
	return u.String()
}

// ours is a page of ours; the first one for an address that is none.
func ours(path string) *url.URL {
	u, err := url.Parse(path)
	if err != nil || u.Host != "" || u.Scheme != "" || !strings.HasPrefix(u.Path, "/") || strings.HasPrefix(u.Path, "//") || strings.Contains(u.Path, "\\") {
		return &url.URL{Path: "/"}
	}
	return &url.URL{Path: u.Path, RawQuery: u.RawQuery}
}

// keepReply holds an answer until its page is shown. Old ones are forgotten.
func (s *server) keepReply(key string, r org.Reply) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, there := s.said[key]; !there {
		s.order = append(s.order, key)
	}
	r.Files = nil // pages lead to documents
	s.said[key] = r
	if len(s.order) > keptMost {
		delete(s.said, s.order[0])
		s.order = s.order[1:]
	}
}

func (s *server) findReply(key string) (org.Reply, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r, ok := s.said[key]
	return r, ok
}
