package forgetest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
)

// status is what was said at a commit.
type status struct {
	State       string `json:"state"`
	Context     string `json:"context"`
	Description string `json:"description"`
	TargetURL   string `json:"target_url"`
}

// Statuses lists what was said at a commit of a repository, oldest first.
func (f *Forge) Statuses(place, commit string) []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []string
	for _, s := range f.said[place+"@"+commit] {
		out = append(out, fmt.Sprintf("%s %s: %s", s.Context, s.State, s.Description))
	}
	return out
}

func (f *Forge) setStatus(w http.ResponseWriter, r *http.Request, at string) {
	var s status
	if err := json.NewDecoder(r.Body).Decode(&s); err != nil {
		answer(w, http.StatusBadRequest, map[string]any{"message": "Problems parsing JSON"})
		return
	}
	if !slices.Contains([]string{"success", "failure", "error", "pending"}, s.State) {
		answer(w, http.StatusUnprocessableEntity, map[string]any{"message": "Validation Failed"})
		return
	}
	if f.said == nil {
		f.said = map[string][]status{}
	}
	f.said[at] = append(f.said[at], s)
	answer(w, http.StatusCreated, s)
}

// listStatuses shows the newest first. Gitea calls the state "status" there.
func (f *Forge) listStatuses(w http.ResponseWriter, r *http.Request, at string, gitea bool) {
	list := []map[string]any{}
	if page := r.URL.Query().Get("page"); page == "" || page == "1" {
		for _, s := range slices.Backward(f.said[at]) {
			m := map[string]any{"state": s.State, "context": s.Context, "description": s.Description, "target_url": s.TargetURL}
			if gitea {
				m = map[string]any{"status": s.State, "context": s.Context, "description": s.Description, "target_url": s.TargetURL}
			}
			list = append(list, m)
		}
	}
	answer(w, http.StatusOK, list)
}
