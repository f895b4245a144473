package forgetest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// PullState says how a pull request stands: "draft", "open", "closed", "merged", "queued" or "waiting" for its checks.
func (f *Forge) PullState(place string, number int) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	p := f.findPull(place, number)
	switch {
	case p == nil:
		return ""
	case p.merged != "":
		return "merged"
	case p.closed:
		return "closed"
	case p.asked != "":
		return p.asked
	case p.draft:
		return "draft"
	}
	return "open"
}

// pullNamed finds a pull request by its number in a path.
func (f *Forge) pullNamed(place, number string) *pull {
	n, err := strconv.Atoi(number)
	if err != nil {
		return nil
	}
	return f.findPull(place, n)
}

// changePull reads, edits or merges a pull request.
func (f *Forge) changePull(q question, p *pull, rest []string) {
	w, r, place, gitea := q.w, q.r, q.place, q.gitea
	switch {
	case len(rest) == 0 && r.Method == http.MethodPatch:
		var in struct {
			Title string `json:"title"`
			State string `json:"state"`
			Base  string `json:"base"`
		}
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
			answer(w, http.StatusBadRequest, map[string]any{"message": "Problems parsing JSON"})
			return
		}
		if in.Title != "" {
			p.title = in.Title
			if gitea {
				p.draft = strings.HasPrefix(in.Title, "WIP: ")
			}
		}
		if in.Base != "" && f.commitOf(place, in.Base) == "" {
			answer(w, http.StatusUnprocessableEntity, map[string]any{"message": "Proposed base branch does not exist"})
			return
		}
		if in.Base != "" {
			p.base = in.Base
		}
		if in.State == "open" && (p.merged != "" || f.commitOf(place, p.head) == "") {
			answer(w, http.StatusUnprocessableEntity, map[string]any{"message": "state cannot be changed: it is merged, or its branch is gone"})
			return
		}
		if in.State != "" {
			p.closed = in.State == "closed"
		}
		answer(w, map[bool]int{true: http.StatusCreated, false: http.StatusOK}[gitea], f.show(r, place, *p, gitea))
	case len(rest) == 0:
		answer(w, http.StatusOK, f.show(r, place, *p, gitea))
	case len(rest) == 1 && rest[0] == "merge" && r.Method == map[bool]string{true: http.MethodPost, false: http.MethodPut}[gitea]:
		p.kept = f.commitOf(place, p.head)
		if f.serveMerge(w, r, place, p, gitea); p.merged == "" {
			p.kept = ""
		}
		p.mergedBy = q.who
	default:
		answer(w, http.StatusNotFound, map[string]any{"message": "Not Found"})
	}
}

func (f *Forge) serveMerge(w http.ResponseWriter, r *http.Request, place string, p *pull, gitea bool) {
	var in struct {
		SHA  string `json:"sha"`
		Head string `json:"head_commit_id"`
		Wait bool   `json:"merge_when_checks_succeed"`
	}
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		answer(w, http.StatusBadRequest, map[string]any{"message": "Problems parsing JSON"})
		return
	}
	refuse := func(status int, why string) { answer(w, status, map[string]any{"message": why}) }
	head := f.commitOf(place, p.head)
	switch {
	case p.merged != "" || p.closed:
		refuse(http.StatusMethodNotAllowed, "The PR is already merged")
	case p.draft:
		refuse(http.StatusMethodNotAllowed, "Work in progress PRs cannot be merged")
	case in.SHA+in.Head != "" && in.SHA+in.Head != head:
		refuse(http.StatusConflict, "head out of date")
	case in.Wait && p.asked != "":
		refuse(http.StatusConflict, "pull request is already scheduled to auto merge")
	case in.Wait:
		p.asked = "waiting"
		w.WriteHeader(http.StatusCreated)
	default:
		if err := f.merge(place, p, head); err != nil {
			refuse(http.StatusConflict, err.Error())
			return
		}
		if gitea {
			w.WriteHeader(http.StatusOK)
			return
		}
		answer(w, http.StatusOK, map[string]any{"merged": true, "sha": p.merged, "message": "Pull Request successfully merged"})
	}
}

// merge makes the commit that has both branches.
func (f *Forge) merge(place string, p *pull, head string) error {
	git := func(args ...string) (string, error) {
		cmd := exec.Command("git", append([]string{"-C", f.folder(place), "-c", "user.name=forge", "-c", "user.email=forge@example.com"}, args...)...) //nolint:gosec,noctx // of a test's own folder
		out, err := cmd.CombinedOutput()
		if err != nil {
			return "", fmt.Errorf("git %s: %w: %s", args[0], err, out)
		}
		return strings.TrimSpace(string(out)), nil
	}
	base := f.commitOf(place, p.base)
	tree, err := git("merge-tree", "--write-tree", base, head)
	if err != nil {
		return err
	}
	p.merged, err = git("commit-tree", "-p", base, "-p", head, "-m", "Merge "+p.head, tree)
	if err != nil {
		return err
	}
	if _, err = git("update-ref", "refs/heads/"+p.base, p.merged, base); err != nil || p.base != "main" {
		return err
	}
	for _, m := range closing.FindAllStringSubmatch(p.body, -1) { // what is merged into the main branch closes what it says
		if n, err := strconv.Atoi(m[1]); err == nil {
			if i := f.findIssue(place, n); i != nil {
				i.closed, i.edited = true, time.Now()
			}
		}
	}
	return nil
}

var closing = regexp.MustCompile(`(?i)\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):? #(\d+)`)

