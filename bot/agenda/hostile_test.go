package agenda_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/agenda"
)

// answers are those of a CalDAV server of one calendar, of which one is another.
func answers(instead string, hostile func(http.ResponseWriter)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return // who asked has left
		}
		what, prop := "calendars", `<resourcetype><collection/><C:calendar/></resourcetype>`
		switch text := string(body); {
		case r.Method == "REPORT":
			what, prop = "day", `<C:calendar-data>BEGIN:VCALENDAR&#10;VERSION:2.0&#10;PRODID:x&#10;END:VCALENDAR&#10;</C:calendar-data>`
		case strings.Contains(text, "current-user-principal"):
			what, prop = "who", `<current-user-principal><href>/p/</href></current-user-principal>`
		case strings.Contains(text, "calendar-home-set"):
			what, prop = "home", `<C:calendar-home-set><href>/h/</href></C:calendar-home-set>`
		}
		if what == instead {
			hostile(w)
			return
		}
		answer(w, prop)
	}
}

func answer(w http.ResponseWriter, prop string) {
	w.Header().Set("Content-Type", "application/xml")
	w.WriteHeader(http.StatusMultiStatus)
	_, _ = fmt.Fprintf(w, `<multistatus xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><response><href>/h/c/</href><propstat><prop>%s</prop><status>HTTP/1.1 200 OK</status></propstat></response></multistatus>`, prop)
}

// A server of calendars may send what it likes: it is refused in a sentence of bounded length, within bounded time and memory.
func TestHostileServersOfCalendars(t *testing.T) {
	bomb := func(prop string) func(http.ResponseWriter) {
		return func(w http.ResponseWriter) { answer(w, prop) }
	}
	data := func(text string) func(http.ResponseWriter) {
		return bomb("<C:calendar-data>" + text + "</C:calendar-data>")
	}
	for name, c := range map[string]struct {
		instead string
		hostile func(http.ResponseWriter)
		why     string
	}{
		"all is well":                   {"", nil, ""},
		"elements in elements":          {"who", bomb(strings.Repeat("<a>", 1_500_000)), "its form"},
		"elements beside elements":      {"home", bomb(strings.Repeat("<a/>", 1_200_000)), "its form"},
		"a calendar of parts in parts":  {"day", data(strings.Repeat("BEGIN:A\n", 500_000)), "its form"},
		"one that is split by elements": {"day", data(strings.Repeat("BEG<a/>IN:A\n", 200_000)), "its form"},
		"one that is split by comments": {"day", data(strings.Repeat("BEG<!-- -->IN:A\n", 200_000)), "its form"},
		"a parameter without end":       {"day", data("X;A=" + strings.Repeat("a", 4<<20)), "its form"},
		"too much":                      {"day", data(strings.Repeat("x", 5<<20)), "more than 5 MB"},
		"a long sentence of its own": {"who", func(w http.ResponseWriter) {
			w.WriteHeader(http.StatusNotModified)
		}, "can't be read"},
		"a status of its own words": {"who", func(w http.ResponseWriter) {
			conn, _, err := http.NewResponseController(w).Hijack()
			if err != nil {
				return
			}
			_, _ = fmt.Fprintf(conn, "HTTP/1.1 200 %s\r\nContent-Length: 0\r\nConnection: close\r\n\r\n", strings.Repeat("@everyone look here ", 1000))
			_ = conn.Close() //nolint:errcheck // as above
		}, "can't be read"},
	} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(answers(c.instead, c.hostile))
			t.Cleanup(server.Close)
			s := newScene(t, loopback)
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			begun := time.Now()
			err := s.connect("calendar", agenda.Access{Address: server.URL, User: "anna", Password: "pass"})
			if c.why == "" {
				s.ok(err)
				return
			}
			if err == nil || !strings.Contains(err.Error(), c.why) || len(err.Error()) > 300 {
				t.Errorf("%.400v, want %q", err, c.why)
			}
			if took := time.Since(begun); took > 20*time.Second {
				t.Errorf("it took %s", took)
			}
			runtime.ReadMemStats(&after)
			if grown := int64(after.Sys-before.Sys) >> 20; grown > 128 {
				t.Errorf("it takes %d MiB", grown)
			}
		})
	}
}
