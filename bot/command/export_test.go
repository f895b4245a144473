package command

import "github.com/frasier-cos/frasier/bot/syntax"

// AllSpecs describes every command, those of buttons too.
func AllSpecs() []syntax.Command {
	var out []syntax.Command
	for _, c := range Commands() {
		out = append(out, syntax.Command{Name: c.Name, Description: c.Summary, Options: c.Options})
	}
	return out
}

// Topic is one command as documents list it.
type Topic struct{ Name, Description, Example string }

// Topics lists the commands that a founder types.
func Topics() []Topic {
	var out []Topic
	for _, c := range listTyped() {
		out = append(out, Topic{c.Name, c.Summary, c.Example})
	}
	return out
}
