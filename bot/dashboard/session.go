package dashboard

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
)

// So many cookies of ours that open nothing here are left in a browser. They may open a copy of
// this database that runs beside it, so they are not taken away at once.
const cookiesMost = 8

// session finds who asks. A browser may bring several cookies with our name: those of a copy of this database, which
// has the same name for itself, and those of sessions that ended.
func (s *server) session(r *http.Request) (org.Session, error) {
	session, _, err := s.opened(r)
	return session, err
}

// opened is the newest session that the cookies of a request open, with the cookie that does.
func (s *server) opened(r *http.Request) (org.Session, *http.Cookie, error) {
	for _, c := range s.cookies(r) {
		session, err := s.openSession(r.Context(), c.Value)
		if err == nil || !errors.Is(err, org.ErrNotFound) {
			return session, c, err
		}
	}
	return org.Session{}, nil, org.ErrNotFound
}

// openSession finds the session of a token. It ends the one of somebody who is no founder any more.
func (s *server) openSession(ctx context.Context, token string) (org.Session, error) {
	session, err := s.Records.Session(ctx, token)
	if err != nil || s.MayOrder(session) {
		return session, err
	}
	return org.Session{}, errors.Join(org.ErrNotFound, s.Records.EndSession(ctx, session.ID))
}

// cookies are those of a request that may be ours, the newest first, as browsers send the oldest first. Those of the
// time when each instance had one name, or all had, come last.
func (s *server) cookies(r *http.Request) []*http.Cookie {
	var out, old []*http.Cookie
	for _, c := range slices.Backward(r.Cookies()) {
		switch {
		case strings.HasPrefix(c.Name, s.cookie()+"-"):
			out = append(out, c)
		case c.Name == s.cookie(), c.Name == s.prefix():
			old = append(old, c)
		}
	}
	out = append(out, old...)
	return out[:min(len(out), 2*cookiesMost)] // no request asks the database more often
}

// giveCookie gives a browser the cookie of a session. It has a name of its own, so that whatever runs on another port
// of this machine keeps its own, a copy of this database too. Of those that open nothing here the oldest go.
func (s *server) giveCookie(w http.ResponseWriter, r *http.Request, token string, session org.Session) {
	kept := 0
	for _, c := range s.cookies(r) {
		if kept++; kept >= cookiesMost {
			s.setCookie(w, http.Cookie{Name: c.Name, MaxAge: -1})
		}
	}
	s.setCookie(w, http.Cookie{Name: s.cookie() + "-" + session.ID, Value: token})
}

// signOut ends the sessions that a browser's cookies open, and takes the cookie away that it used. The others stay:
// before a copy was made of this database its browser was signed in to both.
func (s *server) signOut(q *request) error {
	_, used, err := s.opened(q.Request)
	if err != nil {
		return err
	}
	for _, c := range s.cookies(q.Request) {
		session, err := s.Records.Session(q.Context(), c.Value)
		if err == nil {
			err = s.Records.EndSession(q.Context(), session.ID)
		}
		if err != nil && !errors.Is(err, org.ErrNotFound) {
			return err
		}
	}
	s.setCookie(q.w, http.Cookie{Name: used.Name, MaxAge: -1})
	return nil
}

func (s *server) setCookie(w http.ResponseWriter, c http.Cookie) {
	c.Path, c.HttpOnly, c.Secure, c.SameSite = "/", true, s.Secure, http.SameSiteStrictMode // Secure adds nothing on this machine, and not every browser takes it there
	http.SetCookie(w, &c)
}

// cookie begins the names of this database's cookies: two instances on one machine differ in their port, which cookies
// do not know.
func (s *server) cookie() string {
	sum := sha256.Sum256([]byte(s.UID))
	return s.prefix() + "-" + hex.EncodeToString(sum[:4])
}

// prefix begins a cookie's name. Browsers take one with "__Host-" over https alone, and from no other host name.
func (s *server) prefix() string {
	if s.Secure {
		return "__Host-frasier"
	}
	return "frasier"
}
