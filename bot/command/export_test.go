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