// serveBranch reads or deletes a branch, by GitHub's refs or Gitea's branches.
func (f *Forge) serveBranch(w http.ResponseWriter, r *http.Request, place, path string, gitea bool) {
	branch := path
	if !gitea {
		branch = strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(path, "refs/"), "ref/"), "heads/")
	}
	commit := f.commitOf(place, branch)
	switch {
	case r.Method == http.MethodPost:
		f.makeBranch(w, r, place, gitea)
	case commit == "" && r.Method == http.MethodDelete && !gitea:
		answer(w, http.StatusUnprocessableEntity, map[string]any{"message": "Reference does not exist"})
	case commit == "":
		answer(w, http.StatusNotFound, map[string]any{"message": "Not Found"})
	case r.Method == http.MethodDelete:
		if err := exec.Command("git", "-C", f.folder(place), "update-ref", "-d", "refs/heads/"+branch).Run(); err != nil { //nolint:gosec,noctx // of a test's own folder
			answer(w, http.StatusInternalServerError, map[string]any{"message": err.Error()})
			return
		}
		w.WriteHeader(http.StatusNoContent)
	case gitea:
		answer(w, http.StatusOK, map[string]any{"name": branch, "commit": map[string]any{"id": commit}})
	default:
		answer(w, http.StatusOK, map[string]any{"ref": "refs/heads/" + branch, "object": map[string]any{"sha": commit, "type": "commit"}})
	}
}

// Queue gives the base of a repository a merge queue, as GitHub has it.
func (f *Forge) Queue(place string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.queues == nil {
		f.queues = map[string]bool{}
	}
	f.queues[place] = true
}

// serveGraph answers the questions and orders of GitHub's GraphQL that the product sends.
func (f *Forge) serveGraph(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Query     string `json:"query"`
		Variables struct {
			Owner  string `json:"owner"`
			Name   string `json:"name"`
			Number int    `json:"number"`
			ID     string `json:"id"`
			Head   string `json:"head"`
		} `json:"variables"`
	}
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		answer(w, http.StatusBadRequest, map[string]any{"message": "Problems parsing JSON"})
		return
	}
	v := in.Variables
	place, number := v.Owner+"/"+v.Name, strconv.Itoa(v.Number)
	if v.ID != "" {
		place, number, _ = strings.Cut(strings.TrimPrefix(v.ID, "PR_"), "#")
	}
	p := f.pullNamed(cmp.Or(f.moved[place], place), number)
	refuse := func(kind, why string) {
		answer(w, http.StatusOK, map[string]any{"data": nil, "errors": []map[string]any{{"type": kind, "message": why}}})
	}
	said := func(data map[string]any) { answer(w, http.StatusOK, map[string]any{"data": data}) }
	switch i := f.findIssue(cmp.Or(f.moved[place], place), v.Number); {
	case strings.Contains(in.Query, "lastEditedAt") && i != nil:
		said(map[string]any{"repository": map[string]any{"issue": i.showEdit()}})
	case p == nil:
		refuse("NOT_FOUND", "Could not resolve to a PullRequest")
	case strings.Contains(in.Query, "convertPullRequestToDraft"):
		p.draft = true
		said(map[string]any{"convertPullRequestToDraft": map[string]any{"pullRequest": map[string]any{"isDraft": true}}})
	case strings.Contains(in.Query, "markPullRequestReadyForReview"):
		p.draft = false
		said(map[string]any{"markPullRequestReadyForReview": map[string]any{"pullRequest": map[string]any{"isDraft": false}}})
	case p.draft && v.ID != "":
		refuse("UNPROCESSABLE", "Pull request is in draft state")
	case v.Head != "" && v.Head != f.commitOf(place, p.head):
		refuse("UNPROCESSABLE", "Head OID does not match")
	case strings.Contains(in.Query, "enqueuePullRequest"):
		p.asked = "queued"
		said(map[string]any{"enqueuePullRequest": map[string]any{"mergeQueueEntry": map[string]any{"state": "QUEUED"}}})
	case strings.Contains(in.Query, "enablePullRequestAutoMerge"):
		p.asked = "waiting"
		said(map[string]any{"enablePullRequestAutoMerge": map[string]any{"pullRequest": map[string]any{"autoMergeRequest": map[string]any{"enabledAt": "2026-03-02T09:00:00Z"}}}})
	default:
		node := map[string]any{"id": "PR_" + place + "#" + number, "isDraft": p.draft, "isInMergeQueue": p.asked == "queued", "autoMergeRequest": nil}
		if p.asked == "waiting" {
			node["autoMergeRequest"] = map[string]any{"enabledAt": "2026-03-02T09:00:00Z"}
		}
		repository := map[string]any{"pullRequest": node, "mergeQueue": nil}
		if f.queues[place] {
			repository["mergeQueue"] = map[string]any{"id": "MQ_1"}
		}
		said(map[string]any{"repository": repository})
	}
}

// listCommits lists what is on a branch, the newest first.
func (f *Forge) listCommits(w http.ResponseWriter, r *http.Request, place string) {
	most := cmp.Or(r.URL.Query().Get("per_page"), r.URL.Query().Get("limit"), "30")
	out, err := exec.Command("git", "-C", f.folder(place), "log", "--format=%H %T", "-n", most, r.URL.Query().Get("sha"), "--").Output() //nolint:gosec,noctx // of a test's own folder
	if err != nil {
		answer(w, http.StatusNotFound, map[string]any{"message": "Not Found"})
		return
	}
	list := []map[string]any{}
	for line := range strings.Lines(string(out)) {
		id, tree, _ := strings.Cut(strings.TrimSpace(line), " ")
		list = append(list, map[string]any{"sha": id, "commit": map[string]any{"tree": map[string]any{"sha": tree}}})
	}
	answer(w, http.StatusOK, list)
}
