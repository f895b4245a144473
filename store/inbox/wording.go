package inbox

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/org"
)

// formatCommand returns the journal's line about a command that acts, with its name and the ids it
// names. The journal is sealed for good, so what was said with a command stands only in its own
// row, which can be forgotten.
func formatCommand(c org.Command) string {
	words := strings.Fields(strings.TrimLeft(c.Line, "!/\uFF01 "))
	n := min(1, len(words))
	for n < len(words) && reference.MatchString(words[n]) {
		n++
	}
	return fmt.Sprintf("Command from %s: %s", c.Author, strings.Join(words[:n], " "))
}

// reference matches an id, or the word for all projects.
var reference = lazyregexp.New(`^([a-z]{1,2}\d+|all)$`)

// HandledText returns the journal's line about a message that was answered.
func HandledText(t org.Turn) string {
	class := string(t.Classification.Class)
	if class == "" {
		class = "not classified"
	}
	return fmt.Sprintf("Handled as %s (%s, confidence %.2f)", t.Route, class, t.Classification.Confidence)
}
