package converse

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/roadmap"
)

// withFiles adds a line for each file that came with a message: what was read
// of it, what was not and why, and whether it was there before.
func withFiles(reply string, files []org.Attachment) string {
	var b strings.Builder
	b.WriteString(strings.TrimSpace(reply))
	for _, f := range files {
		if line := fileLine(f); line != "" {
			b.WriteString("\n\n" + line)
		}
	}
	return strings.TrimSpace(b.String())
}

// fileLine is one file's line. A file that came without its bytes has only its
// note.
func fileLine(f org.Attachment) string {
	var parts []string
	if f.Text != "" {
		parts = append(parts, fmt.Sprintf("Read %s: %s.", f.Name, measured(f.Text)))
	}
	if f.Note != "" {
		parts = append(parts, f.Note)
	}
	if f.Started != "" {
		parts = append(parts, fmt.Sprintf("I had the same file on %s; it became %s.", f.Before.UTC().Format("2 Jan"), f.Started))
	} else if !f.Before.IsZero() {
		parts = append(parts, fmt.Sprintf("I had the same file on %s.", f.Before.UTC().Format("2 Jan")))
	}
	return strings.Join(parts, " ")
}

// measured is how much there is in a text.
func measured(text string) string {
	headings, items := roadmap.Counts(text)
	parts := []string{org.Count(utf8.RuneCountInString(text), "character")}
	if headings > 0 {
		parts = append(parts, org.Count(headings, "heading"))
	}
	if items > 0 {
		parts = append(parts, org.Count(items, "item"))
	}
	return strings.Join(parts, ", ")
}
