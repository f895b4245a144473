package outward

import (
	"fmt"
	"net/url"
	"strings"
)

// SetStatus says at a commit whether what is said of it is proven.
const SetStatus Kind = "set_status"

// ProofContext is the name under which a status stands at a commit.
const ProofContext = "frasier/proof"

// Status is the order of SetStatus.
type Status struct {
	Owner      string `json:"owner"`
	Repository string `json:"repository"`
	Commit     string `json:"commit"`
	Context    string `json:"context"`
	Good       bool   `json:"good"`
	Gone       bool   `json:"gone,omitempty"` // it says neither: it was taken back
	Text       string `json:"text"`
	Link       string `json:"link"`
}

// StatusAnswer shows a status as the forge has it.
type StatusAnswer struct {
	Context string `json:"context"`
	Good    bool   `json:"good"`
	Text    string `json:"text"`
}

// Shown makes a status comparable.
func (s Status) Shown() StatusAnswer { return StatusAnswer{s.Context, s.Good, s.Text} }

// Pages are addresses at a forge that open for whoever sees the repository.
type Pages struct {
	Service Service
	Address string // of the forge
	Place   Place
}

// Commit is the address of a commit.
func (p Pages) Commit(id string) string {
	return fmt.Sprintf("%s/%s/%s/commit/%s", p.Address, p.Place.Owner, p.Place.Name, id)
}

// Line is the address of a line of a file as a commit has it, of the file itself where the line is 0.
func (p Pages) Line(commit, path string, line int) string {
	parts := strings.Split(path, "/")
	for i := range parts {
		parts[i] = url.PathEscape(parts[i])
	}
	word := "blob"
	if p.Service == Gitea {
		word = "src/commit"
	}
	out := fmt.Sprintf("%s/%s/%s/%s/%s/%s", p.Address, p.Place.Owner, p.Place.Name, word, commit, strings.Join(parts, "/"))
	if line > 0 {
		out += fmt.Sprintf("#L%d", line)
	}
	return out
}
