package cmd_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/agenttest"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
)

// TestStillAgent has an agent stand still in front of its second call: another one goes on from where it stood, nothing is counted
// against the change, and the founder can read why it took so long.
func TestStillAgent(t *testing.T) {
	t.Parallel()
	testlevel.Need(t) // it waits as long as the product does
	s := hireAgent(t, coding.CoderOpenCode, "")
	if err := os.WriteFile(filepath.Join(s.dir, "agents", agenttest.Program, agenttest.Beside), []byte(agenttest.Stalls), 0o600); err != nil {
		t.Fatal(err)
	}
	if took := s.work(t, 1, 0); took < org.AgentStill {
		t.Errorf("it took %s, so it did not stand still", took.Round(time.Second))
	}
	why, err := start(t, s.dir, s.env, "why", "s1", "--all")
	if err != nil || !strings.Contains(why, "the agent opencode stood still for 2 minutes: no word, no command and no call of a model; another one goes on from there") {
		t.Errorf("why does not tell of it: %v\n%s", err, why)
	}
	if strings.Contains(why, "Sent back") {
		t.Errorf("it was counted against the change:\n%s", why)
	}
	s.compareLedger(t)
}
