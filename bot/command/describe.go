package command

import (
	"slices"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/syntax"
)

// Names of options that several commands share.
const (
	optionStep    = "step"
	optionSubject = "subject" // a project or a step
	optionText    = "text"
)

// Specs describes the commands to a chat that registers them, context-menu
// commands last.
func Specs() []syntax.Command {
	var out []syntax.Command
	for _, c := range listTyped() {
		out = append(out, syntax.Command{Name: c.Name, Description: c.Summary, Options: c.Options})
	}
	for _, m := range []syntax.Command{
		{Name: "project", Menu: "Make this a project"}, {Name: "add", Menu: "Add to project"}, {Name: "remember", Menu: "Remember this"},
	} {
		c, _ := findCommand(m.Name)
		m.Description = c.Summary
		out = append(out, m)
	}
	return out
}

// isActing reports whether a call of a command changes anything.
func isActing(of noun.Command, c Call) bool {
	return of.Acts && (of.Changes == nil || of.Changes(c.Args))
}

// listSpellings lists the names and aliases that a misspelt word may mean; those of
// one or two letters are too near to everything.
func listSpellings() []string {
	var out []string
	for _, c := range listTyped() {
		for _, n := range append([]string{c.Name}, c.Aliases...) {
			if len(n) > 2 {
				out = append(out, n)
			}
		}
	}
	return out
}

// findSubject returns the option of a command that names its project, or a step of one, and
// the options that follow it in a line; none for a command of none.
func findSubject(c noun.Command) (string, []syntax.Option) {
	placed := slices.DeleteFunc(slices.Clone(c.Options), func(o syntax.Option) bool { return o.Named || o.Kind == syntax.File })
	if len(placed) == 0 || placed[0].Name != noun.OptionProject && placed[0].Name != optionSubject {
		return "", nil
	}
	return placed[0].Name, placed[1:]
}

// takesWords reports whether the last option takes a founder's own words.
func takesWords(c noun.Command) bool {
	options := slices.DeleteFunc(slices.Clone(c.Options), func(o syntax.Option) bool { return o.Named || o.Kind == syntax.File })
	return len(options) > 0 && slices.Contains([]string{optionText, "goal", "answer", "value"}, options[len(options)-1].Name)
}

// describeOption says what an option of a command is.
func describeOption(c noun.Command, name string) string {
	for _, o := range c.Options {
		if o.Name == name {
			return o.Description
		}
	}
	return ""
}
