// Package forgetest stands in for a forge in tests: the part of Gitea's and of GitHub Enterprise's API that the product
// speaks, over a folder of bare repositories. The cases of bot/forge hold it against the programs that it stands for.
package forgetest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// Token is the one that is known.
const Token = "forge-token-0123456789"

// Account is whose it is.
const Account = "frasier-bot"

// Forge answers requests of an API. Its methods may be called at once.
type Forge struct {
	// Dir holds repositories as OWNER/NAME.git.
	Dir string
	// Fault answers a request instead, where it is set and returns true.
	Fault func(w http.ResponseWriter, r *http.Request) bool
	// Lax opens the same once more, as no forge does: then only whoever asks sees to it that there is one.
	Lax bool

	// App is one that is known; nil for none.
	App *App

	mu     sync.Mutex
	pulls  map[string][]pull // by "owner/name"
	runs   map[string][]run  // by "owner/name@commit"
	issues map[string][]*issue
	ids    int64
	said   map[string][]status
	gone   bool
	queues map[string]bool // by "owner/name"

	compared map[string]bool // commits that somebody asked for
	moved    map[string]string
}

type pull struct {
	n                       int
	title, body, head, base string
	author                  person
	draft                   bool
	said                    []comment
	closed                  bool
	reviews                 []review
	kept                    string // the commit that its branch was at when it was merged
	merged                  string // the commit that has it; empty for none
	mergedBy                person
	asked                   string // "queued" or "waiting"
	reviewers               []person
	events                  []askEvent
	edited                  time.Time
}

// Pulls lists what was opened in a repository: its number, title and body in a line each.
func (f *Forge) Pulls(place string) []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []string
	for _, p := range f.pulls[place] {
		out = append(out, fmt.Sprintf("#%d %s [%s into %s, draft %v]\n%s", p.n, p.title, p.head, p.base, p.draft, p.body))
	}
	return out
}

// Revoke makes the token unknown, or known again.
func (f *Forge) Revoke(gone bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.gone = gone
}

// Move has a repository known by another name: who asks by the old one is sent on, as forges do it.
func (f *Forge) Move(from, to string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.moved = map[string]string{from: to}
	f.pulls[to], f.issues = f.pulls[from], map[string][]*issue{to: f.issues[from]}
	delete(f.pulls, from)
}

// sendOn answers who asks for what has another name.
func (f *Forge) sendOn(w http.ResponseWriter, r *http.Request, place string) bool {
	to, ok := f.moved[place]
	if !ok {
		return false
	}
	at := strings.Replace(r.URL.Path, "/repos/"+place, "/repos/"+to, 1) + "?" + r.URL.RawQuery
	http.Redirect(w, r, at, map[bool]int{true: http.StatusMovedPermanently, false: http.StatusTemporaryRedirect}[r.Method == http.MethodGet])
	return true
}

// ServeHTTP answers below /api/v1 as Gitea does, and below /api/v3 as GitHub Enterprise does.
func (f *Forge) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if f.Fault != nil && f.Fault(w, r) {
		return
	}
	gitea := strings.HasPrefix(r.URL.Path, "/api/v1/")
	path := strings.TrimPrefix(strings.TrimPrefix(r.URL.Path, "/api/v1/"), "/api/v3/")
	f.mu.Lock()
	defer f.mu.Unlock()
	if !gitea && f.App.serve(w, r, path) {
		return
	}
	who, known := account(r)
	if bot, is := f.App.account(r); is {
		who, known = bot, true
	}
	switch {
	case !known || f.gone && who.name == Account:
		answer(w, http.StatusUnauthorized, map[string]any{"message": "Bad credentials"})
	case path == "/api/graphql":
		f.serveGraph(w, r)
	case path == "user":
		answer(w, http.StatusOK, who.show())
	default:
		f.serveRepository(w, r, path, who)
	}
}

