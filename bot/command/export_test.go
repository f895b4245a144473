package command

import "github.com/frasier-cos/frasier/bot/syntax"

// AllSpecs describes every command, those of buttons too.
func AllSpecs() []syntax.Command {
	var out []syntax.Command
	for _, s := range specs() {
		out = append(out, s.Command)
	}
	return out
}

// Topic is one command as documents list it.
type Topic struct{ Name, Description, Example string }

// Topics lists the commands that a founder types.
func Topics() []Topic {
	var out []Topic
	for _, s := range specs() {
		if !s.button {
			out = append(out, Topic{s.Name, s.summary(), s.example})
		}
	}
	return out
}
