package inbox

import (
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
)

// commandText is the journal's line about a command that acts.
func commandText(c org.Command) string { return fmt.Sprintf("Command from %s: %s", c.Author, c.Line) }

// HandledText is the journal's line about a message that was answered.
func HandledText(t org.Turn) string {
	class := string(t.Classification.Class)
	if class == "" {
		class = "not classified"
	}
	return fmt.Sprintf("Handled as %s (%s, confidence %.2f)", t.Route, class, t.Classification.Confidence)
}
