package research_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/research"
)

func TestPassagesAreBytesOfTheirDocument(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOfN(rapid.SampledFrom([]string{
			"A short sentence.", " ", "\n", "\n\n", "# Heading\n", "- an item\n", "Dr. Smith paid 14.5 % of $2.3 million! ", "Größe? ", "日本語の文です。",
			strings.Repeat("word ", 80), strings.Repeat("x", 1200), "| a | b |\n", "\xff",
		}), 0, 60).Draw(t, "parts")
		text := strings.Join(parts, "")
		end := 0
		for i, p := range research.Passages(work.Document{Text: text}, 3) {
			if text[p.Start:p.End] != p.Text || p.Start < end || strings.TrimSpace(p.Text) != p.Text || p.Text == "" {
				t.Fatalf("passage %d = %d..%d %q of %q, after %d", i, p.Start, p.End, p.Text, text, end)
			}
			if n := utf8.RuneCountInString(p.Text); n > 960 {
				t.Fatalf("passage %d has %d characters", i, n)
			}
			end = p.End
		}
	})
}

func TestPassagesLoseNothing(t *testing.T) {
	text := strings.Repeat("The first paragraph says that Mr. Fox of the U.S. paid 3.5 dollars. It was cheap! Was it? Yes.\n\n# A heading\n\n- one item\n- another item\n\n", 20)
	var joined strings.Builder
	list := research.Passages(work.Document{Text: text}, 1)
	for _, p := range list {
		joined.WriteString(p.Text + " ")
		if strings.HasSuffix(p.Text, "Mr.") || strings.HasSuffix(p.Text, "3.") {
			t.Errorf("passage %s ends inside a sentence: %q", p.ID, p.Text)
		}
	}
	if got, want := strings.Fields(joined.String()), strings.Fields(text); strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("passages hold %d words, want %d", len(got), len(want))
	}
	if list[0].ID != "S1:p1" || list[1].ID != "S1:p2" {
		t.Errorf("ids = %s, %s; want S1:p1, S1:p2", list[0].ID, list[1].ID)
	}
}
