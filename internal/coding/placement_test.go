package coding_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
)

// facts are those of a step of which nobody chose anything.
func facts() coding.PlaceFacts {
	return coding.PlaceFacts{Tier: org.T2, Tip: "tip", Model: true, Order: coding.CodeOrder{
		Branch:     "frasier/p1-fees",
		Repository: coding.Repository{Name: "shop", Ref: "main", Checks: []string{"go test"}, Policy: coding.CodePolicy{Found: []string{coding.FoundRef, coding.FoundChecks}}},
	}}
}

// Each value comes from the nearest that says something, and says from where.
func TestPlace(t *testing.T) {
	t.Parallel()
	merged := []coding.Commit{{ID: "one"}, {ID: "two"}}
	for _, c := range []struct {
		name  string
		say   func(*coding.PlaceFacts)
		field string
		want  string
	}{
		{"nothing", func(*coding.PlaceFacts) {}, "Ref", "{main found in the repository}"},
		{"branch named", func(f *coding.PlaceFacts) {
			f.Order.Repository.Ref, f.Order.Repository.Policy.Found = "develop", nil
		}, "Ref", "{develop the repository's settings}"},

		{"nothing", func(*coding.PlaceFacts) {}, "Base", "{tip the branch main}"},
		{"others merged", func(f *coding.PlaceFacts) { f.Order.Merged = merged }, "Base", "{two the changes merged before}"},
		{"let through", func(f *coding.PlaceFacts) { f.Order.Allowed = &coding.Offer{Base: "then"} }, "Base", "{then your yes}"},
		{"let through, others merged", func(f *coding.PlaceFacts) {
			f.Order.Allowed, f.Order.Merged = &coding.Offer{Base: "then"}, merged
		}, "Base", "{then your yes}"},

		{"nothing", func(*coding.PlaceFacts) {}, "Branch", "{frasier/p1-fees default}"},
		{"nothing", func(*coding.PlaceFacts) {}, "Push", "{false default}"},
		{"pushing said of an address", func(f *coding.PlaceFacts) {
			f.Order.Repository.Kind, f.Order.Repository.Policy.Push = coding.RepositoryURL, true
		}, "Push", "{true the repository's settings}"},
		{"pushing said of a folder", func(f *coding.PlaceFacts) {
			f.Order.Repository.Kind, f.Order.Repository.Policy.Push = coding.RepositoryPath, true
		}, "Push", "{false default}"},
		{"onto the branch that work starts from", func(f *coding.PlaceFacts) {
			f.Order.Repository.Kind, f.Order.Repository.Policy = coding.RepositoryURL, coding.CodePolicy{Push: true, Onto: true}
		}, "Onto", "{main the repository's settings}"},
		{"onto it, from a branch of ours", func(f *coding.PlaceFacts) {
			f.Order.Repository.Kind, f.Order.Repository.Policy = coding.RepositoryURL, coding.CodePolicy{Push: true, Onto: true}
			f.Order.From = &coding.Origin{Branch: "frasier/p2-city"}
		}, "Onto", "{ }"},
		{"onto it, of a folder", func(f *coding.PlaceFacts) {
			f.Order.Repository.Kind, f.Order.Repository.Policy = coding.RepositoryPath, coding.CodePolicy{Push: true, Onto: true}
		}, "Onto", "{ }"},
		{"onto it, and pull requests", func(f *coding.PlaceFacts) {
			f.Order.Repository.Kind, f.Order.Repository.Policy = coding.RepositoryURL, coding.CodePolicy{Push: true, Onto: true, Pull: coding.PullDraft}
		}, "Pull", "{ }"},
		{"nothing", func(*coding.PlaceFacts) {}, "Checks", "{[go test] found in the repository}"},
		{"checks named", func(f *coding.PlaceFacts) {
			f.Order.Repository.Checks, f.Order.Repository.Policy.Found = []string{"make test", "make lint"}, []string{coding.FoundRef}
		}, "Checks", "{[make test make lint] the repository's settings}"},

		{"nothing", func(*coding.PlaceFacts) {}, "Coder", "{embedded default}"},
		{"no model", func(f *coding.PlaceFacts) { f.Model = false }, "Coder", "{given what is set up here}"},
		{"a patch given", func(f *coding.PlaceFacts) { f.Order.Patches = []string{"a.diff"} }, "Coder", "{given the order}"},
		{"a program elsewhere, no model", func(f *coding.PlaceFacts) { f.Model, f.Order.Repository.Policy.Coder = false, coding.CoderRemote }, "Coder", "{remote the repository's settings}"},
		{"a patch given, no model", func(f *coding.PlaceFacts) { f.Model, f.Order.Patches = false, []string{"a.diff"} }, "Coder", "{given the order}"},
		{"let through, no model", func(f *coding.PlaceFacts) { f.Model, f.Order.Allowed = false, &coding.Offer{} }, "Coder", "{allowed your yes}"},
		{"let through, a patch given", func(f *coding.PlaceFacts) {
			f.Order.Allowed, f.Order.Patches = &coding.Offer{}, []string{"a.diff"}
		}, "Coder", "{allowed your yes}"},

		{"nothing", func(*coding.PlaceFacts) {}, "Tier", "{T2 the plan}"},
		{"a cause found", func(f *coding.PlaceFacts) { f.Found = org.T3 }, "Tier", "{T3 the cause that was found}"},
		{"no model", func(f *coding.PlaceFacts) { f.Model = false }, "Tier", "{ }"},
		{"a patch given", func(f *coding.PlaceFacts) { f.Order.Patches = []string{"a.diff"} }, "Tier", "{ }"},
		{"nothing", func(*coding.PlaceFacts) {}, "Turns", fmt.Sprintf("{%d default}", org.CodeTurns)},
		{"a patch given", func(f *coding.PlaceFacts) { f.Order.Patches = []string{"a.diff"} }, "Turns", "{0 }"},
		{"nothing", func(*coding.PlaceFacts) {}, "Tries", fmt.Sprintf("{%d default}", org.CodeTries)},
		{"nothing", func(*coding.PlaceFacts) {}, "Limit", "{10m0s default}"},
		{"minutes", func(f *coding.PlaceFacts) { f.Order.Repository.Policy.Minutes = 25 }, "Limit", "{25m0s the repository's settings}"},
		{"nothing", func(*coding.PlaceFacts) {}, "Fence", "{strong default}"},
		{"nothing", func(*coding.PlaceFacts) {}, "Network", "{none default}"},
	} {
		f := facts()
		c.say(&f)
		got := fmt.Sprint(reflect.ValueOf(coding.Place(f)).FieldByName(c.field).Interface())
		if got != c.want {
			t.Errorf("%s: %s is %s, want %s", c.name, c.field, got, c.want)
		}
	}
}

