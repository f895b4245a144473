package coding_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
)

func TestSettingsOfPullRequests(t *testing.T) {
	r := coding.Repository{Name: "shop", Kind: coding.RepositoryURL, Ref: "main", Policy: coding.CodePolicy{Push: true}}
	for _, c := range []struct {
		values string
		ok     bool
		want   string
	}{
		{"draft", true, "It becomes a draft pull request, the first after your yes."},
		{"base release/2", true, "It becomes a draft pull request, the first after your yes, into release/2."},
		{"words on", true, "It becomes a draft pull request, the first after your yes, into release/2, with your own words in it."},
		{"template off", true, "It becomes a draft pull request, the first after your yes, into release/2, with your own words in it, without the template that lies there."},
		{"base default", true, "It becomes a draft pull request, the first after your yes, with your own words in it, without the template that lies there."},
		{"scope step", true, "It becomes a draft pull request, the first after your yes, one for each change, on the one before it, with your own words in it, without the template that lies there."},
		{"scope all", false, ""},
		{"scope project", true, "It becomes a draft pull request, the first after your yes, with your own words in it, without the template that lies there."},
		{"words maybe", false, ""},
		{"base --exec=x", false, ""},
		{"base", false, ""},
		{"ready", true, "It becomes a draft pull request, the first after your yes, and once all of it is proven I ask you whether it is ready, with your own words in it, without the template that lies there."},
		{"agent_auto_open", true, "It becomes a pull request, ready for review where all of it is proven and a draft where not, the first after your yes, with your own words in it, without the template that lies there."},
		{"approval_required", true, "It becomes a draft pull request when you say yes to it, with your own words in it, without the template that lies there."},
		{"draft", true, "It becomes a draft pull request, the first after your yes, with your own words in it, without the template that lies there."},
		{"merged", false, ""},
		{"colour red", false, ""},
		{"base a b", false, ""},
		{"template on", true, "It becomes a draft pull request, the first after your yes, with your own words in it."},
		{"words off", true, "It becomes a draft pull request, the first after your yes."},
		{"ask", true, "It becomes a draft pull request when you say yes to it."},
		{"none", true, ""},
	} {
		next := r
		if ok := next.Set(coding.SettingPull, strings.Fields(c.values)); ok != c.ok {
			t.Fatalf("pr %s: %v", c.values, ok)
		}
		if !c.ok {
			continue
		}
		if r = next; r.Policy.DescribePulls() != c.want {
			t.Errorf("pr %s: %q", c.values, r.Policy.DescribePulls())
		}
	}
}

// What becomes of a branch is decided with its change, each value with where it comes from, and holds when the settings change later;
// only none ends it.
func TestPullRequestsAreDecidedWithTheChange(t *testing.T) {
	r := coding.Repository{Name: "shop", Kind: coding.RepositoryURL, Ref: "main", Policy: coding.CodePolicy{Push: true, Pull: coding.PullDraft, PullWords: true}}
	p := coding.Place(coding.PlaceFacts{Order: coding.CodeOrder{Repository: r, Branch: "frasier/p1"}, Tip: "c0"})
	var got []string
	for _, l := range p.Lines() {
		if strings.Contains(l.Name, "pull") || strings.HasSuffix(l.Name, " in it") {
			got = append(got, fmt.Sprintf("%s: %s (%s)", l.Name, l.Value, l.From))
		}
	}
	want := "pull request: a draft, the first of the repository after your yes (the repository's settings)\n" +
		"pull requests: one for all changes of a project (default)\npull request into: main (the branch that work starts from)\nyour words in it: yes (the repository's settings)\nthe repository's template in it: yes (default)"
	if strings.Join(got, "\n") != want {
		t.Errorf("decided:\n%s", strings.Join(got, "\n"))
	}
	later := r
	later.Policy.Pull, later.Policy.PullBase, later.Policy.PullWords = coding.PullAsk, "release", false
	due := coding.DuePull{Order: coding.CodeOrder{Repository: later}, Changes: []coding.StepChange{{Merged: &coding.Commit{}, Placed: &p}}}
	if got := due.PullPolicy(); got.Pull != coding.PullDraft || got.PullBase != "main" || !got.PullWords {
		t.Errorf("with later settings: %+v", got)
	}
	due.Changes[0].Placed = &coding.Placement{}
	if got := due.PullPolicy(); got.Pull != coding.PullAsk || got.PullBase != "release" {
		t.Errorf("where an older version decided: %+v", got)
	}
	due.Changes[0].Placed = &p
	due.Order.Repository.Policy.Pull = ""
	if got := due.PullPolicy(); got.Pull != "" {
		t.Errorf("when it is none by now: %+v", got)
	}
	r.Policy.Push = false
	if p := coding.Place(coding.PlaceFacts{Order: coding.CodeOrder{Repository: r}}); p.Pull.From != "" {
		t.Errorf("of a branch that is not pushed: %+v", p.Pull)
	}
}
