package ask

import (
	"context"
	_ "embed"
	"slices"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/dashboard/view"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

//go:embed ask.html
var page string

// shownMost limits what stands on the page.
const shownMost = 40

type pageView struct {
	view.Base
	Talk []reports.Said // the newest first
}

func (s records) buildPage(ctx context.Context, q noun.PageRequest) (any, error) {
	said, err := s.Talk(ctx, org.Channel{Transport: org.DashboardTransport, ID: q.Base.Who}, shownMost)
	slices.Reverse(said)
	return pageView{q.Base, said}, err
}
