package corpus

import (
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Attach stores a file that came with a message, the n-th of it.
func Attach(t *sqldb.Tx, m org.MessageID, n int, a org.Attachment) error {
	sum := a.SHA256
	if a.Data != nil || sum == "" {
		var err error
		if sum, err = Blob(t, a.Data); err != nil {
			return err
		}
	}
	size := a.Size
	if size == 0 {
		size = int64(len(a.Data))
	}
	return t.Exec(`
		INSERT INTO attachments (message_id, n, name, content_type, size, sha256, body, note) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
		m, n, a.Name, a.ContentType, size, sum, a.Text, a.Note)
}
