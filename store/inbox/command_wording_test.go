package inbox

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
)

// The journal keeps of a command what it is and which thing it is about, and no
// word of what was said with it.
func TestCommandText(t *testing.T) {
	for line, want := range map[string]string{
		"pause p1": "pause p1", "!pause all": "pause all", "/redo s12 look at Lisbon": "redo s12", "deny e4 too dear": "deny e4", "drop s3 s4 twice": "drop s3 s4",
		"project Compare oats": "project", "p2p lending": "p2p", "settings zone Europe/Berlin": "settings", "": "",
	} {
		if got := formatCommand(org.Command{Author: "ana", Line: line}); got != "Command from ana: "+want {
			t.Errorf("%q: got %q, want %q", line, got, want)
		}
	}
}
