package forge

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"

	"github.com/frasier-cos/frasier/internal/outward"
)

// Requests is the part of a Forge about what becomes of pull requests.
type Requests interface {
	// Pull reads a pull request as it is now, without its reviews and checks.
	Pull(ctx context.Context, owner, name string, number int) (outward.PullSeen, error)
	// Runs lists the newest run of each check at a commit, and the newest status under each name.
	Runs(ctx context.Context, owner, name, commit string) ([]outward.Run, error)
	// Reviews lists what was said of a pull request and of its lines, the oldest first.
	Reviews(ctx context.Context, owner, name string, number int) ([]outward.Review, error)
	// Reply answers what was said of a line, where it stands. Twice is there twice.
	Reply(ctx context.Context, r outward.Reply) (outward.Remark, error)
	// Remark speaks of a line of a pull request, or of a file where the line is 0. A line that it does not change is refused by some. Twice is there twice.
	Remark(ctx context.Context, o outward.FindingOrder) (outward.Remark, error)
	// Member reports whether an account is one of those that work on a repository.
	Member(ctx context.Context, owner, name, account string) (bool, error)
	// Log returns what a run wrote; empty where the forge gives nothing to read.
	Log(ctx context.Context, owner, name string, r outward.Run) (string, error)
	// Probe asks for what stands under a path of the API, as it was when it was known by a tag. The tag that comes back is another one
	// where that has changed.
	Probe(ctx context.Context, path, tag string) (now string, err error)
}

const (
	runPages = 5
	// logMost is read of what a run wrote. Its end is what says why it failed, so a longer one is read to there and its start is dropped.
	logMost  = 8 << 20
	bodyMost = 8 << 20
)

// tagOf knows an answer by what the forge calls it, else by its content.
func tagOf(resp *http.Response, raw []byte) string {
	if tag := resp.Header.Get("ETag"); tag != "" {
		return tag
	}
	sum := sha256.Sum256(raw)
	return "sum:" + hex.EncodeToString(sum[:16])
}

// refusal is an answer that is none of what was asked for.
type refusal struct {
	resp *http.Response
	raw  []byte
}

// probe asks by client. no is the answer where it is a refusal, to be explained.
func probe(client *http.Client, req *http.Request, tag string) (now string, no *refusal, err error) {
	req.Header.Set("User-Agent", "frasier")
	if tag != "" {
		req.Header.Set("If-None-Match", tag)
	}
	resp, err := client.Do(req)
	if err != nil {
		return "", nil, err
	}
	raw, err := io.ReadAll(io.LimitReader(resp.Body, bodyMost))
	if err := errors.Join(err, resp.Body.Close()); err != nil {
		return "", nil, err
	}
	switch resp.StatusCode {
	case http.StatusNotModified:
		return tag, nil, nil
	case http.StatusOK:
		return tagOf(resp, raw), nil, nil
	}
	return "", &refusal{resp, raw}, nil
}

// pathOf escapes what stands between the slashes of a path below a repository.
func pathOf(owner, name string, rest string) string {
	return fmt.Sprintf("repos/%s/%s/%s", url.PathEscape(owner), url.PathEscape(name), rest)
}

// PullPaths lists what can be asked about a pull request at a service, each by its path: itself, what was reviewed, what was said, and the
// checks of its last commit.
func PullPaths(service outward.Service, owner, name string, number int, head string) []string {
	paths := []string{
		pathOf(owner, name, fmt.Sprintf("pulls/%d", number)), pathOf(owner, name, fmt.Sprintf("pulls/%d/reviews", number)),
		pathOf(owner, name, fmt.Sprintf("issues/%d/comments", number)), pathOf(owner, name, "commits/"+url.PathEscape(head)+"/status"),
	}
	if service == outward.GitHub {
		paths = append(paths, pathOf(owner, name, "commits/"+url.PathEscape(head)+"/check-runs"), pathOf(owner, name, fmt.Sprintf("pulls/%d/comments", number)))
	}
	return paths
}

// IssuesPath is what can be asked about the issues with a label. To Gitea a type says whether pull requests are meant, to GitHub what a company
// calls a sort of issue: there is none that is called "issues".
func IssuesPath(service outward.Service, owner, name, label string) string {
	rest := "issues?state=open&labels=" + url.QueryEscape(label)
	if service == outward.Gitea {
		rest += "&type=issues"
	}
	return pathOf(owner, name, rest)
}
