package forge

import (
	"context"
	"fmt"

	sdk "code.gitea.io/sdk/gitea"
	"github.com/google/go-github/v89/github"

	"github.com/frasier-cos/frasier/internal/outward"
)

// Histories is the part of a Forge about what is on a branch.
type Histories interface {
	// History lists the newest commits of a branch or commit, at most outward.HistoryMost.
	History(ctx context.Context, owner, name, ref string) ([]outward.CommitSeen, error)
}

func (g gitHub) History(ctx context.Context, owner, name, ref string) ([]outward.CommitSeen, error) {
	all, _, err := g.client.Repositories.ListCommits(ctx, owner, name, &github.CommitsListOptions{SHA: ref, ListOptions: github.ListOptions{PerPage: outward.HistoryMost}})
	if err != nil {
		return nil, g.explain(fmt.Sprintf("read what is on %s of %s/%s", ref, owner, name), err)
	}
	out := make([]outward.CommitSeen, 0, len(all))
	for _, c := range all {
		out = append(out, outward.CommitSeen{ID: c.GetSHA(), Tree: c.GetCommit().GetTree().GetSHA()})
	}
	return out, nil
}

func (g gitea) History(ctx context.Context, owner, name, ref string) ([]outward.CommitSeen, error) {
	c, err := g.open(ctx)
	if err != nil {
		return nil, err
	}
	all, resp, err := c.ListRepoCommits(owner, name, sdk.ListCommitOptions{SHA: ref, ListOptions: sdk.ListOptions{PageSize: outward.HistoryMost}})
	if err != nil {
		return nil, g.explain(fmt.Sprintf("read what is on %s of %s/%s", ref, owner, name), resp, err)
	}
	out := make([]outward.CommitSeen, 0, len(all))
	for _, c := range all {
		if c.CommitMeta == nil || c.RepoCommit == nil || c.RepoCommit.Tree == nil {
			return nil, fmt.Errorf("could not read what is on %s of %s/%s: %s tells a commit without its tree", ref, owner, name, g.address)
		}
		out = append(out, outward.CommitSeen{ID: c.SHA, Tree: c.RepoCommit.Tree.SHA})
	}
	return out, nil
}
