package coder_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/worker/coder"
)

func called(said string, calls ...llm.Call) string {
	return llm.Reply{Text: said, Calls: calls, Offered: true}.Spell()
}

// TestBadCallsCostATurn: nothing is done of a reply with a call that cannot be read, also of the good calls in it; the
// model reads why, and goes on with the tree that it had.
func TestBadCallsCostATurn(t *testing.T) {
	good := llm.Call{ID: "1", Name: "write", Args: `{"path":"b.txt","content":"bad\n"}`}
	huge := strings.Repeat("x", 5<<20)
	bad := map[string]string{ // by the words that answer it
		"there is no such tool":         called("", good, llm.Call{ID: "2", Name: "bash", Args: `{"command":"rm -rf /"}`}),
		"it lacks content":              called("", good, llm.Call{ID: "2", Name: "write", Args: `{"path":"c"}`}),
		"have the same id":              called("", good, good),
		"read as one JSON object":       called("", good, llm.Call{ID: "2", Name: "write", Args: `{"path":"c","content":"` + huge}),
		"13 calls; at most 12":          called("", append([]llm.Call{good}, make([]llm.Call, 12)...)...),
		"no tool was called":            called("All is done."),
		"these words do not stand":      called("", good, llm.Call{ID: "2", Name: "replace", Args: `{"path":"a.txt","old":"none","new":"x"}`}),
		"is no path for a file here":    called("", llm.Call{ID: "2", Name: "read", Args: `{"path":"../../x"}`}),
		"its arguments cannot be read ": called("", llm.Call{ID: "2", Name: "write", Args: `"path"`}),
	}
	for words, reply := range bad {
		t.Run(words, func(t *testing.T) {
			t.Parallel()
			s := siteOf(
				t, map[string]string{"a.txt": "old\n"},
				called("First.", llm.Call{Name: "write", Args: `{"path":"b.txt","content":"good\n"}`}),
				reply,
				called("", llm.Call{Name: "done", Args: `{"text":"It is."}`}),
			)
			c, err := coder.Written(t.Context(), s.task)
			if err != nil || c.Said != "It is." || s.text(t, c, "b.txt") != "good\n" || s.text(t, c, "a.txt") != "old\n" {
				t.Errorf("%+v, %v; want the change of the first turn alone", c, err)
			}
			var turn coder.Turn
			if err := json.Unmarshal([]byte(s.kept[2]), &turn); err != nil || !turn.Failed || len(turn.Saw) > 20_000 {
				t.Errorf("the turn is kept as %.300s, %v", s.kept[2], err)
			}
			if !strings.Contains(turn.Saw, words) {
				t.Errorf("the model is told %.300q, want %q", turn.Saw, words)
			}
			if said, calls, _ := llm.ReadCalls(reply); len(calls) == 0 && !strings.HasSuffix(turn.Saw, "It was:\n"+said) {
				t.Errorf("the model is told %.300q, want its own words %q", turn.Saw, said)
			}
		})
	}
}
