package bundle_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/bundle"
)

// Folders have names in any alphabet that a file system holds; pages of the site keep the addresses that were handed on.
func TestNamesInAnyAlphabet(t *testing.T) {
	for title, want := range map[string][2]string{
		"Launch in Spain!":      {"p1-launch-in-spain", "p1-launch-in-spain"},
		"Café-Plan":             {"p1-café-plan", "p1-caf-plan"},
		"Cafe\u0301-Plan":       {"p1-café-plan", "p1-cafe-plan"},
		"Запуск магазину":       {"p1-запуск-магазину", "p1"},
		"השקת React באתר":       {"p1-השקת-react-באתר", "p1-react"},
		"新サイト公開":                {"p1-新サイト公開", "p1"},
		"카페 열기":                 {"p1-카페-열기", "p1"},
		"दुकान खोलना":           {"p1-दुकान-खोलना", "p1"},
		"ร้านกาแฟ":              {"p1-ร้านกาแฟ", "p1"},
		"../../etc/passwd\x00":  {"p1-etc-passwd", "p1-etc-passwd"},
		"\u202e\u202e..\\con?*": {"p1-con", "p1-con"},
		"🚀":                     {"p1", "p1"},
		"":                      {"p1", "p1"},
	} {
		if got := [2]string{bundle.Folder("p1", title), bundle.Page("p1", title)}; got != want {
			t.Errorf("%q: got %q, want %q", title, got, want)
		}
	}
	for _, letter := range []string{"長", "a", "é", "🙂", "न\u0940"} {
		got := bundle.Folder("p1", strings.Repeat(letter, 500))
		if len(got) > 200 || !utf8.ValidString(got) {
			t.Errorf("%q: a name of %d bytes", letter, len(got))
		}
	}
}
