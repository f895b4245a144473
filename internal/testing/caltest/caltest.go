// Package caltest stands in for a server of calendars: CalDAV with a user and a password, and each calendar as a file at a secret address. It is
// held against Radicale (TestTheCasesHoldForRadicale of bot/agenda).
package caltest

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"sort"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/emersion/go-ical"
	"github.com/emersion/go-webdav"
	"github.com/emersion/go-webdav/caldav"
)

// Server serves the .ics files of a folder, each as a calendar of one user. Requests counts what it was asked.
type Server struct {
	URL      string
	Requests atomic.Int64

	dir, user, password string
	mu                  sync.Mutex
	status              int // with which it answers everything; 0 for none
	stop                func()
}

// New serves a folder until Close.
func New(dir, user, password string) *Server {
	s := &Server{dir: dir, user: user, password: password}
	dav := &caldav.Handler{Backend: backend{s}}
	h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.Requests.Add(1)
		s.mu.Lock()
		status := s.status
		s.mu.Unlock()
		if status != 0 {
			w.WriteHeader(status)
			return
		}
		if name, ok := strings.CutPrefix(r.URL.Path, "/secret/"); ok {
			data, err := os.ReadFile(filepath.Join(dir, filepath.Base(name)))
			if err != nil {
				w.WriteHeader(http.StatusNotFound)
				return
			}
			w.Header().Set("Content-Type", "text/calendar; charset=utf-8")
			_, _ = w.Write(withEnds(data)) //nolint:errcheck // whoever asked may be gone
			return
		}
		if u, p, ok := r.BasicAuth(); !ok || u != user || p != password {
			w.Header().Set("WWW-Authenticate", `Basic realm="calendars"`)
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		dav.ServeHTTP(w, r)
	}))
	s.URL, s.stop = h.URL, h.Close
	return s
}

// Close ends it.
func (s *Server) Close() { s.stop() }

// Answer has it answer everything with a status; 0 is as before.
func (s *Server) Answer(status int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.status = status
}

// withEnds ends lines as the form has it.
func withEnds(data []byte) []byte {
	return bytes.ReplaceAll(bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")), []byte("\n"), []byte("\r\n"))
}

// backend serves what is in the folder. It is read only.
type backend struct{ *Server }

func (b backend) CurrentUserPrincipal(context.Context) (string, error) {
	return "/" + b.user + "/", nil
}

func (b backend) CalendarHomeSetPath(context.Context) (string, error) {
	return "/" + b.user + "/calendars/", nil
}

func (b backend) ListCalendars(context.Context) ([]caldav.Calendar, error) {
	files, err := filepath.Glob(filepath.Join(b.dir, "*.ics"))
	if err != nil {
		return nil, err
	}
	sort.Strings(files)
	var out []caldav.Calendar
	for _, f := range files {
		name := strings.TrimSuffix(filepath.Base(f), ".ics")
		out = append(out, caldav.Calendar{Path: "/" + b.user + "/calendars/" + name + "/", Name: name, SupportedComponentSet: []string{ical.CompEvent}})
	}
	return out, nil
}

func (b backend) GetCalendar(ctx context.Context, at string) (*caldav.Calendar, error) {
	all, err := b.ListCalendars(ctx)
	if err != nil {
		return nil, err
	}
	for _, c := range all {
		if path.Clean(c.Path) == path.Clean(at) {
			return &c, nil
		}
	}
	return nil, webdav.NewHTTPError(http.StatusNotFound, fmt.Errorf("no calendar %s", at))
}

// ListCalendarObjects gives each series with its exceptions as an object of its own, as servers keep them.
func (b backend) ListCalendarObjects(_ context.Context, at string, _ *caldav.CalendarCompRequest) ([]caldav.CalendarObject, error) {
	data, err := os.ReadFile(filepath.Join(b.dir, path.Base(path.Clean(at))+".ics"))
	if err != nil {
		return nil, webdav.NewHTTPError(http.StatusNotFound, err)
	}
	cal, err := ical.NewDecoder(bytes.NewReader(withEnds(data))).Decode()
	if err != nil {
		return nil, err
	}
	var zones []*ical.Component
	var order []string
	series := map[string][]*ical.Component{}
	for _, c := range cal.Children {
		if c.Name == ical.CompTimezone {
			zones = append(zones, c)
			continue
		}
		uid, err := c.Props.Text(ical.PropUID)
		if err != nil {
			return nil, err
		}
		if series[uid] == nil {
			order = append(order, uid)
		}
		series[uid] = append(series[uid], c)
	}
	var out []caldav.CalendarObject
	for i, uid := range order {
		one := ical.NewCalendar()
		one.Props = cal.Props
		one.Children = append(append(one.Children, zones...), series[uid]...)
		out = append(out, caldav.CalendarObject{Path: path.Join(at, fmt.Sprintf("%d.ics", i)), ETag: fmt.Sprint(i), Data: one})
	}
	return out, nil
}

// QueryCalendarObjects gives more than was asked for, as servers may that do not look into zones and exceptions.
func (b backend) QueryCalendarObjects(ctx context.Context, at string, query *caldav.CalendarQuery) ([]caldav.CalendarObject, error) {
	return b.ListCalendarObjects(ctx, at, &query.CompRequest)
}

func (b backend) GetCalendarObject(context.Context, string, *caldav.CalendarCompRequest) (*caldav.CalendarObject, error) {
	return nil, webdav.NewHTTPError(http.StatusNotFound, fmt.Errorf("objects are asked for by their calendar"))
}

func (b backend) CreateCalendar(context.Context, *caldav.Calendar) error { return errReadOnly() }

func (b backend) PutCalendarObject(context.Context, string, *ical.Calendar, *caldav.PutCalendarObjectOptions) (*caldav.CalendarObject, error) {
	return nil, errReadOnly()
}

func (b backend) DeleteCalendarObject(context.Context, string) error { return errReadOnly() }

func errReadOnly() error {
	return webdav.NewHTTPError(http.StatusForbidden, fmt.Errorf("nothing may be changed"))
}
