package given_test

import (
	"slices"
	"testing"

	"github.com/frasier-cos/frasier/bot/command/given"
	"github.com/frasier-cos/frasier/internal/testing/nountest"
)

func TestWords(t *testing.T) {
	all := slices.Concat(projectCommandExamples(), converseExamples())
	nountest.Golden(t, all...)
	nountest.Marked(t, all...)
}

func projectCommandExamples() []nountest.Example {
	return []nountest.Example{
		{Name: "CommandGone", Message: given.CommandGone()},
	}
}

func converseExamples() []nountest.Example {
	return []nountest.Example{
		{Name: "ConfirmNothing", Message: given.ConfirmNothing()},
	}
}