// serveRepository answers what lies below a repository.
func (f *Forge) serveRepository(w http.ResponseWriter, r *http.Request, path string, who person) {
	gitea := strings.HasPrefix(r.URL.Path, "/api/v1/")
	parts := strings.Split(path, "/")
	const owned = 3
	if len(parts) >= owned && f.sendOn(w, r, parts[1]+"/"+parts[2]) {
		return
	}
	if len(parts) < owned || parts[0] != "repos" || !f.hasRepository(parts[1]+"/"+parts[2]) {
		answer(w, http.StatusNotFound, map[string]any{"message": "Not Found"})
		return
	}
	place := parts[1] + "/" + parts[2]
	switch {
	case f.serveRequests(question{w, r, place, who, gitea}, parts[owned:]):
	case len(parts) == owned:
		m := map[string]any{"full_name": place, "name": parts[2], "private": true, "default_branch": "main", "permissions": map[string]bool{"push": true, "pull": true}}
		if gitea {
			m["has_pull_requests"] = true
		}
		answer(w, http.StatusOK, m)
	case len(parts) == owned+1 && parts[owned] == "pulls" && r.Method == http.MethodGet:
		list := []map[string]any{}
		if page := r.URL.Query().Get("page"); page == "" || page == "1" {
			for _, p := range f.pulls[place] {
				one := f.show(r, place, p, gitea)
				delete(one, "merged_by")
				if r.URL.Query().Get("state") == "open" && one["state"] != "open" {
					continue
				}
				list = append([]map[string]any{one}, list...)
			}
		}
		answer(w, http.StatusOK, list)
	case len(parts) == owned+1 && parts[owned] == "pulls" && r.Method == http.MethodPost:
		f.open(w, r, place, gitea, who)
	case len(parts) == owned+1 && parts[owned] == "branches" && gitea, len(parts) >= owned+2 && (parts[owned] == "git" || parts[owned] == "branches"):
		f.serveBranch(w, r, place, strings.Join(parts[owned+1:], "/"), gitea)
	case len(parts) == owned+1 && parts[owned] == "commits":
		f.listCommits(w, r, place)
	case len(parts) > owned+1 && (parts[owned] == "contents" || parts[owned] == "raw"):
		f.readFile(w, r, place, strings.Join(parts[owned+1:], "/"), parts[owned] == "raw")
	case len(parts) == owned+2 && parts[owned] == "statuses" && r.Method == http.MethodPost:
		f.setStatus(w, r, place+"@"+parts[owned+1], gitea)
	case len(parts) == owned+3 && parts[owned] == "commits" && parts[owned+2] == "statuses":
		f.listStatuses(w, r, place+"@"+parts[owned+1], gitea)
	case parts[owned] == "issues":
		f.serveIssues(w, r, place, parts[owned+1:], who)
	default:
		answer(w, http.StatusNotFound, map[string]any{"message": "Not Found"})
	}
}

func (f *Forge) open(w http.ResponseWriter, r *http.Request, place string, gitea bool, who person) {
	var in struct {
		Title string `json:"title"`
		Body  string `json:"body"`
		Head  string `json:"head"`
		Base  string `json:"base"`
		Draft bool   `json:"draft"`
	}
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		answer(w, http.StatusBadRequest, map[string]any{"message": "Problems parsing JSON"})
		return
	}
	refuse := func(giteaStatus int, why string) {
		if gitea {
			answer(w, giteaStatus, map[string]any{"message": why})
			return
		}
		answer(w, http.StatusUnprocessableEntity, map[string]any{"message": "Validation Failed", "errors": []map[string]any{{"resource": "PullRequest", "code": "custom", "message": why}}})
	}
	for _, branch := range []string{in.Head, in.Base} {
		if f.commitOf(place, branch) == "" {
			refuse(http.StatusNotFound, "no branch "+branch)
			return
		}
	}
	for _, p := range f.pulls[place] {
		if p.head == in.Head && p.base == in.Base && !p.closed && !f.Lax {
			refuse(http.StatusConflict, "A pull request already exists for "+in.Head+".")
			return
		}
	}
	if gitea {
		in.Draft = strings.HasPrefix(in.Title, "WIP: ")
	}
	if f.pulls == nil {
		f.pulls = map[string][]pull{}
	}
	p := pull{n: f.nextNumber(place), title: in.Title, body: in.Body, head: in.Head, base: in.Base, draft: in.Draft, author: who}
	f.pulls[place] = append(f.pulls[place], p)
	f.keepHead(place, p)
	answer(w, http.StatusCreated, f.show(r, place, p, gitea))
}

