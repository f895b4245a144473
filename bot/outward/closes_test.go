package outward_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
	vocabulary "github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/store"
)

type dueRecords struct {
	*store.DB
	due []coding.DuePull
}

// PullsDue returns what the test gives.
func (d dueRecords) PullsDue(context.Context) ([]coding.DuePull, error) { return d.due, nil }

// What does not prove all that an issue ordered closes it not, whatever the project says of itself; an issue elsewhere is not named at all.
func TestWhatIsNotProvenClosesNoIssue(t *testing.T) {
	for _, c := range []struct {
		name  string
		whole bool
		place string
		want  string
	}{
		{"of the same place, without a proof", true, "", "Part of #3\n\n"},
		{"not all of it", false, "", "Part of #3\n\n"},
		{"of another place", true, "github.com/acme/other", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			eachService(t, func(t *testing.T, s *scene) {
				t.Helper()
				all, err := s.db.Connections(t.Context())
				s.ok(err)
				place, _ := vocabulary.PlaceOf(all[0].Address + "/acme/shop.git")
				at := place.String()
				if c.place != "" {
					at = c.place
				}
				due := coding.DuePull{Project: s.a.Project, Title: "T", Whole: c.whole, Issue: coding.IssueRef{Place: at, Number: 3}}
				due.Order.Branch = "two"
				due.Order.Repository = coding.Repository{Name: "shop", Source: all[0].Address + "/acme/shop.git", Ref: "main", Policy: coding.CodePolicy{Pull: coding.PullDraft}}
				s.doer.Records = dueRecords{s.db, []coding.DuePull{due}}
				s.ok(s.doer.Next(t.Context()))
				actions, err := s.db.Actions(t.Context(), "", 10)
				s.ok(err)
				var order vocabulary.Pull
				for _, a := range actions {
					if strings.HasPrefix(a.Key, "pull:"+string(s.a.Project)) {
						s.ok(json.Unmarshal(a.Order, &order))
					}
				}
				if order.Head != "two" || !strings.HasPrefix(order.Body, c.want) || c.want == "" && strings.Contains(order.Body, "#3") {
					t.Errorf("it says %q, want %q", order.Body, c.want)
				}
			})
		})
	}
}
