package messages

import (
	"fmt"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
)

// Cleaned says in a project's thread what of it was put away, or why something stays.
func Cleaned(e org.Event) string {
	if e.Data["state"] == "kept" {
		return fmt.Sprintf("Not put away: %s.", wording.Plain(e.Data["reason"]))
	}
	return fmt.Sprintf("Put away, as the repository's settings say: %s.", wording.Plain(e.Data["reason"]))
}
