package workspace

import (
	"context"
	"errors"
	"fmt"

	"github.com/frasier-cos/frasier/internal/coding"
)

// startOn returns the commit that work starts from which the founder wants on a branch of ours: that branch, or the repository's own one, which is at
// tip, where it has that branch already or nothing is left of it. A note says which of these, when it is not the branch.
func (d Dir) startOn(ctx context.Context, r coding.Repository, o coding.Origin, tip string) (id, note string, err error) {
	if o.Head() == "" {
		return tip, fmt.Sprintf("Nothing is left of the branch of %s, on which this was to start, so it starts on %s.", o.Project, r.Ref), nil
	}
	err = d.Restore(ctx, coding.CodeOrder{Repository: r, Branch: o.Branch, Merged: o.Merged})
	var gone *UnusableError
	if errors.As(err, &gone) {
		return tip, fmt.Sprintf("The branch of %s, on which this was to start, can't be made again: %s. So it starts on %s as it is now.", o.Project, gone.Text, r.Ref), nil
	}
	if err != nil {
		return "", "", err
	}
	landed, err := d.HasLanded(ctx, r, o.Merged[0].Parent, o.Head())
	if err != nil || !landed {
		return o.Head(), "", err
	}
	return tip, fmt.Sprintf("%s has what %s changed already, so this starts on %s.", r.Ref, o.Project, r.Ref), nil
}

// HasLanded reports whether a repository's own branch, as the copy has it, has all that a branch of ours changed from one commit to another: as it
// is, or as one commit of somebody else's.
func (d Dir) HasLanded(ctx context.Context, r coding.Repository, from, to string) (bool, error) {
	g := d.openMirror(ctx, r)
	tree, err := g.readLine("rev-parse", "--verify", "-q", "--end-of-options", to+"^{tree}")
	if err != nil {
		if _, no := isFailure(err); no {
			return false, nil // it was not made here
		}
		return false, err
	}
	if _, err := g.run(nil, "merge-base", "--is-ancestor", "--end-of-options", to, formatRef(r)); err == nil {
		return true, nil
	} else if _, no := isFailure(err); !no {
		return false, err
	}
	was, err := g.readLine("rev-parse", "--verify", "--end-of-options", formatRef(r)+"^{tree}")
	if err != nil {
		return false, err
	}
	tip, err := g.readLine("rev-parse", "--verify", "--end-of-options", formatRef(r)+"^{commit}")
	if err != nil {
		return false, err
	}
	merged, clash, err := mergeTrees(g, from, tip, tree)
	return len(clash) == 0 && merged == was, err
}

// HaveStart sees that the commit is in the copy that a project's first change starts from.
func (d Dir) HaveStart(ctx context.Context, o coding.CodeOrder, commit string) error {
	if o.From != nil && o.From.Head() == commit {
		return d.Restore(ctx, coding.CodeOrder{Repository: o.Repository, Branch: o.From.Branch, Merged: o.From.Merged})
	}
	return d.Have(ctx, o.Repository, commit)
}
