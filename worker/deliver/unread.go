package deliver

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/work"
)

// The line stands before all else; it is empty when everything was read.
func (d Document) describeUnread() string {
	const most = 5
	if len(d.Unread) == 0 {
		return ""
	}
	var names []string
	for _, u := range d.Unread {
		names = append(names, u.Name+formatCause(u))
	}
	more := ""
	if n := len(names) - most; n > 1 {
		names, more = names[:most], fmt.Sprintf("; and %d more, listed under “%s”", n, gapsTitle)
	}
	text := "Not read, though it was named: " + strings.Join(names, "; ") + more + "."
	if help := work.Help(d.Unread); help != "" {
		text += " " + help
	}
	return text
}

func formatCause(u work.Unread) string {
	if u.Cause == "" {
		return " (nobody looked at it)"
	}
	return " (" + u.Cause + ")"
}
