package forgetest

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"os/exec"
	"path/filepath"
	"slices"
	"time"
)

// What was said at a commit.
type status struct {
	State       string `json:"state"`
	Context     string `json:"context"`
	Description string `json:"description"`
	TargetURL   string `json:"target_url"`

	at time.Time
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

func (f *Forge) setStatus(w http.ResponseWriter, r *http.Request, at string, gitea bool) {
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
	s.at = time.Now()
	f.said[at] = append(f.said[at], s)
	out := map[string]any{"id": len(f.said[at]), "context": s.Context, "description": s.Description, "target_url": s.TargetURL}
	out[map[bool]string{true: "status", false: "state"}[gitea]] = s.State
	answer(w, http.StatusCreated, out)
}

// listStatuses shows the newest first, Gitea in no order that one can rely on; it calls the state "status" there.
func (f *Forge) listStatuses(w http.ResponseWriter, r *http.Request, at string, gitea bool) {
	list := []map[string]any{}
	if page := r.URL.Query().Get("page"); page == "" || page == "1" {
		for i, s := range f.said[at] {
			m := map[string]any{"id": i + 1, "context": s.Context, "description": s.Description, "target_url": s.TargetURL, "created_at": s.at.UTC().Format(time.RFC3339)}
			if gitea {
				m["status"] = s.State
				list = append(list, m)
				continue
			}
			m["state"] = s.State
			list = append([]map[string]any{m}, list...)
		}
	}
	answer(w, http.StatusOK, list)
}

// readFile gives a file as Gitea does, as it is, or as GitHub does, packed into an answer.
func (f *Forge) readFile(w http.ResponseWriter, r *http.Request, place, path string, raw bool) {
	text, err := exec.Command("git", "-C", f.folder(place), "show", r.URL.Query().Get("ref")+":"+path).Output() //nolint:gosec,noctx // of a test's own folder
	switch {
	case err != nil:
		answer(w, http.StatusNotFound, map[string]any{"message": "Not Found"})
	case raw:
		if _, err := w.Write(text); err != nil {
			return // who went away needs no answer
		}
	default:
		answer(w, http.StatusOK, map[string]any{
			"type": "file", "name": filepath.Base(path), "path": path, "encoding": "base64", "content": base64.StdEncoding.EncodeToString(text), "size": len(text),
		})
	}
}
