package linear_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/mirror"
	"github.com/frasier-cos/frasier/internal/testing/lineartest"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
	"github.com/frasier-cos/frasier/store"
)

type died struct{}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// work does what one process does until it dies or has nothing to do; true where it died.
func (s *scene) live() (dead bool) {
	defer func() {
		switch p := recover(); p {
		case nil:
		case died{}:
			dead = true
		default:
			panic(p)
		}
	}()
	s.turn()
	return false
}

// dieAt has the process die at a point: before its request number at/2, or behind its effect where at is odd.
func (s *scene) dieAt(at int) {
	n := 0
	s.m.Transport = roundTrip(func(r *http.Request) (*http.Response, error) {
		n++
		if at == 2*(n-1) {
			panic(died{})
		}
		resp, err := s.way.RoundTrip(r)
		if at == 2*(n-1)+1 {
			s.ok(resp.Body.Close())
			panic(died{})
		}
		return resp, err
	})
}

// sorted is a dump in one order, whoever came first, without the marks and numbers that another office has others of.
func sorted(dump string) string {
	lines := strings.Split(dump, "\n")
	for i, l := range lines {
		if at := strings.Index(l, "`frasier:"); at >= 0 {
			lines[i] = l[:at]
		}
	}
	sort.Strings(lines)
	return strings.Join(lines, "\n")
}

// Processes that die one after the other, at any request and on either side of its effect, leave each thing there once, and none out: the
// workspace's own dump is that of one in which nobody died.
func TestManyKills(t *testing.T) {
	t.Parallel()
	kills := testlevel.Count(25, 80, 500)
	random := rand.New(rand.NewPCG(38, 2)) //nolint:gosec // the same kills each time
	whole := newScene(t)
	whole.tell(func() { whole.turn() })
	want := sorted(whole.there.Dump())
	for done := 0; done < kills; {
		ok := t.Run(fmt.Sprint(done), func(t *testing.T) { // each closes what it opened
			done += killUntilDone(t, random, want)
		})
		if !ok {
			return
		}
	}
}

// killUntilDone has the story told by processes that die one after the other, until one lives, and says how many died.
func killUntilDone(t *testing.T, random *rand.Rand, want string) (kills int) {
	t.Helper()
	s := newScene(t)
	s.tell(func() {
		const most = 12 // deaths in a row
		for life := range 100 {
			at := random.IntN(25) // sometimes later than all requests: it lives
			if life > most {
				at = 1 << 20
			}
			before := random.IntN(2) == 0
			s.reopen(roundTrip(func(r *http.Request) (*http.Response, error) {
				at--
				if at < 0 && before {
					panic(died{})
				}
				resp, err := s.way.RoundTrip(r)
				if at < 0 {
					if err == nil {
						s.ok(resp.Body.Close()) // as the end of a process does
					}
					panic(died{})
				}
				return resp, err
			}))
			if !s.live() {
				break
			}
			kills++
			s.now = s.now.Add(10 * time.Minute)
		}
	})
	if got := sorted(s.there.Dump()); got != want {
		t.Fatalf("after %d kills there is\n%s\nand without any\n%s", kills, got, want)
	}
	return kills
}

// tell has a project of six steps stand there and two of them done, doing all that is due by do.
func (s *scene) tell(do func()) {
	s.t.Helper()
	s.start("Oats", "a", "b<a", "c<a", "d", "e<d", "f<b<c")
	do()
	all, err := s.db.Actions(s.t.Context(), "", 5)
	s.ok(err)
	_, err = s.db.AllowAction(s.t.Context(), all[0].ID, "founder")
	s.ok(err)
	do()
	s.finish()
	do()
	s.finish()
	do()
}

// reopen is another process with the same database.
func (s *scene) reopen(transport http.RoundTripper) {
	s.t.Helper()
	s.ok(s.db.Close())
	s.open()
	s.m.Transport = transport
}

