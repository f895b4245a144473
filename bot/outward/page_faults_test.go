package outward_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	vocabulary "github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/testing/notiontest"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
)

type pageFault struct {
	name string
	do   func(l *library)
}

// answers answers requests of a method and a part of their address with a status.
func answers(l *library, at string, status int, body string, header ...string) {
	method, part, _ := strings.Cut(at, " ")
	l.api.Fault = func(w http.ResponseWriter, r *http.Request) bool {
		if r.Method != method || !strings.Contains(r.URL.Path, part) {
			return false
		}
		for i := 0; i < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(status)
		fmt.Fprint(w, body)
		return true
	}
}

// once does a request and says that it failed.
func once(l *library, method, part string) {
	l.api.Fault = func(w http.ResponseWriter, r *http.Request) bool {
		if r.Method != method || !strings.Contains(r.URL.Path, part) {
			return false
		}
		l.api.Fault = nil
		l.api.ServeHTTP(httptest.NewRecorder(), r)
		w.WriteHeader(http.StatusGatewayTimeout)
		return true
	}
}

func listPageFaults() []pageFault {
	said := func(code, message string) string {
		return fmt.Sprintf(`{"object":"error","status":400,"code":%q,"message":%q}`, code, message)
	}
	return []pageFault{
		{"the connection may not insert", func(l *library) {
			answers(l, "POST /pages", 403, said("restricted_resource", "Insufficient permissions for this endpoint."))
		}},
		{"the page above is gone", func(l *library) {
			answers(l, "GET /blocks/", 404, said("object_not_found", "Could not find block with ID"))
		}},
		{"the body is too large", func(l *library) {
			answers(l, "PATCH /markdown", 413, said("validation_error", "Request body too large."))
		}},
		{"too many blocks", func(l *library) {
			answers(l, "PATCH /markdown", 400, said("validation_error", "body failed validation: content.length should be ≤ `1000`, instead was `1200`."))
		}},
		{"a free workspace is full", func(l *library) {
			answers(l, "POST /pages", 400, said("validation_error", "This workspace has reached its block limit. Upgrade to continue."))
		}},
		{"too fast", func(l *library) {
			answers(l, "PATCH /markdown", 429, said("rate_limited", "Rate limited"), "Retry-After", "7")
		}},
		{"patience for a year", func(l *library) {
			answers(l, "PATCH /markdown", 429, said("rate_limited", "Rate limited"), "Retry-After", "31536000")
		}},
		{"overloaded", func(l *library) { answers(l, "POST /pages", 529, said("service_overload", "Overloaded")) }},
		{"away", func(l *library) { answers(l, "GET /", 502, "<html>bad gateway</html>") }},
		{"a conflict", func(l *library) {
			answers(l, "PATCH /markdown", 409, said("conflict_error", "Transaction could not be completed"))
		}},
		{"failed after it was made", func(l *library) { once(l, "POST", "/pages") }},
		{"failed after it was filled", func(l *library) { once(l, "PATCH", "/markdown") }},
		{"an answer that is none", func(l *library) { answers(l, "POST /pages", 200, "<html>maintenance</html>") }},
		{"what was taken is not there", func(l *library) {
			answers(l, "GET /markdown", 200, `{"object":"page_markdown","id":"x","markdown":"# Other","truncated":false,"unknown_block_ids":[]}`)
		}},
		{"the token ended", func(l *library) { l.api.Revoke(true) }},
	}
}

// Each fault of Notion's has its end and its sentence. Whatever happens, there is no second page.
func TestFaultsOfNotionAndTheirSentences(t *testing.T) {
	var b strings.Builder
	for _, f := range listPageFaults() {
		l := newLibrary(t, notiontest.Parent, oats)
		f.do(l)
		a := l.publish(vocabulary.PagePut)
		all, err := l.db.Connections(t.Context())
		l.ok(err)
		end := string(a.State)
		if a.State == vocabulary.Allowed {
			end = "again " + a.Due.Sub(l.now).Truncate(time.Second).String() + " later"
			if !all[0].On {
				end = "when it is connected again"
			}
		}
		fmt.Fprintf(&b, "%s: %s\n  %s\n", f.name, end, a.Why)
		l.api.Fault = nil
		l.api.Revoke(false)
		l.ok(l.db.Connect(t.Context(), all[0]))
		l.now = l.now.Add(2 * time.Hour)
		l.work()
		if a.State == vocabulary.Refused {
			l.publish(vocabulary.PagePut)
		}
		if a = l.last(); a.State != vocabulary.Done || len(l.there()) != 1 {
			t.Errorf("%s: once it passed %+v, %q", f.name, a, l.there())
		}
	}
	holdGolden(t, "pagefaults.golden", b.String())
}

