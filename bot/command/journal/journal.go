// Package journal is the page of everything that was done.
package journal

import (
	"context"
	_ "embed"
	"slices"
	"strconv"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/dashboard/view"
	"github.com/frasier-cos/frasier/internal/org"
)

// Records is all that this noun reads. *store.DB is one.
type Records interface {
	Events(ctx context.Context, after int64, limit int) ([]org.Event, error)
}

type records struct{ Records }

//go:embed journal.html
var journalPage string

// linesShown are rows on one page; the rest is behind a link.
const linesShown = 200

// New returns the noun: the page of the journal.
func New(r Records) noun.Noun {
	s := records{r}
	return noun.Noun{Pages: []noun.Page{{Path: "/journal", Title: "Journal", Tab: "Journal", Listed: true, Place: 80, Phone: true, Template: journalPage, Build: s.buildPage}}}
}

func (s records) buildPage(ctx context.Context, q noun.PageRequest) (any, error) {
	before, err := strconv.ParseInt(q.Query.Get("before"), 10, 64)
	if err != nil || before < 1 {
		before = q.Base.Seq + 1
	}
	after := max(before-linesShown-1, 0)
	events, err := s.Events(ctx, after, int(before-after-1))
	if err != nil {
		return nil, err
	}
	slices.Reverse(events)
	page := struct {
		view.Base
		Events []org.Event
		Older  int64
	}{Base: q.Base, Events: events}
	if after > 0 {
		page.Older = after + 1
	}
	return page, nil
}