// However Linear fails, the work goes on, and afterwards all stands there once.
func TestLinearFails(t *testing.T) {
	t.Parallel()
	whole := newScene(t)
	whole.tell(func() { whole.turn() })
	want := sorted(whole.there.Dump())
	for _, fault := range []string{"500", "html", "429", "errors", "null", "lost", "after", "after-500"} {
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			s := newScene(t)
			random := rand.New(rand.NewPCG(38, uint64(len(fault)))) //nolint:gosec // the same faults each time
			s.there.Break = func(string) string {
				if random.IntN(4) == 0 {
					return fault
				}
				return ""
			}
			s.tell(func() {
				for range 60 {
					s.turn()
					s.now = s.now.Add(16 * time.Minute)
				}
			})
			if got := sorted(s.there.Dump()); got != want {
				t.Errorf("there is\n%s\nand without a fault\n%s", got, want)
			}
		})
	}
}

// Linear is away for an hour: work waits for nothing, its row says why, and afterwards one comparison brings all of it. A key that is revoked
// switches the connection off.
func TestLinearIsAway(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	s.start("Oats", "a", "b", "c")
	s.allow()
	away := true
	s.there.Break = func(string) string {
		if away {
			return "500"
		}
		return ""
	}
	s.finish()
	s.finish()
	for range 12 {
		s.turn()
		s.now = s.now.Add(5 * time.Minute)
	}
	all, err := s.db.Standings(t.Context(), mirror.Linear)
	s.ok(err)
	if len(all) != 1 || !strings.Contains(all[0].Why, "Linear answered 500") {
		t.Errorf("meanwhile: %+v", all)
	}
	asked := len(s.there.Requests())
	if asked > 60 {
		t.Errorf("%d requests while it was away", asked)
	}
	away = false
	s.now = s.now.Add(20 * time.Minute)
	s.turn()
	s.stands("issue Do a: Done", "issue Do b: Done", "comment on Do a", "comment on Do b")
	s.there.Revoked = true
	s.finish()
	s.turn()
	connections, err := s.db.Connections(t.Context())
	s.ok(err)
	if connections[0].On || !strings.Contains(connections[0].Why, "does not know this key") {
		t.Errorf("of a key that is revoked: %+v", connections[0])
	}
	n := len(s.there.Requests())
	s.now = s.now.Add(48 * time.Hour)
	s.turn()
	if m := len(s.there.Requests()); m != n {
		t.Errorf("%d requests while it is off", m-n)
	}
	s.there.Revoked = false
	s.connect()
	s.turn()
	s.stands("issue Do c: Done")
}

// A backup that is put back while Linear holds what came since makes nothing twice and takes nothing of ours for an order.
func TestABackupIsPutBack(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	s.start("Oats", "a", "b<a", "c")
	s.allow()
	backup := s.backup()
	s.finish()
	s.finish()
	s.there.Comment(lineartest.FounderKey, "Do c", "Thank you")
	s.hear()
	before := s.there.Dump()
	s.restore(backup)
	s.connect()
	s.hear()
	s.hear()
	if got := s.there.Dump(); strings.Count(got, "issue ") != strings.Count(before, "issue ") || strings.Count(got, "project ") != strings.Count(before, "project ") || strings.Count(got, "relation ") != 1 {
		t.Errorf("it is not there once:\n%s\nwas\n%s", got, before)
	}
	for _, key := range []string{"a", "b", "c"} {
		if x := s.step(key); x.State != "pending" {
			t.Errorf("%s is %s: something of ours was an order", key, x.State)
		}
	}
	s.stands("issue Do a: Todo")
	s.finish()
	s.finish()
	s.hear()
	s.stands("issue Do a: Done", "comment on Do a by Ada Founder: It's done.")
}

func (s *scene) backup() string {
	s.t.Helper()
	path, err := s.db.Backup(s.t.Context(), s.t.TempDir())
	s.ok(err)
	return path
}

func (s *scene) restore(backup string) {
	s.t.Helper()
	s.ok(s.db.Close())
	_, err := store.Restore(s.t.Context(), s.path, backup, s.now)
	s.ok(err)
	s.open()
}
