package keep_test

import (
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/command/keep"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/nountest"
)

func TestWords(t *testing.T) {
	p := org.ProjectName{ID: "p3", Title: "Oats", State: org.ProjectCompleted}
	at := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	pages := []reports.KeptPage{{URL: "https://a.example", State: reports.PageSame}, {URL: "https://b.example", State: reports.PageGone}, {URL: "https://c.example", State: reports.PageChanged}}
	changes := []reports.KeptChange{
		{Step: "s1", URL: "https://c.example/prices", Claim: "Oats cost 4 euros.", Quote: "Oats cost 4 euros a kilo.", Now: "Oats cost 5 euros a kilo."},
		{Step: "s2", N: 1, URL: "https://c.example/<fields>", Claim: "They grow in the north.", Quote: "Oats are grown in the north."},
	}
	one := reports.Keep{Project: "p3", Title: "Oats", Every: reports.KeepWeekly, Due: at}
	looked := one
	looked.Last, looked.Pages, looked.Changes, looked.Rounds = at, pages, changes, 2
	nountest.Golden(t,
		nountest.Example{Name: "asks first", Message: keep.First(p, reports.KeepWeekly, keep.Extent{Pages: 12, Read: 12, Steps: 4, Effort: "about $0.40 and 6 min"})},
		nountest.Example{Name: "asks first, more pages than are read", Message: keep.First(p, reports.KeepDaily, keep.Extent{Pages: 240, Read: 200, Steps: 1, Effort: "cost unknown, about 3 min"})},
		nountest.Example{Name: "set", Message: keep.Set(p, reports.KeepWeekly, at)},
		nountest.Example{Name: "none", Message: keep.List(nil, "")},
		nountest.Example{Name: "not this one", Message: keep.List(nil, "p3")},
		nountest.Example{Name: "not looked yet", Message: keep.List([]reports.Keep{one}, "")},
		nountest.Example{Name: "changed", Message: keep.List([]reports.Keep{looked}, "p3")},
		nountest.Example{Name: "ended", Message: keep.Ended(p)},
		nountest.Example{Name: "left", Message: keep.Left(p)},
		nountest.Example{Name: "taken", Message: keep.Taken(p, 3)},
		nountest.Example{Name: "taken before", Message: keep.Taken(p, 0)},
		nountest.Example{Name: "not kept", Message: keep.NotKept(p)},
		nountest.Example{Name: "nothing waits", Message: keep.NothingWaits(p)},
		nountest.Example{Name: "not now", Message: keep.NotNow(p)},
		nountest.Example{Name: "no document", Message: keep.None(p)},
		nountest.Example{Name: "no pages", Message: keep.NoPages(p)},
		nountest.Example{Name: "too many", Message: keep.TooMany()},
		nountest.Example{Name: "unknown word", Message: keep.How("hourly")},
	)
}
