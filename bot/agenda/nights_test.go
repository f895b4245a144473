package agenda_test

import (
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/agenda"
	"github.com/frasier-cos/frasier/bot/ticket"
	"github.com/frasier-cos/frasier/internal/calendar"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/policy"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
	"github.com/frasier-cos/frasier/store"
)

// nightly has a meeting each morning and one each night in the hour that the clocks leave out or show twice.
const nightly = `BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//test//EN
BEGIN:VEVENT
UID:standup
DTSTAMP:20260101T000000Z
SUMMARY:Zebra standup
DTSTART;TZID=ZONE:20260105T100000
DTEND;TZID=ZONE:20260105T101500
RRULE:FREQ=DAILY
END:VEVENT
BEGIN:VEVENT
UID:night
DTSTAMP:20260101T000000Z
SUMMARY:Zebra night
DTSTART;TZID=ZONE:20260105T021500
DTEND;TZID=ZONE:20260105T023000
RRULE:FREQ=DAILY
END:VEVENT
END:VCALENDAR
`

// Ten mornings over two changes of the clocks in three zones: each day's brief comes once with the meetings of that day, however often the process that
// tells it ends between reading them and having sent them; and nothing of them is kept.
func TestBriefsHaveTheirMeetingsThoughProcessesDie(t *testing.T) {
	for _, c := range []struct{ zone, first string }{
		{"Europe/Berlin", "2026-03-24"},
		{"Europe/Berlin", "2026-10-20"},
		{"America/New_York", "2026-03-03"},
		{"America/New_York", "2026-10-27"},
		{"Australia/Lord_Howe", "2026-03-31"},
		{"Australia/Lord_Howe", "2026-09-29"},
	} {
		for seed := range testlevel.Count(1, 2, 25) {
			t.Run(fmt.Sprintf("%s %s %d", strings.ReplaceAll(c.zone, "/", " "), c.first, seed), func(t *testing.T) {
				tellTenDays(t, c.zone, c.first, uint64(seed))
			})
		}
	}
}

// mornings is an instance whose processes come and go.
type mornings struct {
	*scene

	draw *rand.Rand
	said map[string]string // by the brief's key, what was read for it
	sent map[string]int
	dead int
}

func tellTenDays(t *testing.T, name, first string, seed uint64) {
	t.Helper()
	zone, err := calendar.Zone(name)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if _, err := w.Write([]byte(strings.ReplaceAll(nightly, "ZONE", name))); err != nil {
			t.Error(err)
		}
	}))
	t.Cleanup(server.Close)
	s := newScene(t, loopback)
	m := &mornings{scene: s, draw: rand.New(rand.NewPCG(seed, 11)), said: map[string]string{}, sent: map[string]int{}} //nolint:gosec // a test draws the same again
	s.now = calendar.Begin(first, zone)
	s.ok(s.db.SetPolicy(t.Context(), policy.Zone, name))
	s.ok(s.connect("work", agenda.Access{Address: server.URL + "/zebra.ics"}))
	_, _, err = s.db.SaveMessage(t.Context(), org.Message{Channel: org.Channel{Transport: "discord", ID: "c1"}, Origin: "1", Author: "1000", Text: "Hello"})
	s.ok(err)
	for end := s.now.AddDate(0, 0, 10); s.now.Before(end); s.now = s.now.Add(20 * time.Minute) {
		if s.now.In(zone).Hour() >= 9 {
			_, err := s.db.SendDigest(t.Context(), true, false)
			s.ok(err)
		}
		m.tell()
	}
	m.judge(zone, first)
}

// tell sends what is due, or dies over it.
func (m *mornings) tell() {
	m.t.Helper()
	v, err := m.db.ClaimDelivery(m.t.Context(), "a process", []string{"discord"}, 10*time.Minute)
	if errors.Is(err, org.ErrNoWork) {
		return
	}
	m.ok(err)
	says := ticket.Renderer{Records: m.db, Now: func() time.Time { return m.now }, Meetings: m.reader.On}
	shown, err := says.Render(m.t.Context(), v)
	m.ok(err)
	if before, known := m.said[v.Key]; known && before != shown.Body {
		m.t.Errorf("%s said\n%s\nand, after a death,\n%s", v.Key, before, shown.Body)
	}
	m.said[v.Key] = shown.Body
	if m.draw.IntN(2) == 0 {
		m.dead++
		db, err := store.Open(m.t.Context(), store.Options{Path: filepath.Join(m.home, "frasier.db"), Now: func() time.Time { return m.now }})
		m.ok(err)
		m.t.Cleanup(func() { m.ok(db.Close()) })
		m.db, m.reader = db, agenda.New(db, m.key, []netip.Prefix{loopback}, func() time.Time { return m.now }, slog.New(slog.DiscardHandler))
		return
	}
	m.sent[v.Key]++
	m.ok(m.db.Delivered(m.t.Context(), v.ID, "sent"))
}

func (m *mornings) judge(zone *time.Location, first string) {
	m.t.Helper()
	begin := calendar.Begin(first, zone)
	for n := range 10 {
		day := calendar.Day(begin.Add(time.Duration(24*n+12)*time.Hour), zone)
		text := m.said["daily:"+day]
		from := calendar.Begin(day, zone)
		wall := time.Date(from.In(zone).Year(), from.In(zone).Month(), from.In(zone).Day(), 0, 0, 0, 0, time.UTC)
		for title, at := range map[string]time.Duration{"Zebra standup": 10 * time.Hour, "Zebra night": 2*time.Hour + 15*time.Minute} {
			start := calendar.Moment(wall.Add(at), zone).Unix()
			if strings.Count(text, title) != 1 || !strings.Contains(text, fmt.Sprint(start)) {
				m.t.Errorf("%s of %s is not at %d in\n%s", title, day, start, text)
			}
		}
		if m.sent["daily:"+day] != 1 {
			m.t.Errorf("the brief of %s was sent %d times", day, m.sent["daily:"+day])
		}
	}
	if len(m.said) != 10 || m.dead == 0 {
		m.t.Errorf("%d briefs, %d deaths", len(m.said), m.dead)
	}
	m.ok(filepath.WalkDir(m.home, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		if strings.Contains(string(raw), "Zebra") {
			m.t.Errorf("%s has a meeting", path)
		}
		return err
	}))
}
