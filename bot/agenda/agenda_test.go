package agenda_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/agenda"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/policy"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/sealed"
	"github.com/frasier-cos/frasier/internal/testing/caltest"
	"github.com/frasier-cos/frasier/internal/testing/storetest"
	"github.com/frasier-cos/frasier/store"
)

// scene is a database of a founder in Berlin, and who reads his calendars.
type scene struct {
	t      *testing.T
	home   string
	db     *store.DB
	now    time.Time
	key    func() (sealed.Key, error)
	reader *agenda.Reader
}

var loopback = netip.MustParsePrefix("127.0.0.0/8")

func newScene(t *testing.T, allow ...netip.Prefix) *scene {
	t.Helper()
	s := &scene{t: t, now: time.Date(2026, 3, 30, 6, 0, 0, 0, time.UTC)} // the day after the clocks went forward in Berlin
	home := storetest.Folder(t)
	db, err := store.Open(t.Context(), store.Options{Path: filepath.Join(home, "frasier.db"), Now: func() time.Time { return s.now }})
	s.ok(err)
	s.db, s.home = db, home
	t.Cleanup(func() { s.ok(db.Close()) })
	s.ok(db.SetPolicy(t.Context(), policy.Zone, "Europe/Berlin"))
	s.key = func() (sealed.Key, error) { return sealed.Open(home) }
	s.reader = agenda.New(db, s.key, allow, func() time.Time { return s.now }, slog.New(slog.DiscardHandler))
	return s
}

func (s *scene) ok(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

// connect connects a calendar as the command does.
func (s *scene) connect(name string, a agenda.Access) error {
	s.t.Helper()
	c, err := s.reader.Discover(s.t.Context(), a)
	if err != nil {
		return err
	}
	key, err := s.key()
	s.ok(err)
	c.Name = name
	c.Sealed, err = a.Seal(key, name)
	s.ok(err)
	return s.db.AddCalendar(s.t.Context(), c)
}

func (s *scene) today() reports.Agenda {
	s.t.Helper()
	a, err := s.reader.On(s.t.Context(), "")
	s.ok(err)
	return a
}

func say(a reports.Agenda) string {
	var out []string
	for _, m := range a.Meetings {
		when := m.Start.UTC().Format("15:04")
		if m.AllDay {
			when = "all day"
		}
		out = append(out, when+" "+m.Title)
	}
	return strings.Join(out, "; ")
}

const work = `BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//test//EN
BEGIN:VEVENT
UID:team
DTSTAMP:20260101T000000Z
SUMMARY:Team
DTSTART;TZID=Europe/Berlin:20260105T090000
DTEND;TZID=Europe/Berlin:20260105T093000
RRULE:FREQ=WEEKLY;BYDAY=MO
END:VEVENT
BEGIN:VEVENT
UID:team
DTSTAMP:20260101T000000Z
SUMMARY:Team\, later
DTSTART;TZID=Europe/Berlin:20260330T150000
DTEND;TZID=Europe/Berlin:20260330T153000
RECURRENCE-ID;TZID=Europe/Berlin:20260330T090000
END:VEVENT
BEGIN:VEVENT
UID:call
DTSTAMP:20260101T000000Z
SUMMARY:Call
DTSTART;TZID=America/New_York:20260330T090000
DTEND;TZID=America/New_York:20260330T093000
END:VEVENT
BEGIN:VEVENT
UID:other
DTSTAMP:20260101T000000Z
SUMMARY:Other day
DTSTART:20260331T220000Z
DTEND:20260331T223000Z
END:VEVENT
END:VCALENDAR
`

const private = `BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//test//EN
BEGIN:VEVENT
UID:fair
DTSTAMP:20260101T000000Z
SUMMARY:Fair
DTSTART;VALUE=DATE:20260329
DTEND;VALUE=DATE:20260331
END:VEVENT
END:VCALENDAR
`

// holdCases are the cases that hold for each server of calendars: base with two calendars of anna's, work and private.
func holdCases(t *testing.T, base, password string, asked func() int64) {
	t.Helper()
	s := newScene(t, loopback)
	if err := s.connect("wrong", agenda.Access{Address: base, User: "anna", Password: "guess"}); err == nil || !strings.Contains(err.Error(), "user or password is not accepted") {
		t.Errorf("with another password: %v", err)
	}
	s.ok(s.connect("calendar", agenda.Access{Address: base, User: "anna", Password: password}))
	const want = "all day Fair; 13:00 Call; 13:00 Team, later"
	if got := say(s.today()); got != want {
		t.Errorf("today: %q, want %q", got, want)
	}
	all, err := s.db.Calendars(t.Context())
	s.ok(err)
	if len(all) != 1 || len(all[0].Paths) != 2 || all[0].Kind != outward.CalDAV || all[0].Account != "anna" {
		t.Fatalf("connected: %+v", all)
	}
	one := ""
	for _, p := range all[0].Paths {
		found := newScene(t, loopback)
		found.ok(found.connect("calendar", agenda.Access{Address: base + p, User: "anna", Password: password}))
		got := say(found.today())
		if got != "all day Fair" && got != "13:00 Call; 13:00 Team, later" || got == one {
			t.Errorf("the calendar at %s alone: %q", p, got)
		}
		one = got
	}
	before := asked()
	for range 100 { // an hour in which nobody asks, and minutes in which everybody does
		s.now = s.now.Add(2 * time.Second)
		s.today()
	}
	if n := asked() - before; n != 0 {
		t.Errorf("within minutes it was asked %d times more", n)
	}
	s.now = s.now.Add(24 * time.Hour)
	if got := say(s.today()); got != "" {
		t.Errorf("on the next day: %q", got)
	}
}

func TestTheCasesHoldForTheStandIn(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"work.ics": work, "private.ics": private} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	server := caltest.New(dir, "anna", "pass-word")
	t.Cleanup(server.Close)
	holdCases(t, server.URL, "pass-word", server.Requests.Load)

	s := newScene(t, loopback)
	s.ok(s.connect("calendar", agenda.Access{Address: server.URL + "/secret/work.ics"}))
	if got, want := say(s.today()), "13:00 Call; 13:00 Team, later"; got != want {
		t.Errorf("at a secret address: %q, want %q", got, want)
	}
	// Who refuses is off until it is connected again; who fails is asked again.
	s.now = s.now.Add(time.Hour)
	server.Answer(http.StatusBadGateway)
	if a := s.today(); len(a.Failed) != 1 || !strings.Contains(a.Failed[0], "502") {
		t.Errorf("when it fails: %+v", a)
	}
	s.now = s.now.Add(time.Hour)
	server.Answer(0)
	if got := say(s.today()); got == "" {
		t.Error("it is not asked again")
	}
	s.now = s.now.Add(time.Hour)
	server.Answer(http.StatusGone)
	s.today()
	before := server.Requests.Load()
	s.now = s.now.Add(time.Hour)
	a := s.today()
	all, err := s.db.Calendars(t.Context())
	s.ok(err)
	if all[0].On || !strings.Contains(all[0].Why, "frasier connect calendar") || len(a.Failed) != 1 || server.Requests.Load() != before {
		t.Errorf("when it refuses: %+v, %+v", all[0], a)
	}
}

