package messages

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/reports"
)

// Alert tells of something that the watcher noticed about a project, and what
// it did or what can be done about it. The evidence stays in the database: its lines
// name events as the data model does.
func Alert(a reports.Alert, title string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s** (%s): %s", wording.OneLine(title), a.Project, a.Text)
	switch {
	case a.Acted:
		b.WriteString(" " + alertDone(a))
	case a.Advice != "":
		b.WriteString(" " + a.Advice)
	}
	return b.String()
}

// alertDone is what was done about an alert.
func alertDone(a reports.Alert) string {
	switch a.Remedy {
	case reports.RemedyRequeue:
		return "I restarted it; what it had saved is kept."
	case reports.RemedyPause:
		return fmt.Sprintf("I paused the project. `!resume %s` continues.", a.Project)
	case reports.RemedyAdvise:
		return "I passed that on to whoever works on it."
	case reports.RemedyNone:
	}
	return a.Advice
}
