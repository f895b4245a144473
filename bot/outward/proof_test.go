package outward_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	vocabulary "github.com/frasier-cos/frasier/internal/outward"
)

// A status is put at a commit once, also where the answer to it got lost.
func TestAStatusIsSetOnce(t *testing.T) {
	eachService(t, func(t *testing.T, s *scene) {
		t.Helper()
		s.ok(s.doer.Next(t.Context()))
		out, err := exec.Command("git", "-C", filepath.Join(s.forge.Dir, "acme", "shop.git"), "rev-parse", "one").Output()
		s.ok(err)
		order := vocabulary.Status{Owner: "acme", Repository: "shop", Commit: strings.TrimSpace(string(out)), Context: vocabulary.ProofContext, Good: true, Text: "1 change, all checks pass"}
		raw, err := json.Marshal(order)
		s.ok(err)
		_, err = s.db.ProposeAction(t.Context(), vocabulary.Action{
			Key: "proof:p1:x", Kind: vocabulary.SetStatus, Connection: s.a.Connection, Project: s.a.Project, Place: "acme/shop", Order: raw, AllowedBy: "ada",
		})
		s.ok(err)
		s.forge.Fault = func(w http.ResponseWriter, r *http.Request) bool { // it takes effect and says that it failed
			if r.Method != http.MethodPost {
				return false
			}
			s.forge.Fault = nil
			s.forge.ServeHTTP(httptest.NewRecorder(), r)
			w.WriteHeader(http.StatusBadGateway)
			return true
		}
		s.ok(s.doer.Next(t.Context()))
		s.now = s.now.Add(time.Hour)
		s.ok(s.doer.Next(t.Context()))
		if got := s.forge.Statuses("acme/shop", order.Commit); len(got) != 1 || got[0] != "frasier/proof success: 1 change, all checks pass" {
			t.Errorf("there is %q", got)
		}
		all, err := s.db.Actions(t.Context(), "", 1)
		s.ok(err)
		if all[0].State != vocabulary.Done || !strings.Contains(string(all[0].Answer), `"good":true`) {
			t.Errorf("kept is %+v", all[0])
		}
	})
}
