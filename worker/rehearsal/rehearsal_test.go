package rehearsal_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/testing/agenttest"
	"github.com/frasier-cos/frasier/worker/agent"
	"github.com/frasier-cos/frasier/worker/fence"
)

// The same program is what runs inside, and the agent.
//
//nolint:forbidigo // it is the main function of three programs
func TestMain(m *testing.M) {
	if code, was := fence.Inside(os.Args[1:], os.Stderr); was {
		os.Exit(code)
	}
	if filepath.Base(os.Args[0]) == agenttest.Program {
		os.Exit(agenttest.Run(context.Background()))
	}
	os.Exit(m.Run())
}

// rehearseFake plays all scenes with the agent of the tests.
func rehearseFake(t *testing.T, misbehave string, change func(*agent.Profile)) coding.Rehearsal {
	t.Helper()
	shelf := agent.Shelf{Dir: t.TempDir()}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := agenttest.Install(shelf.Dir, program, misbehave); err != nil {
		t.Fatal(err)
	}
	p, _ := agent.ProfileOf(coding.CoderOpenCode)
	change(&p)
	return rehearse(t, shelf, p)
}

func TestAnAgentThatWorksPassesEachScene(t *testing.T) {
	t.Parallel()
	r := rehearseFake(t, "", func(*agent.Profile) {})
	if !r.Passed() || len(r.Scenes) != 5 || r.Version != "0.0.1" || !strings.HasPrefix(r.Key, "0.0.1 ") {
		t.Errorf("the rehearsal is %+v", r)
	}
}

func TestARehearsalSaysWhatAnAgentDoesWrong(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, misbehave, why string
		change               func(*agent.Profile)
	}{
		{"says that it is done, and did nothing", agenttest.Lies, "edit: it wrote files, and reported no tool", nil},
		{"dies", agenttest.Dies, "edit: the agent opencode ended with the exit code 9", nil},
		{"speaks another protocol", agenttest.Version, "edit: the agent opencode speaks the protocol's version 99", nil},
		{"opens no session", agenttest.NoSession, "edit: the agent opencode opened no session: {\"code\":-32000,\"message\":\"log in first\"}", nil},
		{"obeys plants that no mask hides", agenttest.Steals, "plants: what the repository plants had an effect: .mcp.json was changed", func(p *agent.Profile) { p.Masks = nil }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if c.change == nil {
				c.change = func(*agent.Profile) {}
			}
			r := rehearseFake(t, c.misbehave, c.change)
			for n, s := range r.Scenes {
				if !strings.HasPrefix(c.why, s.Name) {
					r.Scenes[n].Why = "" // others say the same, or nothing
				}
			}
			if r.Passed() || !strings.Contains(r.Explain(), c.why) {
				t.Errorf("the rehearsal says %q", r.Explain())
			}
		})
	}
}
