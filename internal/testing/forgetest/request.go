package forgetest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

type review struct {
	id        int64
	author    person
	state     string // as it is sent: APPROVE, REQUEST_CHANGES, COMMENT
	body      string
	at        time.Time
	dismissed bool
	remarks   []remark
}

type remark struct {
	id     int64
	author person
	path   string
	line   int
	body   string
	reply  int64
	at     time.Time
}

type run struct {
	id                                     int64
	name, status, conclusion, title, words string
	at                                     time.Time
}

// question is a request about a repository.
type question struct {
	w     http.ResponseWriter
	r     *http.Request
	place string
	who   person
	gitea bool
}

// serveRequests answers about pull requests, what is said of them and what checks say of commits; false for anything else.
func (f *Forge) serveRequests(q question, rest []string) bool {
	const below = 3
	commit := len(rest) == below && rest[0] == "commits"
	switch {
	case len(rest) > 1 && rest[0] == "pulls" && f.pullNamed(q.place, rest[1]) != nil:
		f.servePull(q, f.pullNamed(q.place, rest[1]), rest[2:])
	case len(rest) == 1 && rest[0] == "check-runs" && !q.gitea:
		f.serveRuns(q.w, q.r, q.place, "")
	case len(rest) == below && rest[0] == "pulls" && rest[1] == "comments" && q.r.Method == http.MethodDelete && !q.gitea:
		f.dropRemark(q, rest[2])
	case commit && rest[2] == "check-runs" && !q.gitea:
		f.serveRuns(q.w, q.r, q.place, rest[1])
	case commit && rest[2] == "status":
		f.sumStatuses(q.w, q.r, q.place+"@"+rest[1], q.gitea)
	case len(rest) == 2 && rest[0] == "collaborators": // accounts below a hundred are
		const first = 100
		status := http.StatusNoContent
		if n, err := strconv.Atoi(strings.TrimPrefix(rest[1], "person-")); err != nil || n >= first {
			status = http.StatusNotFound
		}
		q.w.WriteHeader(status)
	default:
		return false
	}
	return true
}

// servePull answers below repos/OWNER/NAME/pulls/N.
func (f *Forge) servePull(q question, p *pull, rest []string) {
	switch {
	case len(rest) == 1 && rest[0] == "requested_reviewers":
		p.askReviewers(q)
	case len(rest) == 1 && rest[0] == "reviews":
		f.serveReviews(q, p)
	case len(rest) == 2 && rest[0] == "reviews" && q.r.Method == http.MethodDelete && q.gitea:
		f.dropReview(q, p, rest[1])
	case len(rest) > 0 && (rest[0] == "reviews" || rest[0] == "comments"):
		f.serveRemarks(q, p, rest)
	default:
		f.changePull(q, p, rest)
	}
}

func (f *Forge) mergeTree(place string, p pull) (string, error) {
	out, err := exec.Command("git", "-C", f.folder(place), "merge-tree", "--write-tree", f.commitOf(place, p.base), f.commitOf(place, p.head)).Output() //nolint:gosec,noctx // of a test's own folder
	tree, _, _ := strings.Cut(string(out), "\n")
	return tree, err
}

func (f *Forge) serveReviews(q question, p *pull) {
	w, r, place := q.w, q.r, q.place
	if r.Method == http.MethodPost {
		var in struct {
			Event    string `json:"event"`
			Body     string `json:"body"`
			Comments []struct {
				Path string `json:"path"`
				Body string `json:"body"`
				Line int    `json:"line"`
				New  int    `json:"new_position"`
			} `json:"comments"`
		}
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil || in.Event == "" {
			answer(w, http.StatusUnprocessableEntity, map[string]any{"message": "Validation Failed"})
			return
		}
		if in.Event == "REQUEST_CHANGES" && in.Body == "" {
			answer(w, http.StatusUnprocessableEntity, map[string]any{"message": "review event REQUEST_CHANGES requires a body"})
			return
		}
		v := review{id: f.nextID(), author: q.who, state: in.Event, body: in.Body, at: time.Now()}
		for _, c := range in.Comments {
			v.remarks = append(v.remarks, remark{f.nextID(), q.who, c.Path, max(c.Line, c.New), c.Body, 0, time.Now()})
		}
		p.reviews = append(p.reviews, v)
		answer(w, http.StatusOK, v.show(r, place, p.n, q.gitea))
		return
	}
	list := []map[string]any{}
	if page := r.URL.Query().Get("page"); page == "" || page == "1" {
		for _, v := range p.reviews {
			list = append(list, v.show(r, place, p.n, q.gitea))
		}
	}
	answer(w, http.StatusOK, list)
}