// What no calendar of a founder's is: private networks, plain http, what never ends, what is too large, what leads round and round.
func TestWhatIsNoCalendar(t *testing.T) {
	var mu sync.Mutex
	answer := func(http.ResponseWriter, *http.Request) {}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		answer(w, r)
	}))
	t.Cleanup(server.Close)
	s := newScene(t)
	for _, address := range []string{server.URL + "/a.ics", "http://calendar.example.com/a.ics", "https://127.0.0.1/a.ics", "https://10.0.0.1/", "ftp://example.com/a.ics", "https://anna:secret@example.com/a.ics", "https://2130706433/a.ics", ""} {
		if err := s.connect("calendar", agenda.Access{Address: address}); err == nil {
			t.Errorf("%s is read", address)
		}
	}
	s = newScene(t, loopback)
	for name, c := range map[string]struct {
		answer func(http.ResponseWriter, *http.Request)
		why    string
	}{
		"a page": {func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write([]byte("<html>Sign in</html>")) //nolint:errcheck // the test sees it
		}, "no calendar"},
		"nothing": {func(http.ResponseWriter, *http.Request) {}, "no calendar"},
		"too large": {func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write(make([]byte, 10<<20)) //nolint:errcheck // the other side may go away
		}, "more than 5 MB"},
		"round": {func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/", http.StatusFound) }, "without end"},
		"to this place": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://169.254.169.254/", http.StatusFound)
		}, "private network"},
		"missing": {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNotFound) }, "no calendar at its address"},
	} {
		mu.Lock()
		answer = c.answer
		mu.Unlock()
		err := s.connect("calendar", agenda.Access{Address: server.URL + "/secret-token.ics"})
		if err == nil || !strings.Contains(err.Error(), c.why) || strings.Contains(err.Error(), "secret-token") {
			t.Errorf("%s: %v", name, err)
		}
		if err := s.connect("calendar", agenda.Access{Address: server.URL, User: "anna", Password: "pass"}); err == nil {
			t.Errorf("%s is read as CalDAV", name)
		}
	}
	if all, err := s.db.Calendars(t.Context()); err != nil || len(all) > 0 {
		t.Errorf("kept: %+v, %v", all, err)
	}
	if a := s.today(); a.Calendars != 0 {
		t.Errorf("%+v", a)
	}
	if err := s.db.RemoveCalendar(t.Context(), "nosuch"); err == nil || !strings.Contains(err.Error(), org.ErrNotFound.Error()) {
		t.Errorf("remove: %v", err)
	}
}
