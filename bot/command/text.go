package command

import (
	"github.com/frasier-cos/frasier/bot/wording"
)

// clip shortens a text to so many characters.
func clip(s string, most int) string { return wording.Clip(s, most) }

// tame makes one plain line of a text that others wrote.
func tame(s string) string { return wording.Plain(s) }