func (v review) show(r *http.Request, place string, number int, gitea bool) map[string]any {
	state := map[string]string{"APPROVE": "APPROVED", "APPROVED": "APPROVED", "REQUEST_CHANGES": "CHANGES_REQUESTED"}[v.state]
	at := v.at.UTC().Format(time.RFC3339)
	switch {
	case gitea && state == "CHANGES_REQUESTED":
		state = "REQUEST_CHANGES"
	case state == "" && gitea:
		state = "COMMENT"
	case state == "":
		state = "COMMENTED"
	case v.dismissed && !gitea:
		state = "DISMISSED"
	}
	m := map[string]any{"id": v.id, "user": v.author.show(), "state": state, "body": v.body, "html_url": fmt.Sprintf("http://%s/%s/pulls/%d#review-%d", r.Host, place, number, v.id), "submitted_at": at}
	if gitea {
		m["dismissed"], m["comments_count"] = v.dismissed, len(v.remarks)
	}
	return m
}

// serveRemarks answers about what was said of lines: of one review, or of a pull request, and answers to one.
func (f *Forge) serveRemarks(q question, p *pull, rest []string) {
	w, r, place := q.w, q.r, q.place
	const answering = 3
	if len(rest) == answering && rest[0] == "comments" && rest[2] == "replies" || len(rest) == 1 && r.Method == http.MethodPost {
		f.replyToRemark(q, p, rest)
		return
	}
	list := []map[string]any{}
	for _, v := range p.reviews {
		if rest[0] == "reviews" && strconv.FormatInt(v.id, 10) != rest[1] {
			continue
		}
		for _, m := range v.remarks {
			list = append(list, m.show(r, place, p.n, v.id, q.gitea))
		}
	}
	if page := r.URL.Query().Get("page"); page != "" && page != "1" {
		list = list[:0]
	}
	answer(w, http.StatusOK, list)
}

func (f *Forge) replyToRemark(q question, p *pull, rest []string) {
	w, r, place := q.w, q.r, q.place
	var in struct {
		Body   string `json:"body"`
		To     int64  `json:"in_reply_to"`
		Path   string `json:"path"`
		Line   int    `json:"line"`
		Commit string `json:"commit_id"`
	}
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil || in.Body == "" {
		answer(w, http.StatusUnprocessableEntity, map[string]any{"message": "Validation Failed"})
		return
	}
	if len(rest) > 1 {
		n, err := strconv.ParseInt(rest[1], 10, 64)
		if err == nil {
			in.To = n
		}
	}
	if in.To == 0 && in.Path != "" && in.Commit != "" { // the first word about a line
		v := review{id: f.nextID(), author: q.who, state: "COMMENT", at: time.Now()}
		v.remarks = []remark{{f.nextID(), q.who, in.Path, in.Line, in.Body, 0, time.Now()}}
		p.reviews = append(p.reviews, v)
		answer(w, http.StatusCreated, v.remarks[0].show(r, place, p.n, v.id, q.gitea))
		return
	}
	for i := range p.reviews {
		for _, m := range p.reviews[i].remarks {
			if m.id == in.To {
				said := remark{f.nextID(), q.who, m.path, m.line, in.Body, m.id, time.Now()}
				p.reviews[i].remarks = append(p.reviews[i].remarks, said)
				answer(w, http.StatusCreated, said.show(r, place, p.n, p.reviews[i].id, q.gitea))
				return
			}
		}
	}
	answer(w, http.StatusNotFound, map[string]any{"message": "Not Found"})
}

