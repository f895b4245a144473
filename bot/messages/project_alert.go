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
		b.WriteString(" " + wording.DescribeRemedy(a))
	case a.Advice != "":
		b.WriteString(" " + a.Advice)
	}
	return b.String()
}
