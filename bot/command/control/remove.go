package control

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/company"
	"github.com/frasier-cos/frasier/internal/org"
)

// removeProject takes a project that has ended out of the lists.
func (s records) removeProject(ctx context.Context, in noun.Input) (noun.View, error) {
	p, err := s.findNumbered(ctx, in, "delete")
	if err != nil {
		return noun.View{}, err
	}
	err = s.Archive(ctx, p.ID)
	if errors.Is(err, org.ErrConflict) {
		return noun.View{}, noun.RefuseWith(DeleteOpen(p).Reply())
	}
	return noun.View{Reply: Deleted(p).Reply()}, err
}

// putBack brings a project back into the lists.
func (s records) putBack(ctx context.Context, in noun.Input) (noun.View, error) {
	p, err := s.findNumbered(ctx, in, "undelete")
	if err == nil {
		err = s.Unarchive(ctx, p.ID)
	}
	if err != nil {
		return noun.View{}, err
	}
	return noun.Say(Undeleted(p))
}

// findNumbered finds the project to delete or to bring back, which is named by its
// number: a slip costs less than a guess.
func (s records) findNumbered(ctx context.Context, in noun.Input, verb string) (org.ProjectName, error) {
	name := strings.ToLower(cmp.Or(syntax.TrimName(in.Args[noun.OptionProject]), string(in.Thread)))
	if company.Reserved(org.ProjectID(name)) {
		return org.ProjectName{}, noun.Refuse(DeleteReserved())
	}
	if !syntax.IsProjectID(name) {
		return org.ProjectName{}, noun.Refuse(DeleteWhich(verb))
	}
	p, err := s.Project(ctx, name)
	if errors.Is(err, org.ErrNotFound) {
		in.Args[noun.OptionProject] = name
		if _, err = in.FindProject(ctx, false); err == nil { // a title that begins so
			err = noun.Refuse(DeleteWhich(verb))
		}
	}
	return org.ProjectName{ID: p.ID, Title: p.Title, State: p.State}, err
}
