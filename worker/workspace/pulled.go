package workspace

import (
	"context"
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
)

// FetchPull brings a pull request of a repository's address into its copy, and returns the commit that it starts from. Its forge keeps it
// under a name of its own. A commit that is not there any more is an *UnusableError.
func (d Dir) FetchPull(ctx context.Context, r coding.Repository, p coding.Reading) (base string, err error) {
	if p.Head == "" {
		return "", &UnusableError{"the pull request is read anew by another project since"}
	}
	if !coding.IsCommitName(p.Head) || !coding.IsBranchName(p.Base) { // the forge says both
		return "", &UnusableError{fmt.Sprintf("the forge names the commit %q and the branch %q of the pull request %d, and git knows no such names", cut(p.Head), cut(p.Base), p.Number)}
	}
	g := d.openMirror(ctx, r)
	at := fmt.Sprintf("refs/read/%d", p.Number)
	err = d.withRemote(g, r, func(g git) error {
		_, err := g.run(nil, "fetch", "--quiet", "--no-tags", "--force", "--no-write-fetch-head", "--", r.Source,
			fmt.Sprintf("refs/pull/%d/head:%s/head", p.Number, at), "refs/heads/"+p.Base+":"+at+"/base")
		if said, no := isFailure(err); no && strings.Contains(said, "couldn't find remote ref") {
			return &UnusableError{fmt.Sprintf("%s has no pull request %d, or no branch %s any more", r.Source, p.Number, p.Base)}
		}
		return err
	})
	if err != nil {
		return "", err
	}
	if _, err := g.readLine("cat-file", "-e", p.Head+"^{commit}"); err != nil {
		if _, no := isFailure(err); no {
			return "", &UnusableError{fmt.Sprintf("the pull request %d was written anew since: its commit %.10s is not there any more. Have it read again", p.Number, p.Head)}
		}
		return "", err
	}
	base, err = g.readLine("merge-base", p.Head, at+"/base")
	if _, no := isFailure(err); no {
		return "", &UnusableError{fmt.Sprintf("the pull request %d and the branch %s have no commit in common", p.Number, p.Base)}
	}
	return base, err
}

func cut(name string) string {
	const most = 60
	return strings.ToValidUTF8(name[:min(most, len(name))], "")
}
