package safetext_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/frasier-cos/frasier/internal/safetext"
)

// TestNeutralTakesTheActingCharacters feeds what a hostile model or page may
// write to act on a chat or a terminal.
func TestNeutralTakesTheActingCharacters(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"mentions", "@everyone @here <@1> <@&2>", "@\u200beveryone @\u200bhere <\u200b@1> <\u200b@&2>"},
		{"escape sequences", "\x1b[31mred\x1b]0;title\a", "[31mred]0;title"},
		{"control characters of eight bits", "a\u009b31mb\u0085", "a31mb"},
		{"a mention behind hidden characters", "@\ufeffevery\u2060one", "@\u200beveryone"},
		{"direction", "\u202ereversed\u202c \u2066x\u2069", "reversed x"},
		{"tags", "a\U000e0041b", "ab"},
		{"carriage returns", "safe\rrm -rf\r\nnext", "safe\nrm -rf\nnext"},
		{"joiners stay", "👩\u200d💻 می\u200cخواهم", "👩\u200d💻 می\u200cخواهم"},
		{"layout stays", "a\tb\n", "a\tb\n"},
	} {
		if got := safetext.Neutral(c.in); got != c.want {
			t.Errorf("%s: Neutral(%q) = %q, want %q", c.name, c.in, got, c.want)
		}
	}
}

// TestNeutralTwice checks that a second pass changes nothing.
func TestNeutralTwice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := rapid.StringOf(rapid.SampledFrom([]rune("@<>!&evryonh \r\n\x1b\u200b\u2060\ufeff"))).Draw(t, "text")
		once := safetext.Neutral(in)
		if twice := safetext.Neutral(once); twice != once {
			t.Fatalf("Neutral twice of %q = %q, want %q", in, twice, once)
		}
	})
}
