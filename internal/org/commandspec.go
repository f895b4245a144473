package org

import (
	"regexp"
	"strconv"
	"strings"
)

// CommandSpec describes one command to a chat that registers commands with
// their options, such as Discord's slash commands.
type CommandSpec struct {
	Name        string // lower case, at most 32 characters
	Description string // at most 100 characters
	// Options stand in this order; required ones first.
	Options []OptionSpec
	// Menu is the label of an entry in the menu of a message ("Make this a
	// project"); such a command has no options and gets the message's text in
	// Command.Message. Empty: a command that is typed.
	Menu string
}

// OptionSpec is one option of a command.
type OptionSpec struct {
	Name, Description string
	Kind              OptionKind
	Required          bool
	// Autocomplete asks for suggestions while the founder types.
	Autocomplete bool
	// Choices are the only values, at most 25; none means any.
	Choices []Choice
}

// OptionKind is what an option holds.
type OptionKind string

// The kinds of options. A file's option becomes an attachment of the command
// and is left out of its line.
const (
	OptionText   OptionKind = "text"
	OptionNumber OptionKind = "number"
	OptionFile   OptionKind = "file"
)

// Line is the command as it is typed: its name, then the values of the options
// in their order, each after a space. A value after an option that was left
// out is written name=value. A value that holds spaces or quotes stands in
// double quotes, but not that of the last option, which takes the rest of the
// line as it is.
func (s CommandSpec) Line(values map[string]string) string {
	var b strings.Builder
	b.WriteString(s.Name)
	hole := false
	last := len(s.Options) - 1
	for last >= 0 && s.Options[last].Kind == OptionFile {
		last--
	}
	for i, o := range s.Options {
		v, given := values[o.Name]
		if o.Kind == OptionFile {
			continue
		}
		if v = strings.TrimSpace(v); !given || v == "" {
			hole = true
			continue
		}
		b.WriteByte(' ')
		if hole || i == last && strings.HasPrefix(v, o.Name+"=") {
			b.WriteString(o.Name + "=")
		}
		if i != last && (len(strings.Fields(v)) > 1 || strings.ContainsAny(v, "\"=“”")) {
			v = strconv.Quote(v)
		}
		b.WriteString(v)
	}
	return b.String()
}

// CommandName returns the name of the command that a text begins with, in lower
// case: "!status", "/status", and "！status" as some keyboards write it. A path
// ("/etc/hosts") and an outcry ("!!!") are none. It is the only rule of what a
// typed command is.
func CommandName(text string) (string, bool) {
	name := regexp.MustCompile(`^[/!\x{FF01}]\s?([A-Za-z][A-Za-z_-]*)(?:\s|$)`).FindStringSubmatch(strings.TrimSpace(text))
	if name == nil {
		return "", false
	}
	return strings.ToLower(name[1]), true
}
