package outward_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/outward"
	"github.com/frasier-cos/frasier/internal/org"
	vocabulary "github.com/frasier-cos/frasier/internal/outward"
)

// told counts the news of pull requests that people had, by kind.
func (s *scene) told() map[string]int {
	s.t.Helper()
	all, err := s.db.Events(s.t.Context(), 0, 10_000)
	s.ok(err)
	out := map[string]int{}
	for _, e := range all {
		if e.Kind == org.EventPull {
			out[e.Data["news"]]++
		}
	}
	return out
}

// again reads an action as it is by now.
func (s *scene) again(a vocabulary.Action) vocabulary.Action {
	s.t.Helper()
	all, err := s.db.Actions(s.t.Context(), "", 10)
	s.ok(err)
	for _, got := range all {
		if got.ID == a.ID {
			return got
		}
	}
	s.t.Fatalf("%s is gone", a.ID)
	return a
}

// readGit runs git in the forge's repository, with a text as its input.
func (s *scene) readGit(in string, args ...string) string {
	s.t.Helper()
	cmd := exec.Command("git", append([]string{"-C", filepath.Join(s.forge.Dir, "acme", "shop.git"), "-c", "user.name=a", "-c", "user.email=a@example.com"}, args...)...)
	cmd.Stdin = strings.NewReader(in)
	out, err := cmd.Output()
	s.ok(err)
	return strings.TrimSpace(string(out))
}

// anew looks at all that stands at the forge.
func (s *scene) anew(w *outward.Watcher) {
	s.t.Helper()
	s.now = s.now.Add(2 * time.Hour)
	s.ok(w.Next(s.t.Context()))
}

// What somebody closed and opens again is looked at as before, however often he does; what stays closed is asked about once an hour at most,
// and not at all after a month.
func TestAPullRequestIsOpenedAgain(t *testing.T) {
	eachService(t, func(t *testing.T, s *scene) {
		t.Helper()
		w, _ := watched(t, s)
		s.ok(s.db.RemoveRepository(t.Context(), "shop")) // so that nothing else is expected there
		s.look(w)
		for n := range 2 {
			s.person(http.MethodPatch, "pulls/1", `{"state":"closed"}`)
			s.anew(w)
			if open, err := s.db.OpenPulls(t.Context()); err != nil || len(open) != 0 || s.told()["closed"] != n+1 {
				t.Fatalf("closed: %v, %v, %v", open, err, s.told())
			}
			s.person(http.MethodPatch, "pulls/1", `{"state":"open"}`)
			s.anew(w)
			if open, err := s.db.OpenPulls(t.Context()); err != nil || len(open) != 1 || s.told()["reopened"] != n+1 {
				t.Fatalf("opened again: %v, %v, %v", open, err, s.told())
			}
		}
		s.person(http.MethodPatch, "pulls/1", `{"state":"closed"}`)
		s.anew(w)
		asked := 0
		s.forge.Fault = func(http.ResponseWriter, *http.Request) bool { asked++; return false }
		tick := func(span time.Duration) int {
			asked = 0
			for end := s.now.Add(span); s.now.Before(end); s.now = s.now.Add(10 * time.Minute) {
				if err := w.Next(t.Context()); err != nil && !strings.Contains(err.Error(), org.ErrNoWork.Error()) {
					t.Fatal(err)
				}
			}
			return asked
		}
		const day = 24 * time.Hour
		if n := tick(day); n < 20 || n > 2*25 {
			t.Errorf("asked %d times in a day about one that is closed", n)
		}
		s.now = s.now.Add(30 * day)
		if n := tick(day); n != 0 {
			t.Errorf("asked %d times in a day after a month", n)
		}
	})
}

