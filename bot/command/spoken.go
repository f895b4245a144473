package command

import (
	"strings"

	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/org"
)

// Spoken turns an "ask" or "project" line into the message that it stands for:
// the words themselves, an order when it is a project. Every other message,
// and a line without words or files, stays as it is.
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
	c, err := Parse(m.Text)
	if err != nil || c.Args[optionCap] != "" || c.Args[optionProject] != "" {
		return m, false
	}
	var words string
	switch c.Name {
	case "ask":
		words = c.Args[optionText]
	case "project":
		words = c.Args["goal"]
	default:
		return m, false
	}
	if strings.TrimSpace(words) == "" && len(m.Attachments) == 0 {
		return m, false
	}
	m.Text, m.Explicit = words, c.Name == "project"
	return m, true
}
