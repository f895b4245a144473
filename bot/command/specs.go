package command

import (
	"slices"

	"github.com/frasier-cos/frasier/bot/syntax"
)

// Specs describes the commands to a chat that registers them, context-menu
// commands last.
func Specs() []syntax.Command {
	var out []syntax.Command
	for _, s := range specs() {
		if !s.button {
			out = append(out, s.described().Command)
		}
	}
	for _, m := range []syntax.Command{
		{Name: "project", Menu: "Make this a project"}, {Name: "add", Menu: "Add to project"}, {Name: "remember", Menu: "Remember this"},
	} {
		s, _ := find(m.Name)
		m.Description = s.summary()
		out = append(out, m)
	}
	return out
}

// changing reports whether a call of the command changes anything.
func (s spec) changing(c Call) bool {
	if !s.acts || !s.lists {
		return s.acts
	}
	if s.changes != nil {
		return s.changes(c.Args)
	}
	return len(c.Args) > 0
}

// find returns the command of a name or an alias.
func find(word string) (spec, bool) {
	for _, s := range specs() {
		if s.Name == word || slices.Contains(s.aliases, word) {
			return s, true
		}
	}
	return spec{}, false
}

// names lists the names and aliases that a misspelt word may mean; those of
// one or two letters are too near to everything.
func names() []string {
	var out []string
	for _, s := range specs() {
		for _, n := range append([]string{s.Name}, s.aliases...) {
			if len(n) > 2 && !s.button {
				out = append(out, n)
			}
		}
	}
	return out
}
