package ask_test

import (
	"testing"

	"github.com/frasier-cos/frasier/bot/command/ask"
	"github.com/frasier-cos/frasier/internal/testing/nountest"
)

func TestWords(t *testing.T) {
	all := examples()
	nountest.Golden(t, all...)
	nountest.Marked(t, all...)
}

func examples() []nountest.Example {
	return []nountest.Example{
		{Name: "Asked", Message: ask.Asked("What did we decide?")},
	}
}
