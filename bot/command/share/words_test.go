package share_test

import (
	"testing"

	"github.com/frasier-cos/frasier/bot/command/share"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/nountest"
)

func TestWords(t *testing.T) {
	all := examples()
	nountest.Golden(t, all...)
	nountest.Marked(t, all...)
}

func examples() []nountest.Example {
	p := lisbon()
	return []nountest.Example{
		{Name: "ShareFirst", Message: share.First(p, 12, false, false)},
		{Name: "ShareFirst: with its price, listed", Message: share.First(p, 1, true, true)},
		{Name: "Shared: nothing serves the folder", Message: share.Shared(p, "ab12", "")},
		{Name: "Shared: served", Message: share.Shared(p, "ab12", "http://127.0.0.1:8788/")},
		{Name: "Unshared", Message: share.Unshared(p)},
		{Name: "StillPublic", Message: share.StillPublic(p)},
		{Name: "ShareHow", Message: share.How("loudly")},
		{Name: "ShareNone", Message: share.None(p)},
		{Name: "NotShared", Message: share.NotShared(p)},
	}
}

func lisbon() org.ProjectName {
	return org.ProjectName{ID: "p1", Title: "Lisbon launch", State: org.ProjectActive}
}
