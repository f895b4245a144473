// Package syntax says how a command of a chat is written. It is pure.
package syntax

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
)

// Command describes one command to a chat that registers commands with
// their options, such as Discord's slash commands.
type Command struct {
	Name        string // lower case, at most 32 characters
	Description string // at most 100 characters
	// Options stand in this order; required ones first.
	Options []Option
	// Menu is the label of an entry in the menu of a message ("Make this a
	// project"); such a command has no options and gets the message's text in
	// Command.Message. Empty: a command that is typed.
	Menu string
}

// Option is one option of a command.
type Option struct {
	Name, Description string
	Kind              Kind
	Required          bool
	// Named is never taken by its place in a line, only as name=value, before
	// the options that are.
	Named bool
	// Autocomplete asks for suggestions while the founder types.
	Autocomplete bool
	// Choices are the only values, at most 25; none means any.
	Choices []org.Choice
}

// Kind says what an option holds.
type Kind string

// The kinds of options. A file's option becomes an attachment of the command
// and is left out of its line.
const (
	Text   Kind = "text"
	Number Kind = "number"
	File   Kind = "file"
)

// Line is the command as it is typed: its name, then the values of the options
// in their order, each after a space; the named ones first, as name=value. A value after an option that was left
// out, or that begins as a named one would, is written name=value. A value that holds spaces or quotes stands in
// double quotes, but not that of the last option, which takes the rest of the
// line as it is.
func (s Command) Line(values map[string]string) string {
	var b strings.Builder
	b.WriteString(s.Name)
	hole := false
	last := len(s.Options) - 1
	for last >= 0 && (s.Options[last].Kind == File || s.Options[last].Named) {
		last--
	}
	for _, o := range s.Options {
		if v := strings.TrimSpace(values[o.Name]); o.Named && v != "" {
			b.WriteString(" " + o.Name + "=" + quoteValue(v))
		}
	}
	for i, o := range s.Options {
		v, given := values[o.Name]
		if o.Kind == File || o.Named {
			continue
		}
		if v = strings.TrimSpace(v); !given || v == "" {
			hole = true
			continue
		}
		b.WriteByte(' ')
		if hole || i == last && s.wouldBeOption(v) {
			b.WriteString(o.Name + "=")
		}
		if i != last {
			v = quoteValue(v)
		}
		b.WriteString(v)
	}
	return b.String()
}

// wouldBeOption reports whether a word of a value would be read as a named option or a page.
func (s Command) wouldBeOption(v string) bool {
	return slices.ContainsFunc(strings.Fields(v), func(word string) bool {
		head, _, ok := strings.Cut(word, "=")
		return ok && (head == "page" || slices.ContainsFunc(s.Options, func(o Option) bool { return o.Name == head }))
	})
}

// quoteValue is a value that is not the last of its line.
func quoteValue(v string) string {
	if len(strings.Fields(v)) > 1 || strings.ContainsAny(v, "\"=“”") {
		return strconv.Quote(v)
	}
	return v
}

// Name returns the name of the command that a text begins with, in lower
// case: "!status", "/status", and "！status" as some keyboards write it. A path
// ("/etc/hosts") and an outcry ("!!!") are none. It is the only rule of what a
// typed command is.
func Name(text string) (string, bool) {
	name := regexp.MustCompile(`^[/!\x{FF01}]\s?([A-Za-z][A-Za-z_-]*)(?:\s|$)`).FindStringSubmatch(strings.TrimSpace(text))
	if name == nil {
		return "", false
	}
	return strings.ToLower(name[1]), true
}
