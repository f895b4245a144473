package noun

import (
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/org"
)

// Names of options that several commands have.
const (
	OptionProject = "project" // names a project
	OptionSure    = "sure"    // "yes" for what was asked back
)

// ProjectOption is the option that names a project; Input.FindProject finds what it means.
func ProjectOption() syntax.Option {
	return syntax.Option{Name: OptionProject, Kind: syntax.Text, Autocomplete: true, Description: "a project: its number or how its title begins"}
}

// FileOption is the option of a file that goes with the words of a command.
func FileOption() syntax.Option {
	return syntax.Option{Name: "file", Kind: syntax.File, Description: "a file that goes with it"}
}

// WordOption is an option that takes one of some words, or any word without them.
func WordOption(name, description string, words ...string) syntax.Option {
	o := syntax.Option{Name: name, Kind: syntax.Text, Description: description}
	for _, w := range words {
		o.Choices = append(o.Choices, org.Choice{Label: w, Value: w})
	}
	return o
}
