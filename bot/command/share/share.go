// Package share shows a finished project to whoever has its link, and takes it away again.
package share

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/bundle"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
)

// Records is all that this noun reads and changes. *store.DB is one.
type Records interface {
	Deliverable(ctx context.Context, id org.ProjectID) (work.Deliverable, error)
	Citations(ctx context.Context, id org.ProjectID) ([]reports.StepCitation, error)
	Share(ctx context.Context, id org.ProjectID, cost, listed bool) (org.Share, error)
	Unshare(ctx context.Context, id org.ProjectID) error
}

type records struct {
	Records
	site        string
	stillPublic func(context.Context) bool
}

// New returns the noun: the command share. site is where the public site is served, empty for nowhere. stillPublic waits
// a moment and reports whether a page of what is shared no more is still there; nil when nobody knows.
func New(r Records, site string, stillPublic func(context.Context) bool) noun.Noun {
	s := records{r, site, stillPublic}
	sure := noun.WordOption("sure", "yes, without asking", "yes")
	sure.Named = true
	project := noun.ProjectOption()
	project.Description = "its number or title"
	return noun.Noun{Commands: []noun.Command{{
		Name: "share", Summary: "show a finished project to others by a link, or take it away again", Example: "share p3",
		Options: []syntax.Option{project, noun.WordOption("how", "cost to show its price too, listed to name it on the first page, off to take it away"), sure},
		Acts:    true, Words: []string{"cost", "listed", "off"}, Run: s.shareProject,
		Shell: &noun.Shell{
			Group: noun.GroupSteer, Use: "share PROJECT [cost|listed|off] [sure=yes]",
			Summary: "show a finished project to others by a link, or take it away again; asks first, and sure=yes is the answer",
			Refuses: []string{"share p99", "share p1 off", "share p1 loudly", "share"},
		},
	}}}
}

// shareProject asks first and names what will be seen; sure=yes, which the button of the question says, carries it out.
func (s records) shareProject(ctx context.Context, in noun.Input) (noun.View, error) {
	p, err := in.FindProject(ctx, false)
	if err != nil {
		return noun.View{}, err
	}
	how := strings.Fields(strings.ToLower(in.Args["how"]))
	for _, word := range how {
		if !slices.Contains([]string{"cost", "listed", "off"}, word) {
			return noun.View{}, noun.Refuse(How(word))
		}
	}
	if slices.Contains(how, "off") {
		return s.unshareProject(ctx, in, p)
	}
	cost, listed := slices.Contains(how, "cost"), slices.Contains(how, "listed")
	if _, err := s.Deliverable(ctx, p.ID); err != nil {
		return noun.View{}, noun.Explain(err, org.ErrNotFound, None(p))
	}
	if !strings.EqualFold(strings.TrimSpace(in.Args["sure"]), "yes") {
		all, err := s.Citations(ctx, p.ID)
		return noun.View{Reply: First(p, len(all), cost, listed).Reply()}, err
	}
	made, err := s.Share(ctx, p.ID, cost, listed)
	return noun.View{Reply: Shared(p, bundle.Address(made, p.Title), s.site).Reply()}, noun.Explain(err, org.ErrConflict, None(p))
}

// unshareProject takes a project away again. An order whose process died after it was
// carried out finds nothing to take away, and is answered as it would have been.
func (s records) unshareProject(ctx context.Context, in noun.Input, p org.ProjectName) (noun.View, error) {
	err := s.Unshare(ctx, p.ID)
	if errors.Is(err, org.ErrNotFound) {
		var did []org.Event
		did, err = in.DoneBefore(ctx, org.EventUnshared)
		if err == nil && !slices.ContainsFunc(did, func(e org.Event) bool { return e.Project == p.ID }) {
			err = noun.Refuse(NotShared(p))
		}
	}
	if err != nil {
		return noun.View{}, err
	}
	if s.stillPublic != nil && s.stillPublic(ctx) {
		return noun.Say(StillPublic(p))
	}
	return noun.Say(Unshared(p))
}