// Whenever a process dies, before a request, after its effect or before the answer is kept, the next one finds out what is there and does it once.
func TestNoPageIsDoubledByAKill(t *testing.T) {
	for _, room := range []string{notiontest.Parent, notiontest.Source, inGoogle} {
		requests := 0
		first := newLibrary(t, room, oats)
		first.doer.Transport = roundTrip(func(r *http.Request) (*http.Response, error) {
			requests++
			return new(http.Transport).RoundTrip(r)
		})
		if first.publish(vocabulary.PagePut); requests < 4 {
			t.Fatalf("%d requests make a page", requests)
		}
		for at := range 2 * requests {
			l, n := newLibrary(t, room, oats), 0
			_, err := l.db.OrderPage(t.Context(), l.project, l.sink, vocabulary.PageWish{By: "ada", How: vocabulary.PagePut, As: "m1"})
			l.ok(err)
			l.doer.Transport = roundTrip(func(r *http.Request) (*http.Response, error) {
				n++
				if at == 2*(n-1) { // before it leaves
					panic(died{})
				}
				resp, err := new(http.Transport).RoundTrip(r)
				if at == 2*(n-1)+1 { // after its effect
					panic(died{})
				}
				return resp, err
			})
			func() {
				defer func() {
					if p := recover(); p != nil && p != (died{}) {
						panic(p)
					}
				}()
				l.ok(l.doer.Next(t.Context()))
			}()
			l.doer.Transport, l.doer.Owner, l.now = nil, "bot-2", l.now.Add(time.Hour)
			l.work()
			if a, there := l.last(), l.there(); a.State != vocabulary.Done || a.Link == "" || len(there) != 1 || !strings.Contains(there[0], "212 euros") {
				t.Errorf("%s, killed at %d: %+v, %q", room, at, a, there)
			}
		}
	}
}

// Processes that die one after the other, at any request and on either side of its effect, leave one page with the whole document, by what
// Notion itself has: it would take any of them twice.
func TestManyKillsOverPages(t *testing.T) {
	kills := testlevel.Count(12, 60, 500)
	random := rand.New(rand.NewPCG(38, 3)) //nolint:gosec // the same kills each time
	for done, n := 0, 0; done < kills; n++ {
		room, text := notiontest.Parent, oats
		switch n % 3 {
		case 1:
			room = notiontest.Source
		case 2:
			room = inGoogle
		}
		if n%5 == 4 {
			text = "# Oats\n\nLead.\n\n## Price\n\n" + strings.Repeat("A paragraph.\n\n", 600) + "## Where\n\n" + strings.Repeat("Another.\n\n", 600)
		}
		done += killPages(t, newLibrary(t, room, text), random, strings.Contains(text, "Lead.") && room != inGoogle)
	}
}

func killPages(t *testing.T, l *library, random *rand.Rand, long bool) (kills int) {
	t.Helper()
	_, err := l.db.OrderPage(t.Context(), l.project, l.sink, vocabulary.PageWish{By: "ada", How: vocabulary.PagePut, As: "m1"})
	l.ok(err)
	const most = 12 // deaths in a row
	for life := range 100 {
		l.doer.Owner = fmt.Sprintf("bot-%d", life)
		at := random.IntN(12) // sometimes later than all requests: it lives
		if life > most {
			at = 1 << 20
		}
		before := random.IntN(2) == 0
		l.doer.Transport = roundTrip(func(r *http.Request) (*http.Response, error) {
			at--
			if at < 0 && before {
				panic(died{})
			}
			resp, err := new(http.Transport).RoundTrip(r)
			if at < 0 {
				panic(died{})
			}
			return resp, err
		})
		idle := false
		func() {
			defer func() {
				switch p := recover(); p {
				case nil:
				case died{}:
					kills++
				default:
					panic(p)
				}
			}()
			err := l.doer.Next(t.Context())
			if idle = errors.Is(err, org.ErrNoWork); !idle {
				l.ok(err)
			}
		}()
		l.now = l.now.Add(10 * time.Minute)
		if idle {
			break
		}
	}
	want := 1
	if long {
		want = 3
	}
	if a, there := l.last(), l.there(); a.State != vocabulary.Done || a.Link == "" || len(there) != want || !strings.Contains(strings.Join(there, ""), "Where") {
		t.Errorf("after %d kills: %+v, there are %d pages, want %d: %.300q", kills, a, len(there), want, there)
	}
	return kills
}

// A copy of the database from before a page was made finds that page, and one from before it was filled again takes no word of ours for somebody's.
func TestAnOlderCopyMakesNoSecondPage(t *testing.T) {
	for _, room := range []string{notiontest.Parent, notiontest.Source, inGoogle} {
		t.Run(room, func(t *testing.T) { holdCopies(t, newLibrary(t, room, oats)) })
	}
}

func holdCopies(t *testing.T, l *library) {
	t.Helper()
	l.publish(vocabulary.PagePut)
	all, err := l.db.Pages(t.Context(), l.project)
	l.ok(err)
	old := all[0]
	old.Object, old.Link, old.Version, old.Hash, old.Mark = "", "", 0, "", ""
	l.ok(l.db.KeepPage(t.Context(), old))
	if a := l.publish(vocabulary.PagePut); a.State != vocabulary.Done || len(l.there()) != 1 {
		t.Errorf("from before: %+v, %q", a, l.there())
	}
	all[0].Hash, all[0].Mark = "another", "a0"
	l.ok(l.db.KeepPage(t.Context(), all[0]))
	if a := l.publish(vocabulary.PagePut); a.State != vocabulary.Done || len(l.there()) != 1 {
		t.Errorf("from between: %+v, %q", a, l.there())
	}
}
