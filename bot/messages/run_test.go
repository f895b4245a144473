package messages_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
)

// runMessages are what a run at the command line says, with what each depends
// on.
func runMessages() []string {
	steps := map[string]int{"completed": 13}
	return []string{
		messages.RunStopped,
		messages.RunRefused("The API key was refused: check OPENROUTER_API_KEY."),
		messages.RunEnded(org.Project{State: org.ProjectCompleted, Outcome: "every step is done"}, org.Receipt{Mode: "offline", Steps: steps, Calls: 26, Seconds: 0.57}, "out"),
		messages.RunEnded(org.Project{State: org.ProjectCompleted}, org.Receipt{Mode: "model", Steps: steps, Calls: 26, CostUSD: 1.234, Seconds: 1500}, ""),
		messages.RunEnded(org.Project{State: org.ProjectPartial, Outcome: "12 of 13 steps done; missing: \"Prices\""}, org.Receipt{Mode: "model", Steps: steps, CostUSD: 0.001, CostUnknown: 1, Seconds: 61}, "out"),
		messages.RunEnded(org.Project{State: org.ProjectActive}, org.Receipt{Mode: "model", Seconds: 8000}, ""),
		messages.RunEnded(org.Project{State: org.ProjectFailed, Outcome: "the goal cannot be reached."}, org.Receipt{Mode: "model"}, ""),
		messages.DocumentIn("out/p1-oats"), messages.FilesIn("out/d3"),
	}
}

// A run ends with one line that nothing after it contradicts. Read the file
// aloud before it is written anew (UPDATE_GOLDEN=1).
func TestRunGolden(t *testing.T) {
	got := strings.Join(runMessages(), "\n\n--\n\n") + "\n"
	path := filepath.Join("testdata", "run.golden")
	if os.Getenv("UPDATE_GOLDEN") != "" { //nolint:forbidigo // the switch of golden tests
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("messages (-want +got):\n%s", diff)
	}
}
