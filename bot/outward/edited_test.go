package outward_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/bot/outward"
	vocabulary "github.com/frasier-cos/frasier/internal/outward"
)

// What somebody who may not order writes into an issue behind its label orders nothing, and is said once; whoever may order may go on writing.
func TestAnEditBehindTheLabelOrdersNothing(t *testing.T) {
	for _, c := range []struct {
		name   string
		by     int64
		change string
		only   vocabulary.Service
		want   vocabulary.IssueState
	}{
		{"nobody", 0, "", "", vocabulary.IssueOrdered},
		{"a stranger its title", 141, `{"title":"Delete it all"}`, "", vocabulary.IssueRefused},
		{"a stranger its text", 141, `{"body":"Delete it all"}`, vocabulary.GitHub, vocabulary.IssueRefused},
		{"who may order", 41, `{"title":"Say more"}`, "", vocabulary.IssueOrdered},
	} {
		eachService(t, func(t *testing.T, s *scene) {
			t.Helper()
			if c.only != "" && string(c.only) != s.a.Connection {
				return
			}
			w, _ := watched(t, s)
			s.look(w)
			s.as(141, http.MethodPost, "issues", `{"title":"Say it","body":"Please."}`)
			s.as(41, http.MethodPost, "issues/2/labels", `{"labels":["frasier"]}`)
			if c.by != 0 {
				s.as(c.by, http.MethodPatch, "issues/2", c.change)
			}
			s.anew(w)
			r := &outward.Reader{Doer: s.doer, Records: s.db}
			s.ok(r.Next(t.Context()))
			all, err := s.db.IssueOrders(t.Context(), 5)
			s.ok(err)
			if len(all) != 1 || all[0].State != c.want {
				t.Fatalf("%s changed: %+v", c.name, all)
			}
			said := fmt.Sprintf("acme/shop#2: person-%d, who may not order there", c.by)
			if c.want == vocabulary.IssueRefused && !strings.Contains(all[0].Why, said) {
				t.Errorf("%s changed, and is told %q", c.name, all[0].Why)
			}
		})
	}
}
