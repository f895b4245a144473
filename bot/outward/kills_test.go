package outward_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	vocabulary "github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
)

// Processes that die one after the other, at any request and on either side of its effect, leave one pull request and one
// status, each known as done: by what the forge itself has, which would take any of them twice.
func TestManyKills(t *testing.T) {
	kills := testlevel.Count(12, 60, 500)
	random := rand.New(rand.NewPCG(37, 3)) //nolint:gosec // the same kills each time
	for done := 0; done < kills; {
		for _, service := range vocabulary.Services() {
			done += killOften(t, newScene(t, service), random)
		}
	}
}

// killOften carries out both kinds of actions while processes die, and returns how many did.
func killOften(t *testing.T, s *scene, random *rand.Rand) (kills int) {
	t.Helper()
	s.forge.Lax = true
	out, err := exec.Command("git", "-C", filepath.Join(s.forge.Dir, "acme", "shop.git"), "rev-parse", "one").Output()
	s.ok(err)
	commit := strings.TrimSpace(string(out))
	s.propose("proof:p:x", vocabulary.SetStatus, vocabulary.Status{Owner: "acme", Repository: "shop", Commit: commit, Context: vocabulary.ProofContext, Good: true, Text: "1 change, all checks pass"})
	kills = s.dieOften(random, 2)
	if pulls, said := s.forge.Pulls("acme/shop"), s.forge.Statuses("acme/shop", commit); len(pulls) != 1 || len(said) != 1 {
		t.Errorf("after %d kills: pull requests %q, statuses %q", kills, pulls, said)
	}
	return kills
}

// propose puts down an action that is allowed, in the repository of the pull request.
func (s *scene) propose(key string, kind vocabulary.Kind, order any) {
	s.t.Helper()
	raw, err := json.Marshal(order)
	s.ok(err)
	_, err = s.db.ProposeAction(s.t.Context(), vocabulary.Action{Key: key, Kind: kind, Connection: s.a.Connection, Project: s.a.Project, Place: s.a.Place, Order: raw, AllowedBy: "ada"})
	s.ok(err)
}

// dieOften carries out all actions while processes die, one after the other, at any request and on either side of its effect. It returns how many
// did, and fails unless as many actions are there as wanted, each known as done.
func (s *scene) dieOften(random *rand.Rand, want int) (kills int) {
	s.t.Helper()
	const most = 12 // deaths in a row
	for life := range 100 {
		s.doer.Owner = fmt.Sprintf("bot-%d", life)
		at := random.IntN(9) // sometimes later than all requests: it lives
		if life > most {
			at = 1 << 20
		}
		before := random.IntN(2) == 0
		s.doer.Transport = roundTrip(func(r *http.Request) (*http.Response, error) {
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
			err := s.doer.Next(s.t.Context())
			if idle = errors.Is(err, org.ErrNoWork); !idle {
				s.ok(err)
			}
		}()
		s.now = s.now.Add(10 * time.Minute)
		if idle {
			break
		}
	}
	all, err := s.db.Actions(s.t.Context(), "", 10)
	s.ok(err)
	for _, a := range all {
		if a.State != vocabulary.Done || a.Link == "" && a.Kind == vocabulary.OpenPull {
			s.t.Errorf("after %d kills: %+v", kills, a)
		}
	}
	if len(all) != want {
		s.t.Errorf("%d actions, want %d", len(all), want)
	}
	return kills
}
