package main

import (
	"fmt"
	"os/exec"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What a frozen worker had committed before it froze is nothing that it stored
// under a claim that it had lost, though it says so only when it wakes.
func TestAWordOfACommitBeforeTheFreezeCountsForNothing(t *testing.T) {
	before := []string{"claim-steps", "claim-steps:committed", "save-checkpoint"}
	word, marked := "save-checkpoint:committed", "mark-in-review:committed"
	for name, c := range map[string]struct {
		before, since, want []string
	}{
		"nothing more":                     {before, nil, nil},
		"the word of a commit":             {before, []string{word}, nil},
		"that word and a refused write":    {before, []string{word, "save-checkpoint", "claim-steps"}, nil},
		"that word and another commit":     {before, []string{word, "save-checkpoint", word}, []string{word}},
		"that word and another's":          {before, []string{word, "mark-in-review", marked}, []string{marked}},
		"the word of another commit":       {before, []string{marked}, []string{marked}},
		"a commit begun after the freeze":  {before[:2], []string{"save-checkpoint", word}, []string{word}},
		"a commit that was told of before": {append(before[:3:3], word), []string{"save-checkpoint", word}, []string{word}},
		"the same word once more":          {append(before[:3:3], word), []string{word}, []string{word}},
		"handed in":                        {before[:2], []string{"before finish", "after finish"}, []string{"after finish"}},
		"frozen before its first point":    {nil, []string{word}, []string{word}},
	} {
		got := storedAt(append(c.before[:len(c.before):len(c.before)], c.since...), len(c.before))
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
}

func TestAllStoppedWaitsForEveryThread(t *testing.T) {
	cmd := exec.CommandContext(t.Context(), "sleep", "60")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	threads := fmt.Sprintf("/proc/%d/task/*/stat", cmd.Process.Pid)
	if still, err := allStopped(threads); still || err != nil {
		t.Errorf("of a process that runs: %v, %v", still, err)
	}
	if err := cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	await := &scene{}
	if err := await.awaitStill(t.Context(), &sleeper{name: "sleep", proc: &process{cmd: cmd}}); err != nil {
		t.Errorf("of a process that was stopped: %v", err)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err == nil {
		t.Error("it ended by itself")
	}
	if still, err := allStopped(threads); still || err == nil {
		t.Errorf("of a process that is gone: %v, %v", still, err)
	}
}
