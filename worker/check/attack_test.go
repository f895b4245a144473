package check_test

import (
	"testing"

	"github.com/frasier-cos/frasier/worker/check"
)

// TestStrikeLinks feeds links that no source names in the forms Markdown has.
func TestStrikeLinks(t *testing.T) {
	const known = "Read at https://www.mossback.example/prices/ and\nmail hello@quay.example about the letter"
	for _, c := range []struct {
		in, want string
		n        int
	}{
		{"no link at all", "no link at all", 0},
		{"[more](https://evil.example/x) rest", "more rest", 1},
		{"![pix](https://evil.example/p.gif)", "pix", 1},
		{"[click](javascript:alert(1))!", "click!", 1},
		{"[f](../../../../etc/passwd)", "f", 1},
		{"[d](data:text/html;base64,PHNj) x", "d x", 1},
		{"[t](<https://evil.example/a b> \"title\")", "t", 1},
		{"see <https://evil.example/auto>.", "see (link removed).", 1},
		{"see https://evil.example/raw, or www.evil.example.", "see (link removed), or (link removed).", 2},
		{"file:///etc/shadow", "(link removed)", 1},
		{"[r]: javascript:alert(1)\n", "\n", 1},
		{"https://mossback.example.evil.example/prices", "(link removed)", 1},
		{"https://ossback.example/prices", "(link removed)", 1},
		{"[Mossback](https://www.mossback.example/prices)", "[Mossback](https://www.mossback.example/prices)", 0},
		{"at http://mossback.example", "at http://mossback.example", 0},
		{"[us](mailto:hello@quay.example)", "[us](mailto:hello@quay.example)", 0},
		{"[above](#phase-1) `https://evil.example/code`", "[above](#phase-1) `https://evil.example/code`", 0},
		{"```\ncurl https://evil.example\n```\n", "```\ncurl https://evil.example\n```\n", 0},
		{"https://shop.example.com/buy", "https://shop.example.com/buy", 0},
		{"claim [S1:p2] and a [note]", "claim [S1:p2] and a [note]", 0},
	} {
		got, n := check.StrikeLinks(c.in, known)
		if got != c.want || n != c.n {
			t.Errorf("StrikeLinks(%q) = %q, %d; want %q, %d", c.in, got, n, c.want, c.n)
		}
	}
}

// TestDeeds holds the border between a claimed deed and what may be said.
func TestDeeds(t *testing.T) {
	for _, c := range []struct {
		text, context string
		want          int
	}{
		{"We have deployed the site to production and emailed the supplier.", "Set the price", 1},
		{"I've already contacted the three roasters.", "Set the price", 1},
		{"Next, we should contact the three roasters.", "Set the price", 0},
		{"We sent 1,180 questionnaires in May [S1:p2].", "Set the price", 0},
		{"> We launched in May and hired two people.", "Set the price", 0},
		{"We launched the shop in May.", "Note: we launched the shop in May.", 0},
		{"We have sent you the samples.", "Write an outreach email", 0},
	} {
		got := check.Deeds(check.ParseDraft(c.text), c.context)
		if len(got) != c.want {
			t.Errorf("Deeds(%q, %q) = %v, want %d defects", c.text, c.context, got, c.want)
		}
		for _, d := range got {
			if !d.Hard {
				t.Errorf("Deeds(%q) = %+v, want it hard", c.text, d)
			}
		}
	}
}
