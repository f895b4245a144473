package remote_test

import (
	"testing"

	"github.com/frasier-cos/frasier/bot/command/remote"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/testing/nountest"
)

func TestWords(t *testing.T) {
	say := func(text string) wording.Message { return wording.Message{Text: text} }
	nountest.Golden(t,
		nountest.Example{Name: "Over", Message: say(remote.Over("s12"))},
		nountest.Example{Name: "Other", Message: say(remote.Other("s12"))},
		nountest.Example{Name: "KeyUsed", Message: say(remote.KeyUsed("monday-1"))},
		nountest.Example{Name: "Incomplete", Message: say(remote.Incomplete(100))},
		nountest.Example{Name: "TooLong", Message: say(remote.TooLong(1000))},
	)
}