func (f *Forge) show(r *http.Request, place string, p pull, gitea bool) map[string]any {
	word := "pull"
	if gitea {
		word = "pulls"
	}
	head := p.kept
	if head == "" {
		head = f.commitOf(place, p.head)
	}
	if head == "" { // without its branch it is closed, and its last commit is known still
		head, p.closed = f.commitAt(place, fmt.Sprintf("refs/pull/%d/head", p.n)), true
	}
	state := map[bool]string{true: "closed", false: "open"}[p.closed || p.merged != ""]
	out := map[string]any{
		"number": p.n, "title": p.title, "body": p.body, "state": state, "user": p.author.show(), "draft": p.draft, "html_url": fmt.Sprintf("http://%s/%s/%s/%d", r.Host, place, word, p.n),
		"head": map[string]any{"ref": p.head, "sha": head}, "base": map[string]any{"ref": p.base}, "merged": p.merged != "",
	}
	if len(p.reviewers) > 0 {
		all := []map[string]any{}
		for _, who := range p.reviewers {
			all = append(all, who.show())
		}
		out["requested_reviewers"] = all
	}
	if !p.edited.IsZero() {
		out["updated_at"] = p.edited.UTC().Format(time.RFC3339)
	}
	if p.merged != "" {
		out["merge_commit_sha"], out["merged_at"], out["merged_by"] = p.merged, "2026-03-02T09:00:00Z", p.mergedBy.show()
	} else {
		_, err := f.mergeTree(place, p)
		out["mergeable"] = err == nil && (!gitea || f.isCompared(place, p, head))
	}
	return out
}

// isCompared is false for the first who asks for a commit, as Gitea compares behind its answer.
func (f *Forge) isCompared(place string, p pull, head string) bool {
	name := fmt.Sprintf("%s#%d %s %v", place, p.n, head, p.draft)
	was := f.compared[name]
	if f.compared == nil {
		f.compared = map[string]bool{}
	}
	f.compared[name] = true
	return was
}

// keepHead has the head of a pull request under a name of its own, where forges have it for whoever reads it.
func (f *Forge) keepHead(place string, p pull) {
	cmd := exec.Command("git", "-C", f.folder(place), "update-ref", fmt.Sprintf("refs/pull/%d/head", p.n), f.commitOf(place, p.head)) //nolint:gosec,noctx // of a test's own folder
	if out, err := cmd.CombinedOutput(); err != nil {
		panic(fmt.Sprintf("keep the head of %s#%d: %s: %s", place, p.n, err, out))
	}
}

func (f *Forge) folder(place string) string {
	return filepath.Join(f.Dir, filepath.FromSlash(place)+".git")
}

func (f *Forge) hasRepository(place string) bool {
	return exec.Command("git", "-C", f.folder(place), "rev-parse", "--git-dir").Run() == nil //nolint:noctx // git answers at once
}

func (f *Forge) commitOf(place, branch string) string { return f.commitAt(place, "refs/heads/"+branch) }

func (f *Forge) commitAt(place, ref string) string {
	out, err := exec.Command("git", "-C", f.folder(place), "rev-parse", "--verify", "--quiet", ref).Output() //nolint:noctx // as above
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	if err := json.NewEncoder(w).Encode(body); err != nil {
		return // who went away needs no answer
	}
}
