package help_test

import (
	"testing"

	"github.com/frasier-cos/frasier/bot/command/help"
	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/testing/nountest"
)

func TestWords(t *testing.T) {
	all := examples()
	nountest.Golden(t, all...)
	nountest.Marked(t, all...)
}

func examples() []nountest.Example {
	budget := noun.Command{Name: "budget", Summary: "limits on spending: list them, or set one", Example: "budget day 5", Aliases: []string{"cap"}, Options: []syntax.Option{{Name: "amount", Description: "dollars, like 5 or 0.50; off takes it away"}}}
	return []nountest.Example{
		{Name: "Help", Message: help.Help([]noun.Command{budget})},
		{Name: "HelpOn", Message: help.On(budget)},
	}
}
