package converse

import (
	"strings"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
)

// withFiles adds a line for each file that came with a message: what was read
// of it, what was not and why, and whether it was there before.
func withFiles(reply string, files []org.Attachment) string {
	parts := []string{strings.TrimSpace(reply)}
	for _, f := range files {
		if line := messages.ChatFile(f); line != "" {
			parts = append(parts, line)
		}
	}
	return strings.TrimSpace(strings.Join(parts, "\n\n"))
}