// A pull request that is closed while its base has just its files was merged by other ways; one that its base has not was not.
func TestAMergeMadeElsewhere(t *testing.T) {
	for _, merged := range []bool{true, false} {
		eachService(t, func(t *testing.T, s *scene) {
			t.Helper()
			write := func(parent, name string) string { // a commit with a file of its own
				t.Helper()
				blob := s.readGit(name, "hash-object", "-w", "--stdin")
				tree := s.readGit("100644 blob "+blob+"\t"+name+"\n", "mktree")
				return s.readGit("", "commit-tree", "-p", parent, "-m", "Add "+name, tree)
			}
			main := s.readGit("", "rev-parse", "main")
			head := write(main, "fee")
			git(s, "update-ref", "refs/heads/one", head)
			w, _ := watched(t, s)
			s.look(w)
			at := write(write(main, "tax"), map[bool]string{true: "fee", false: "tax"}[merged]) // by somebody else
			git(s, "update-ref", "refs/heads/main", at)
			s.person(http.MethodPatch, "pulls/1", `{"state":"closed"}`)
			s.anew(w)
			all, err := s.db.Pulls(t.Context(), "", 1)
			s.ok(err)
			told := s.told()
			if merged && (all[0].State != vocabulary.PullMerged || all[0].MergedAs != at || told["taken"] != 1 || told["closed"] != 0) {
				t.Errorf("merged elsewhere: %+v, told %v", all[0], told)
			}
			if !merged && (all[0].State != vocabulary.PullClosed || told["taken"] != 0 || told["closed"] != 1) {
				t.Errorf("not merged: %+v, told %v", all[0], told)
			}
		})
	}
}

// Knocks that come twice, late or out of order change nothing but when it is looked: what is so is read.
func TestKnocksInAnyOrder(t *testing.T) {
	eachService(t, func(t *testing.T, s *scene) {
		t.Helper()
		w, address := watched(t, s)
		s.look(w)
		place := strings.TrimPrefix(address, "http://") + "/acme/shop"
		looks := 0
		knock := func(delivery string, fresh bool) {
			t.Helper()
			if got, err := s.db.Nudge(t.Context(), delivery, place); err != nil || got != fresh {
				t.Errorf("%s: fresh %v, %v; want %v", delivery, got, err, fresh)
			}
			s.now = s.now.Add(time.Second)
			err := w.Next(t.Context())
			if err == nil {
				looks++
			}
			if fresh != (err == nil) {
				t.Errorf("%s: looked: %v", delivery, err)
			}
		}
		s.person(http.MethodPost, "pulls/1/reviews", `{"event":"REQUEST_CHANGES","body":"Why?"}`)
		knock("d2", true)
		knock("d2", false) // doubled
		s.person(http.MethodPatch, "pulls/1", `{"state":"closed"}`)
		knock("d9", true)  // closed, told before the one that told of the review's end
		knock("d3", true)  // out of order, about what is long past
		knock("d9", false) // and doubled, late
		if told := s.told(); told["changes"] != 1 || told["closed"] != 1 || looks != 3 {
			t.Errorf("told %v by %d looks", told, looks)
		}
	})
}

// Where somebody deletes the branch of a pull request, which closes it, people read that, and that nothing is lost.
func TestABranchDeletedBySomebody(t *testing.T) {
	eachService(t, func(t *testing.T, s *scene) {
		t.Helper()
		w, _ := watched(t, s)
		s.look(w)
		at := s.git("rev-parse", "one")
		git(s, "update-ref", "-d", "refs/heads/one")
		s.anew(w)
		if told := s.told(); told["branch"] != 1 || told["closed"]+told["gone"]+told["taken"]+told["forced"] != 0 {
			t.Errorf("told %v", told)
		}
		git(s, "update-ref", "refs/heads/one", at)
		s.anew(w)
		if told := s.told(); told["reopened"] != 1 || told["forced"] != 0 {
			t.Errorf("restored: told %v", told)
		}
	})
}

