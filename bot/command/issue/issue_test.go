package issue_test

import (
	"testing"

	"github.com/frasier-cos/frasier/bot/command/issue"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/testing/nountest"
)

func TestWords(t *testing.T) {
	one := func(n int, s outward.IssueState) outward.IssueOrder {
		return outward.IssueOrder{Place: "acme/shop", Number: n, State: s, Title: "Prices with a comma", Project: "p7"}
	}
	closed := one(3, outward.IssueRefused)
	closed.Why = "acme/shop#3 is closed there."
	unread := one(2, outward.IssueAsked)
	unread.Title = ""
	say := func(text string) wording.Message { return wording.Message{Text: text} }
	nountest.Golden(t,
		nountest.Example{Name: "none was ordered", Message: issue.List(nil)},
		nountest.Example{Name: "all states", Message: issue.List([]outward.IssueOrder{one(1, outward.IssueOrdered), unread, closed})},
		nountest.Example{Name: "asked for", Message: say(issue.Asked(unread))},
		nountest.Example{Name: "asked for, and ordered already", Message: say(issue.Asked(one(1, outward.IssueOrdered)))},
		nountest.Example{Name: "no issue", Message: say(issue.How("shop"))},
		nountest.Example{Name: "no repository", Message: say(issue.NoRepository(outward.Place{Owner: "acme", Name: "site"}))},
		nountest.Example{Name: "read-only", Message: say(issue.ReadOnly("shop"))},
		nountest.Example{Name: "a remark is taken", Message: say(issue.Taken(outward.KeptRemark{State: outward.RemarkDue, Spoken: outward.Spoken{Title: "Say so in the test"}}))},
		nountest.Example{Name: "a remark that was taken", Message: say(issue.Taken(outward.KeptRemark{State: outward.RemarkTaken, Project: "p9"}))},
		nountest.Example{Name: "no remark", Message: say(issue.NoRemark("k99"))},
		nountest.Example{Name: "a remark that is past", Message: say(issue.Past(outward.KeptRemark{Spoken: outward.Spoken{Title: "build"}}))},
		nountest.Example{Name: "enough for a day", Message: say(issue.Enough("acme/shop"))},
	)
}

func TestARepositoryIsFoundByItsPlace(t *testing.T) {
	all := []coding.Repository{{Name: "folder", Source: "/srv/shop"}, {Name: "shop", Source: "https://git.example.com:3000/Acme/shop.git"}}
	for _, c := range []struct {
		place outward.Place
		want  bool
	}{
		{outward.Place{Owner: "acme", Name: "Shop"}, true},
		{outward.Place{Host: "git.example.com:3000", Owner: "acme", Name: "shop"}, true},
		{outward.Place{Host: "github.com", Owner: "acme", Name: "shop"}, false},
		{outward.Place{Owner: "acme", Name: "site"}, false},
	} {
		if r, ok := outward.FindRepository(all, c.place); ok != c.want || ok && r.Name != "shop" {
			t.Errorf("%+v: %+v, %v", c.place, r, ok)
		}
	}
}
