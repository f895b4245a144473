// Package agent has another company's coding agent make a change: a program that speaks the Agent Client Protocol, in the sandbox,
// with the broker as its only way out. In come an order in words and a folder; out comes what the program did to the folder, after
// each of its tool calls. What it says of its success, its exit code and its price decide nothing.
package agent

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
)

// Profile is all that tells one agent from another.
type Profile struct {
	Kind    coding.CoderKind
	Package string   // what is installed, by npm's name with the version that was measured
	Program string   // below the agent's own folder
	Node    int      // the oldest Node that runs the program; 0 for a program that needs none
	Args    []string // "{port}" is that of the way out
	Wire    Wire
	Env     []string
	Files   map[string]string // below its home, written before it starts
	Masks   []string          // folders of a repository that would steer it; it sees them empty
	Kept    []string          // files of a repository that it writes by itself; they stay as they were
	Meta    map[string]any    // of a session
	Mode    string            // of a session; empty for the one that it begins with
	// Idle are models that it asks by itself for what is no work, such as a title. They are refused and cost nothing.
	Idle  []string
	Grace time.Duration // to end by itself once it is told nothing more
}

// Wire is the protocol in which an agent asks a model.
type Wire string

// The protocols, by the names that their makers give them.
const (
	WireMessages  Wire = "Anthropic messages"
	WireResponses Wire = "OpenAI responses"
	WireChat      Wire = "OpenAI chat completions"
)

// The places inside.
const (
	insideProgram = "/agent"
	insideHome    = "/home/agent"
	insideFolder  = "/tree"
	port          = 18787
)

// ProfileOf returns the profile of a coder; false for one that is no agent.
func ProfileOf(kind coding.CoderKind) (Profile, bool) {
	for _, p := range Profiles() {
		if p.Kind == kind {
			return p, true
		}
	}
	return Profile{}, false
}

// packageName returns what is installed without its version.
func (p Profile) packageName() string { return p.Package[:strings.LastIndex(p.Package, "@")] }

// digest tells a profile from another one.
func (p Profile) digest() string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%+v", p))
	const digits = 12
	return hex.EncodeToString(sum[:])[:digits]
}

func (p Profile) argv(node coding.Toolchain) []string {
	out := []string{insideProgram + "/" + p.Program}
	if p.Node > 0 {
		out = []string{node.Path, out[0]}
	}
	for _, a := range p.Args {
		out = append(out, fill(a))
	}
	return out
}

func fill(text string) string { return strings.ReplaceAll(text, "{port}", fmt.Sprint(port)) }