// A check that never ends is told once, two hours after it began, and once more where another commit has one.
func TestAnEndlessCheckIsTold(t *testing.T) {
	eachService(t, func(t *testing.T, s *scene) {
		t.Helper()
		w, _ := watched(t, s)
		all, err := s.db.Pulls(t.Context(), "", 1)
		s.ok(err)
		s.person(http.MethodPost, "statuses/"+all[0].Head, `{"state":"pending","context":"build"}`)
		s.now = time.Now() // the stand-in's clock says when it began
		s.ok(w.Next(t.Context()))
		if n := s.told()["stuck"]; n != 0 {
			t.Errorf("told at once")
		}
		for range 3 {
			s.anew(w)
		}
		if n := s.told()["stuck"]; n != 1 {
			t.Errorf("told %d times, want once", n)
		}
	})
}

// What a forge may do to what is done with a pull request that is there, and what a founder reads of it.
func TestFaultsOfPullRequestsAndTheirSentences(t *testing.T) {
	writes := func(r *http.Request) bool { return r.Method != http.MethodGet && r.URL.Path != "/api/graphql" }
	refuse := func(status int, body string, header ...string) func(*scene) {
		return func(s *scene) {
			s.forge.Fault = func(w http.ResponseWriter, r *http.Request) bool {
				return writes(r) && say(status, body, header...)(w, asPost(r))
			}
		}
	}
	var b strings.Builder
	for _, kind := range []vocabulary.Kind{vocabulary.MergePull, vocabulary.ClosePull} {
		for _, f := range []fault{
			{"the base is protected", "", refuse(405, `{"message":"At least 1 approving review is required by reviewers with write access."}`)},
			{"the token loses a right in the middle", "", refuse(403, `{"message":"Must have push access"}`)},
			{"too much at once", vocabulary.GitHub, refuse(403, `{"message":"You have exceeded a secondary rate limit.","documentation_url":"https://docs.github.com/rest/overview/rate-limits-for-the-rest-api#about-secondary-rate-limits"}`, "Retry-After", "120")},
			{"too much at once", vocabulary.Gitea, refuse(429, `{"message":"slow down"}`)},
			{"failed after its effect", "", func(s *scene) {
				s.forge.Fault = func(w http.ResponseWriter, r *http.Request) bool {
					if !writes(r) {
						return false
					}
					s.forge.Fault = nil
					s.forge.ServeHTTP(httptest.NewRecorder(), r)
					w.WriteHeader(http.StatusBadGateway)
					return true
				}
			}},
			{"its branch was deleted by somebody", "", func(s *scene) { git(s, "update-ref", "-d", "refs/heads/one") }},
			{"the repository was renamed", "", func(s *scene) {
				s.ok(os.Rename(filepath.Join(s.forge.Dir, "acme", "shop.git"), filepath.Join(s.forge.Dir, "acme", "store.git")))
				s.forge.Move("acme/shop", "acme/store")
			}},
			{"somebody closed it", "", func(s *scene) { s.person(http.MethodPatch, "pulls/1", `{"state":"closed"}`) }},
		} {
			for _, service := range vocabulary.Services() {
				if f.only != "" && f.only != service {
					continue
				}
				s := opened(t, service)
				s.person(http.MethodPatch, "pulls/1", `{"title":"Fix it"}`)
				s.order(vocabulary.MarkReady, nil)
				f.do(s)
				a := s.order(kind, nil)
				for range 3 { // as often as it is due
					s.now = s.now.Add(90 * time.Minute)
					_ = s.doer.Next(t.Context()) //nolint:errcheck // what comes of it is read next
				}
				a = s.again(a)
				all, err := s.db.Connections(t.Context())
				s.ok(err)
				place := "acme/shop"
				if s.forge.PullState(place, 1) == "" {
					place = "acme/store"
				}
				fmt.Fprintf(&b, "%s, %s, %s: %s; there it is %s\n  %s\n", kind, f.name, service, a.State, s.forge.PullState(place, 1), strings.ReplaceAll(a.Why, all[0].Host(), "HOST"))
			}
		}
	}
	holdGolden(t, "pullfaults.golden", b.String())
}

// asPost is a request as one that changes something, for what looks at the method alone.
func asPost(r *http.Request) *http.Request {
	r = r.Clone(r.Context())
	r.Method = http.MethodPost
	return r
}
