package forgetest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os/exec"
	"slices"
	"strconv"
	"strings"
)

// makeBranch makes a branch at a commit, by GitHub's refs or Gitea's branches.
func (f *Forge) makeBranch(w http.ResponseWriter, r *http.Request, place string, gitea bool) {
	var in struct {
		Ref string `json:"ref"`
		SHA string `json:"sha"`
		New string `json:"new_branch_name"`
		Old string `json:"old_ref_name"`
	}
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		answer(w, http.StatusBadRequest, map[string]any{"message": "Problems parsing JSON"})
		return
	}
	branch, commit := strings.TrimPrefix(in.Ref, "refs/heads/")+in.New, in.SHA+in.Old
	if f.commitOf(place, branch) != "" {
		answer(w, map[bool]int{true: http.StatusConflict, false: http.StatusUnprocessableEntity}[gitea], map[string]any{"message": "Reference already exists"})
		return
	}
	if err := exec.Command("git", "-C", f.folder(place), "update-ref", "refs/heads/"+branch, commit).Run(); err != nil { //nolint:gosec,noctx // of a test's own folder
		answer(w, map[bool]int{true: http.StatusNotFound, false: http.StatusUnprocessableEntity}[gitea], map[string]any{"message": "Object does not exist"})
		return
	}
	if gitea {
		answer(w, http.StatusCreated, map[string]any{"name": branch, "commit": map[string]any{"id": commit}})
		return
	}
	answer(w, http.StatusCreated, map[string]any{"ref": "refs/heads/" + branch, "object": map[string]any{"sha": commit, "type": "commit"}})
}

// dropComment deletes a comment of the asker's own.
func (f *Forge) dropComment(w http.ResponseWriter, place, id string, who person) {
	talks := []*[]comment{}
	for _, i := range f.issues[place] {
		talks = append(talks, &i.said)
	}
	for i := range f.pulls[place] {
		talks = append(talks, &f.pulls[place][i].said)
	}
	for _, talk := range talks {
		i := slices.IndexFunc(*talk, func(c comment) bool { return strconv.FormatInt(c.id, 10) == id })
		if i < 0 {
			continue
		}
		if (*talk)[i].author != who {
			answer(w, http.StatusForbidden, map[string]any{"message": "Must have admin rights"})
			return
		}
		*talk = slices.Delete(*talk, i, i+1)
		w.WriteHeader(http.StatusNoContent)
		return
	}
	answer(w, http.StatusNotFound, map[string]any{"message": "Not Found"})
}

// dropRemark deletes what was said of a line, as GitHub does, and dropReview all that was said at once, as Gitea does.
func (f *Forge) dropRemark(q question, id string) {
	for i := range f.pulls[q.place] {
		p := &f.pulls[q.place][i]
		for n := range p.reviews {
			v := &p.reviews[n]
			at := slices.IndexFunc(v.remarks, func(m remark) bool { return strconv.FormatInt(m.id, 10) == id })
			if at < 0 {
				continue
			}
			if v.remarks = slices.Delete(v.remarks, at, at+1); len(v.remarks) == 0 && v.body == "" && v.state == "COMMENT" { // nothing of it is left
				p.reviews = slices.Delete(p.reviews, n, n+1)
			}
			q.w.WriteHeader(http.StatusNoContent)
			return
		}
	}
	answer(q.w, http.StatusNotFound, map[string]any{"message": "Not Found"})
}

func (f *Forge) dropReview(q question, p *pull, id string) {
	was := len(p.reviews)
	p.reviews = slices.DeleteFunc(p.reviews, func(v review) bool { return strconv.FormatInt(v.id, 10) == id })
	if len(p.reviews) == was {
		answer(q.w, http.StatusNotFound, map[string]any{"message": "Not Found"})
		return
	}
	q.w.WriteHeader(http.StatusNoContent)
}

// Dump shows all that stands in a repository, but for ids, times and history: branches, issues, pull requests with what was said of them, and
// the newest status of each name, where it says something. A pull request that was closed without being merged is in the bin.
func (f *Forge) Dump(place string) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	var b strings.Builder
	out, err := exec.Command("git", "-C", f.folder(place), "for-each-ref", "--format=%(refname) %(objectname)", "refs/heads").Output() //nolint:gosec,noctx // of a test's own folder
	fmt.Fprintf(&b, "%s%v\n", out, err)
	for _, i := range f.issues[place] {
		fmt.Fprintf(&b, "issue %q %q closed=%v labels=%q\n", i.title, i.body, i.closed, i.labels)
		for _, c := range i.said {
			fmt.Fprintf(&b, "  %s: %q\n", c.author.name, c.body)
		}
	}
	for _, p := range f.pulls[place] {
		if p.closed && p.merged == "" {
			continue
		}
		fmt.Fprintf(&b, "pull %q %q %s into %s draft=%v merged=%v asked=%q\n", p.title, p.body, p.head, p.base, p.draft, p.merged != "", p.asked)
		for _, c := range p.said {
			fmt.Fprintf(&b, "  %s: %q\n", c.author.name, c.body)
		}
		for _, v := range p.reviews {
			fmt.Fprintf(&b, "  review of %s: %s %q\n", v.author.name, v.state, v.body)
			for _, m := range v.remarks {
				fmt.Fprintf(&b, "    %s at %s:%d: %q\n", m.author.name, m.path, m.line, m.body)
			}
		}
	}
	var marks []string
	for at, all := range f.said {
		newest := map[string]status{}
		for _, s := range all {
			newest[s.Context] = s
		}
		for name, s := range newest {
			if strings.HasPrefix(at, place+"@") && s.State != "pending" {
				marks = append(marks, fmt.Sprintf("status %s %s %s %q\n", at, name, s.State, s.Description))
			}
		}
	}
	slices.Sort(marks)
	b.WriteString(strings.Join(marks, ""))
	return b.String()
}

// Rewrite has somebody write another text over all that the product's account said in a repository.
func (f *Forge) Rewrite(place, text string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, i := range f.issues[place] {
		for n := range i.said {
			if i.said[n].author.name == Account {
				i.said[n].body = text
			}
		}
	}
	for i := range f.pulls[place] {
		for _, v := range f.pulls[place][i].reviews {
			for n := range v.remarks {
				if v.remarks[n].author.name == Account {
					v.remarks[n].body = text
				}
			}
		}
	}
}
