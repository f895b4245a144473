package forge

import (
	"context"
	"fmt"
	"net/http"

	"github.com/google/go-github/v89/github"
)

// Files is the part of a Forge about what lies in a repository.
type Files interface {
	// ReadFile returns a file as a commit has it; ok is false where there is none.
	ReadFile(ctx context.Context, owner, name, commit, path string) (text string, ok bool, err error)
}

func (g gitHub) ReadFile(ctx context.Context, owner, name, commit, path string) (string, bool, error) {
	file, _, resp, err := g.client.Repositories.GetContents(ctx, owner, name, path, &github.RepositoryContentGetOptions{Ref: commit})
	if err != nil {
		if resp != nil && resp.StatusCode == http.StatusNotFound {
			return "", false, nil
		}
		return "", false, g.explain("read "+path, err)
	}
	if file == nil { // a folder
		return "", false, nil
	}
	text, err := file.GetContent()
	if err != nil {
		return "", false, fmt.Errorf("read %s: %w", path, err)
	}
	return text, true, nil
}

func (g gitea) ReadFile(ctx context.Context, owner, name, commit, path string) (string, bool, error) {
	c, err := g.open(ctx)
	if err != nil {
		return "", false, err
	}
	raw, resp, err := c.GetFile(owner, name, commit, path)
	if err != nil {
		if resp != nil && resp.Response != nil && resp.StatusCode == http.StatusNotFound {
			return "", false, nil
		}
		return "", false, g.explain("read "+path, resp, err)
	}
	return string(raw), true, nil
}
