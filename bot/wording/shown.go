package wording

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/moment"
)

// DescribeShown says how a service stands that people look at, with where it is reached and why.
func DescribeShown(s coding.Shown) string {
	return shownName(s) + " " + ShownState(s)
}

// ShownNote tells whoever asked for a service that it is ready, or why it is not.
func ShownNote(s coding.Shown) string {
	if s.State == coding.ShownReady {
		return fmt.Sprintf("%s is ready: %s on the machine %s. %s", shownName(s), s.URL(), Plain(s.Machine), ReachFrom(s))
	}
	text := fmt.Sprintf("%s is not there: %s.", shownName(s), strings.TrimSuffix(Plain(Clip(strings.TrimPrefix(s.Reason, "failed: "), TitleMost*3)), "."))
	if s.Tail != "" {
		text += "\nThe last it said: " + Plain(Clip(s.Tail, TitleMost*3))
	}
	return text
}

// ReachFrom says how a service is reached from another machine.
func ReachFrom(s coding.Shown) string {
	return fmt.Sprintf("From another machine: ssh -L %d:%s:%d %s, then http://127.0.0.1:%d/", s.Port, coding.ShownHost, s.Port, OneLine(s.Machine), s.Port)
}

func shownName(s coding.Shown) string {
	return fmt.Sprintf("**%s** of %s, branch %s", Plain(s.Name), Plain(s.Repository), Plain(s.Branch))
}

// ShownState says how far a service is, in a sentence's end.
func ShownState(s coding.Shown) string {
	why := "; " + Plain(s.Reason)
	switch s.State {
	case coding.ShownAsked:
		return "(" + string(s.ID) + ") waits for somebody who can start it" + why
	case coding.ShownStarting:
		return "(" + string(s.ID) + ") starts" + why
	case coding.ShownReady:
		return fmt.Sprintf("(%s) is ready at %s%s; it %s", s.ID, s.URL(), why, s.Service().DescribeLife())
	case coding.ShownStopping:
		return "(" + string(s.ID) + ") is about to end" + why
	case coding.ShownStopped, coding.ShownFailed:
	}
	return fmt.Sprintf("(%s) %s, %s", s.ID, Plain(s.Reason), moment.Mark(s.EndedAt, moment.Minute))
}
