package safetext_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/frasier-cos/frasier/internal/safetext"
)

func TestVisible(t *testing.T) {
	for _, c := range []struct {
		in, want string
		removed  int
	}{
		{"", "", 0},
		{"plain\ttext\n", "plain\ttext\n", 0},
		{"a\r\nb\rc", "a\nb\nc", 0},
		{"z\u200bero\ufeff", "zero", 2},
		{"\u202eback\u202c", "back", 2},
		{"a\U000E0041\U000E0042b", "ab", 2},
		{"soft\u00adhyphen", "softhyphen", 1},
		{"bell\a and \x1b[0m", "bell and [0m", 2},
		{"👩\u200d💻 and a\u200db", "👩\u200d💻 and ab", 1},
		{"e\u0301\u0301\u0301\u0301\u0301", "e\u0301\u0301\u0301\u0301", 1},
		{"@everyone", "@\u200beveryone", 0},
		{"bad \xff byte", "bad \uFFFD byte", 0},
	} {
		if got, n := safetext.Visible(c.in); got != c.want || n != c.removed {
			t.Errorf("Visible(%q): got %q, %d; want %q, %d", c.in, got, n, c.want, c.removed)
		}
	}
}

func TestVisibleKeepsWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		got, n := safetext.Visible(text)
		if !utf8.ValidString(got) || n < 0 || strings.ContainsAny(got, "\u202e\u2066\x00\x1b") {
			t.Fatalf("Visible(%q): got %q, %d", text, got, n)
		}
		plain := strings.Map(func(r rune) rune {
			if r >= 'a' && r <= 'z' {
				return r
			}
			return -1
		}, text)
		kept := strings.Map(func(r rune) rune {
			if r >= 'a' && r <= 'z' {
				return r
			}
			return -1
		}, got)
		if plain != kept {
			t.Fatalf("Visible(%q): the letters %q became %q", text, plain, kept)
		}
	})
}