// What was decided is what the order then says, and what differs in no more than the commit is alike.
func TestPlacementApplies(t *testing.T) {
	t.Parallel()
	p := coding.Place(facts())
	o := coding.CodeOrder{Repository: coding.Repository{Name: "shop", Ref: "other", Checks: []string{"other"}}}
	p.Apply(&o)
	if o.Repository.Ref != "main" || strings.Join(o.Repository.Checks, "") != "go test" || o.Branch != "frasier/p1-fees" || o.Repository.Name != "shop" {
		t.Errorf("the order is %+v", o)
	}
	later, other := p, p
	later.Base.Value, other.Limit.Value = "next", time.Minute
	if !p.Alike(later) || p.Alike(other) {
		t.Error("another commit is another placement, or another limit is not")
	}
}

// Names and branches of any title are ones that a person can type and git takes.
func TestHandles(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for n := range 10_000 {
		id := org.StepID(fmt.Sprint("s", n))
		h := coding.Handle(id, n%3)
		if strings.Trim(h, "abcdefghijklmnopqrstuvwxyz-23") != "" || strings.Count(h, "-") < 1 || h != coding.Handle(id, n%3) {
			t.Fatalf("%s is called %q", id, h)
		}
		seen[coding.Handle(id, 0)] = true
	}
	if len(seen) < 900 || coding.Handle("s1", 1) != coding.Handle("s1", 0)+"-2" {
		t.Errorf("10000 steps have %d names", len(seen))
	}
}
