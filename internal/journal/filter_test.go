package journal_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/journal"
	"github.com/frasier-cos/frasier/internal/org"
)

func TestFilter(t *testing.T) {
	e := org.Event{Kind: org.EventStepFailed, Project: "p1", Mission: "n2", Step: "s3", Agent: "agent-ada"}
	for words, want := range map[string]bool{
		"": true, "p1": true, "P1": true, "s3": true, "p2": false, "p2 s3": true, "agent-ada": true, "agent-bob": false,
		"failed": true, "FAILED work": true, "COMPLETE": false, "complete failed": true, "p1 deliver": false, "p1 work agent-ada FAILED": true,
	} {
		f, err := journal.ParseFilter(strings.Fields(words))
		if err != nil {
			t.Errorf("ParseFilter(%q): %v", words, err)
		} else if got := f.Passes(e); got != want {
			t.Errorf("%q lets it through: %v, want %v", words, got, want)
		}
	}
	for _, word := range []string{"nonsense", "p", "1", "agent", "FAILURE"} {
		if _, err := journal.ParseFilter([]string{word}); err == nil || !strings.Contains(err.Error(), "FAILED") {
			t.Errorf("ParseFilter(%q): %v, want an error that lists the words", word, err)
		}
	}
}
