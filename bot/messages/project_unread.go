package messages

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/work"
)

// unread says before all else what the founder named and nothing was read of, and what helps.
func (t view) unread() string {
	const most = 5
	if len(t.Unread) == 0 || t.onlyCode() {
		return ""
	}
	var lines []string
	for _, u := range t.Unread[:min(len(t.Unread), most)] {
		lines = append(lines, "- "+wording.OneLine(wording.ShortenLine(u.Name, noteMost))+": "+unreadCause(u))
	}
	if n := len(t.Unread) - most; n > 0 {
		lines = append(lines, fmt.Sprintf("- and %d more, listed in the document", n))
	}
	head := fmt.Sprintf("\nI couldn't read %s that you named:\n", prose.Count(len(t.Unread), "source"))
	return head + strings.Join(lines, "\n") + "\n" + unreadHelp(t.Unread)
}

func unreadCause(u work.Unread) string {
	if u.Cause == "" {
		return "no step looked at it"
	}
	return wording.OneLine(wording.ShortenLine(u.Cause, noteMost))
}

// unreadHelp says what the founder can do about it.
func unreadHelp(all []work.Unread) string {
	for _, u := range all {
		if strings.Contains(u.Name, "://") {
			return "If they matter, send the pages as files and ask for a change.\n"
		}
	}
	return "If they matter, send them in another form and ask for a change.\n"
}
