// Package agent has another company's coding agent make a change: a program that speaks the Agent Client Protocol, in the sandbox,
// with the broker as its only way out. In come an order in words and a folder; out comes what the program did to the folder, after
// each of its tool calls. What it says of its success, its exit code and its price decide nothing.
package agent

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
)

// Profile is all that tells one agent from another.
type Profile struct {
	Kind    coding.CoderKind
	Program string   // below the agent's own folder
	Args    []string // "{port}" is that of the way out
	Env     []string
	Files   map[string]string // below its home, written before it starts
	Masks   []string          // folders of a repository that would steer it; it sees them empty
	Kept    []string          // files of a repository that it writes by itself; they stay as they were
	Meta    map[string]any    // of a new session
	Grace   time.Duration     // to end by itself once it is told nothing more
	Package string            // what is installed, by npm's name with its version
}

// The places inside.
const (
	insideProgram = "/agent"
	insideHome    = "/home/agent"
	insideFolder  = "/tree"
	port          = 18787
)

// masks are the folders in which any of the agents looks for orders, settings and programs of a repository.
func masks() []string { return []string{".codex", ".opencode", ".agents", ".claude"} }

// Profiles returns those that are known.
func Profiles() []Profile {
	return []Profile{
		{
			Kind: coding.CoderOpenCode, Package: "opencode-linux-x64@1.18.33", Program: "node_modules/opencode-linux-x64/bin/opencode", Args: []string{"acp"},
			Env: []string{"OPENCODE_DISABLE_PROJECT_CONFIG=1", "OPENCODE_DISABLE_AUTOUPDATE=1", "OPENCODE_DISABLE_LSP_DOWNLOAD=1", "OPENCODE_DISABLE_MODELS_FETCH=1"},
			Files: map[string]string{".config/opencode/opencode.json": `{
  "model": "frasier/model", "small_model": "frasier/model", "share": "disabled", "autoupdate": false,
  "provider": {"frasier": {"npm": "@ai-sdk/openai-compatible", "name": "Frasier", "options": {"baseURL": "http://127.0.0.1:{port}/v1", "apiKey": "none"},
    "models": {"model": {"name": "model", "tool_call": true, "limit": {"context": 180000, "output": 16000}}}}},
  "permission": {"edit": "allow", "bash": "allow", "webfetch": "deny"},
  "agent": {"title": {"disable": true}}
}
`},
			Masks: masks(), Kept: []string{"opencode.json", "opencode.jsonc"}, Grace: 3 * time.Second,
		},
	}
}

// ProfileOf returns the profile of a coder; false for one that is no agent.
func ProfileOf(kind coding.CoderKind) (Profile, bool) {
	for _, p := range Profiles() {
		if p.Kind == kind {
			return p, true
		}
	}
	return Profile{}, false
}

// MissingError says that an agent is not there, and what brings it.
type MissingError struct{ Why, Fix string }

// Error returns both.
func (e *MissingError) Error() string { return e.Why + "; " + e.Fix }

// Find returns the folder of an agent below that of all agents. Its error is a *MissingError where it is not there.
func Find(shelf string, p Profile) (string, error) {
	dir := filepath.Join(shelf, string(p.Kind))
	info, err := os.Stat(filepath.Join(dir, p.Program))
	switch {
	case errors.Is(err, os.ErrNotExist) || err == nil && info.IsDir():
		return "", &MissingError{fmt.Sprintf("the agent %s is not installed in %s", p.Kind, dir), fmt.Sprintf("npm install --prefix %s %s", dir, p.Package)}
	case err != nil:
		return "", fmt.Errorf("look for the agent %s: %w", p.Kind, err)
	case info.Mode()&0o111 == 0:
		return "", &MissingError{fmt.Sprintf("%s is no program", filepath.Join(dir, p.Program)), "install it again"}
	}
	return dir, nil
}

func (p Profile) argv() []string {
	out := []string{insideProgram + "/" + p.Program}
	for _, a := range p.Args {
		out = append(out, fill(a))
	}
	return out
}

func fill(text string) string { return strings.ReplaceAll(text, "{port}", fmt.Sprint(port)) }
