package bot

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/redact"
)

// Scrub takes secrets out of a message before it is stored: out of its words
// and out of its files. Of a file that holds one only the cleaned text is
// kept, and its note says so.
func Scrub(m org.Message) org.Message {
	m.Text, _ = redact.Secrets(m.Text)
	m.Attachments = slices.Clone(m.Attachments)
	for i := range m.Attachments {
		a := &m.Attachments[i]
		clean, kinds := redact.Secrets(a.Text)
		if len(kinds) == 0 {
			continue
		}
		sum := sha256.Sum256([]byte(clean))
		a.Text, a.Data, a.Size, a.SHA256 = clean, []byte(clean), int64(len(clean)), hex.EncodeToString(sum[:])
		a.Note = strings.TrimSpace(a.Note + " In " + a.Name + ": " + messages.SecretRemoved(kinds))
	}
	return m
}
