package command

import (
	"strings"

	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/org"
)

// Spoken turns the line of a command that is heard, as ask and project are, into
// the message that it stands for: the words themselves, an order when it is a project.
// Every other message, and a line without words or files, stays as it is.
func Spoken(m org.Message) org.Message {
	m, _ = spoken(m)
	return m
}

// Typed returns the line of a message that is a command to be carried out at
// once, without its mark. A line that stands for a message (see Spoken) is none: it is heard.
func Typed(m org.Message) (line string, ok bool) {
	if _, is := syntax.Name(m.Text); !is || m.Explicit {
		return "", false
	}
	if _, said := spoken(m); said {
		return "", false
	}
	return strings.TrimLeft(strings.TrimSpace(m.Text), "!/\uFF01 "), true
}

func spoken(m org.Message) (org.Message, bool) {
	if _, is := syntax.Name(m.Text); !is || m.Explicit {
		return m, false
	}
	call, of, err := parse(m.Text)
	if err != nil || of.Hear == nil || call.missing(of) != nil {
		return m, false
	}
	words, orders, ok := of.Hear(call.Args)
	if !ok || strings.TrimSpace(words) == "" && len(m.Attachments) == 0 {
		return m, false
	}
	m.Text, m.Explicit = words, orders
	return m, true
}
