package memory

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
)

// nameShortcoming says why no other work rests on a remembered document; empty when it may.
func nameShortcoming(m org.Memory) string {
	switch {
	case m.Kind != org.MemoryDocument || m.Outcome == "" || m.Evident():
		return ""
	case m.Offline:
		return " (made without a model, so I don't build other work on it)"
	case m.Outcome.Ended():
		return " (that project didn't finish, so I don't build other work on it)"
	}
	return " (I'm still working on it)"
}

// Recalled lists what was said, learnt and delivered about something.
func Recalled(about string, found []org.Memory) wording.Message {
	if len(found) == 0 {
		return wording.Message{Text: fmt.Sprintf("I find nothing about %q. Try other words.", wording.Clip(wording.Plain(about), 80))}
	}
	lines := []string{fmt.Sprintf("What I know about %s:", wording.Clip(wording.Plain(about), 80))}
	for _, m := range found {
		line := fmt.Sprintf("- %s, %s %s", moment.Mark(m.At, moment.Day), map[string]string{"turn": "said", org.MemoryDirective: "your rule", "lesson": "a lesson", "document": "a document"}[m.Kind], m.Ref)
		if m.Project != "" {
			line += " of " + string(m.Project)
		}
		line += nameShortcoming(m) + ": "
		if m.Title != "" {
			line += wording.Name(m.Title) + " "
		}
		lines = append(lines, line+wording.Clip(wording.Plain(m.Text), 300))
	}
	return wording.Message{More: strings.Join(lines, "\n")}
}
