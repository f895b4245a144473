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
	raw, err := json.Marshal(vocabulary.Status{Owner: "acme", Repository: "shop", Commit: commit, Context: vocabulary.ProofContext, Good: true, Text: "1 change, all checks pass"})
	s.ok(err)
	_, err = s.db.ProposeAction(t.Context(), vocabulary.Action{Key: "proof:p:x", Kind: vocabulary.SetStatus, Connection: s.a.Connection, Project: s.a.Project, Place: "acme/shop", Order: raw, AllowedBy: "ada"})
	s.ok(err)
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
			err := s.doer.Next(t.Context())
			if idle = errors.Is(err, org.ErrNoWork); !idle {
				s.ok(err)
			}
		}()
		s.now = s.now.Add(10 * time.Minute)
		if idle {
			break
		}
	}
	all, err := s.db.Actions(t.Context(), "", 10)
	s.ok(err)
	for _, a := range all {
		if a.State != vocabulary.Done || a.Link == "" && a.Kind == vocabulary.OpenPull {
			t.Errorf("after %d kills: %+v", kills, a)
		}
	}
	if pulls, said := s.forge.Pulls("acme/shop"), s.forge.Statuses("acme/shop", commit); len(pulls) != 1 || len(said) != 1 || len(all) != 2 {
		t.Errorf("after %d kills: pull requests %q, statuses %q", kills, pulls, said)
	}
	return kills
}
