package prose_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/prose"
)

func TestShortening(t *testing.T) {
	for _, c := range []struct{ what, got, want string }{
		{"one line", prose.OneLine(" a\n\tb \u00a0c "), "a b c"},
		{"first of fewer", prose.First("größe", 5), "größe"},
		{"first", prose.First("größe", 4), "größ"},
		{"first of none", prose.First("größe", 0), ""},
		{"first of broken text", prose.First("a\xffbc", 2), "a\uFFFD"},
		{"bytes of fewer", prose.FirstBytes("größe", 7), "größe"},
		{"bytes within a character", prose.FirstBytes("größe", 3), "gr"},
		{"bytes behind a character", prose.FirstBytes("größe", 4), "grö"},
		{"bytes of a broken text", prose.FirstBytes("\x80\x80\x80", 2), ""},
		{"words that fit", prose.FirstWords("sell more oats", 14), "sell more oats"},
		{"words", prose.FirstWords("sell more oats", 12), "sell more"},
		{"words over lines", prose.FirstWords("sell more\noats", 12), "sell more"},
		{"words of which the first is long", prose.FirstWords("a farmaddress.example", 12), "a farmaddres"},
		{"words of broken text", prose.FirstWords("abc\xffde", 4), "abc\uFFFD"},
		{"clip that fits", prose.Clip("größe", 5, "..."), "größe"},
		{"clip", prose.Clip("größe", 4, "..."), "größ..."},
	} {
		if c.got != c.want {
			t.Errorf("%s is %q, want %q", c.what, c.got, c.want)
		}
	}
}

func TestNearest(t *testing.T) {
	list := []string{"cancel", "costs", "status", "starts"}
	for _, c := range []struct {
		word, want string
		edits      int
	}{
		{"stauts", "status", 1}, // a swap is one edit
		{"cansel", "cancel", 1},
		{"cost", "costs", 0}, // the beginning of a name is meant so
		{"co", "costs", 3},
		{"", "costs", 5},
	} {
		if got, n := prose.FindNearest(c.word, list); got != c.want || n != c.edits {
			t.Errorf("%q is nearest to %q by %d, want %q by %d", c.word, got, n, c.want, c.edits)
		}
	}
	if got, _ := prose.FindNearest("any", nil); got != "" {
		t.Errorf("of none the nearest is %q", got)
	}
}
