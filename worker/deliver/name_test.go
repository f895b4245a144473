package deliver

import (
	"strings"
	"testing"
)

// The name of a file reaches a document without what drives terminals or turns the
// direction of a text.
func TestANameIsShownAsItIsSeen(t *testing.T) {
	for _, s := range []Source{
		{URL: "file:a\x1b[31m\x1b]0;own\x07\u202eb.md", Title: "Kilns"},
		{URL: "file:a\x1b[31m\x1b]0;own\x07\u202eb.md"},
		{URL: "file:k.md", Title: "Kilns\x1b[2J\u200f"},
	} {
		if got := s.renderMarkdown(); strings.ContainsAny(got, "\x1b\x07\u202e\u200f") || !strings.Contains(got, ".md") && s.Title == "" {
			t.Errorf("%q is shown as %q", s.URL, got)
		}
	}
}
