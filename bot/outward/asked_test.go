package outward_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/frasier-cos/frasier/internal/testing/forgetest"
)

// A request for our review orders one, where somebody sent it who may order; each request once, and none that is taken back.
func TestAReviewIsAskedForAtTheForge(t *testing.T) {
	eachService(t, func(t *testing.T, s *scene) {
		t.Helper()
		w, _ := watched(t, s)
		s.look(w)
		ask := func(by int64, method string) {
			t.Helper()
			s.as(by, method, "pulls/1/requested_reviewers", fmt.Sprintf(`{"reviewers":[%q]}`, forgetest.Account))
			s.look(w) // asks one question
			s.anew(w)
		}
		asked := func(want ...string) {
			t.Helper()
			all, err := s.db.OrderedReviews(t.Context(), 10)
			s.ok(err)
			var got []string
			for _, o := range all {
				got = append(got, fmt.Sprintf("%s %s %s", o.Name(), o.By, o.State))
			}
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("asked: %q, want %q", got, want)
			}
		}
		ask(42, http.MethodPost) // may not order
		asked()
		ask(42, http.MethodDelete)
		ask(41, http.MethodPost)
		asked("acme/shop#1 asked:41 asked")
		o, err := s.db.NextReview(t.Context(), 0)
		s.ok(err)
		s.ok(s.db.RefuseReview(t.Context(), o, "no"))
		s.anew(w)
		asked("acme/shop#1 asked:41 refused") // once
		ask(41, http.MethodDelete)
		asked("acme/shop#1 asked:41 refused")
		ask(41, http.MethodPost) // anew
		asked("acme/shop#1 asked:41 asked")
	})
}