func (m remark) show(r *http.Request, place string, number int, of int64, gitea bool) map[string]any {
	out := map[string]any{
		"id": m.id, "user": m.author.show(), "body": m.body, "path": m.path, "pull_request_review_id": of, "diff_hunk": "@@ -1 +1,2 @@\n line", "html_url": fmt.Sprintf("http://%s/%s/pulls/%d#issuecomment-%d", r.Host, place, number, m.id),
		"created_at": m.at.UTC().Format(time.RFC3339),
	}
	if gitea {
		out["position"] = m.line
		return out
	}
	out["line"] = m.line
	if m.reply != 0 {
		out["in_reply_to_id"] = m.reply
	}
	return out
}

// Remarks lists what was said of lines of a pull request: who, where and what.
func (f *Forge) Remarks(place string, number int) []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []string
	if p := f.findPull(place, number); p != nil {
		for _, v := range p.reviews {
			for _, m := range v.remarks {
				out = append(out, fmt.Sprintf("%s at %s:%d: %s", m.author.name, m.path, m.line, m.body))
			}
		}
	}
	return out
}

// serveRuns answers about check runs, which GitHub alone has.
func (f *Forge) serveRuns(w http.ResponseWriter, r *http.Request, place, commit string) {
	if r.Method == http.MethodPost {
		var in struct {
			Name       string `json:"name"`
			Head       string `json:"head_sha"`
			Status     string `json:"status"`
			Conclusion string `json:"conclusion"`
			Output     struct {
				Title   string `json:"title"`
				Summary string `json:"summary"`
			} `json:"output"`
		}
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil || in.Name == "" || in.Head == "" {
			answer(w, http.StatusUnprocessableEntity, map[string]any{"message": "Validation Failed"})
			return
		}
		if f.runs == nil {
			f.runs = map[string][]run{}
		}
		at := place + "@" + in.Head
		one := run{f.nextID(), in.Name, in.Status, in.Conclusion, in.Output.Title, in.Output.Summary, time.Now()}
		if in.Conclusion != "" {
			one.status = "completed"
		}
		f.runs[at] = append(f.runs[at], one)
		answer(w, http.StatusCreated, one.show(r, place))
		return
	}
	newest := map[string]run{}
	var names []string
	for _, one := range f.runs[place+"@"+commit] {
		if _, ok := newest[one.name]; !ok {
			names = append(names, one.name)
		}
		newest[one.name] = one
	}
	list := []map[string]any{}
	for _, n := range names {
		list = append(list, newest[n].show(r, place))
	}
	answer(w, http.StatusOK, map[string]any{"total_count": len(list), "check_runs": list})
}

func (u run) show(r *http.Request, place string) map[string]any {
	m := map[string]any{
		"id": u.id, "name": u.name, "status": u.status, "html_url": fmt.Sprintf("http://%s/%s/runs/%d", r.Host, place, u.id), "started_at": u.at.UTC().Format(time.RFC3339),
		"output": map[string]any{"title": u.title, "summary": u.words},
	}
	if u.conclusion != "" {
		m["conclusion"] = u.conclusion
	}
	return m
}

// sumStatuses shows the newest status of each name.
func (f *Forge) sumStatuses(w http.ResponseWriter, r *http.Request, at string, gitea bool) {
	newest := map[string]int{}
	for i, s := range f.said[at] {
		newest[s.Context] = i
	}
	list := []map[string]any{}
	for i, s := range f.said[at] {
		if newest[s.Context] != i {
			continue
		}
		m := map[string]any{"id": i + 1, "context": s.Context, "description": s.Description, "target_url": s.TargetURL, "created_at": s.at.UTC().Format(time.RFC3339)}
		m[map[bool]string{true: "status", false: "state"}[gitea]] = s.State
		list = append(list, m)
	}
	if page := r.URL.Query().Get("page"); page != "" && page != "1" {
		list = list[:0]
	}
	answer(w, http.StatusOK, map[string]any{"state": "success", "statuses": list, "total_count": len(list)})
}
