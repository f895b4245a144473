package rehearsal_test

import (
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/worker/agent"
	"github.com/frasier-cos/frasier/worker/environment"
	"github.com/frasier-cos/frasier/worker/fence"
	"github.com/frasier-cos/frasier/worker/rehearsal"
)

// rehearse plays all scenes with an agent of a shelf.
func rehearse(t *testing.T, shelf agent.Shelf, p agent.Profile) coding.Rehearsal {
	t.Helper()
	f, err := fence.New()
	if err != nil {
		t.Skip(err)
	}
	if err := f.Check(t.Context()); err != nil {
		t.Skip(err)
	}
	in, err := shelf.Find(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	r, err := rehearsal.Stage{Fence: f, Profile: p, Installed: in, Machine: "here", Dir: t.TempDir(), Now: time.Now, Log: slog.New(slog.DiscardHandler)}.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The real agents are those that "make agents" installs.
func TestRealAgents(t *testing.T) {
	dir := os.Getenv("REAL_AGENTS") //nolint:forbidigo // a person names it
	if dir == "" {
		t.Log("REAL_AGENTS names no folder: make agents")
		return
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	shelf := agent.Shelf{Dir: dir, Nodes: environment.Nodes}
	for _, p := range agent.Profiles() {
		t.Run(string(p.Kind), func(t *testing.T) {
			r := rehearse(t, shelf, p)
			for _, s := range r.Scenes {
				t.Logf("%s %s: %s took %s: %s", r.Agent, r.Version, s.Name, s.Took, s.Why)
				if s.Why != "" {
					t.Errorf("%s: %s", s.Name, s.Why)
				}
			}
		})
	}
}
