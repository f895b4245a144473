package bot_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/bot"
	"github.com/frasier-cos/frasier/internal/extract"
	"github.com/frasier-cos/frasier/internal/org"
)

func TestAttach(t *testing.T) {
	raw := []byte("# Plan\r\n- one\u200b\r\n")
	a := bot.Attach("plan.md", "application/octet-stream", raw)
	sum := sha256.Sum256(raw)
	if a.SHA256 != hex.EncodeToString(sum[:]) || a.Size != int64(len(raw)) || string(a.Data) != string(raw) {
		t.Errorf("Attach: %+v; want the original bytes, their size and hash", a)
	}
	if a.Text != "# Plan\n- one\n" && a.Text != "# Plan\n- one" || !strings.Contains(a.Note, "1 invisible character") {
		t.Errorf("Attach: text %q, note %q; want it clean, and that said", a.Text, a.Note)
	}
	png := bot.Attach("plan.md", "text/markdown", []byte("\x89PNG\r\n\x1a\n0000"))
	if png.Text != "" || !strings.Contains(png.Note, "plan.md") || len(png.Data) == 0 {
		t.Errorf("Attach of a picture: %+v; want a note and the bytes kept", png)
	}
}

func TestLimit(t *testing.T) {
	text := strings.Repeat("x", extract.AttachmentBytesUsed)
	fits := bot.AttachmentBytesPerMessage / extract.AttachmentBytesUsed
	var files []org.Attachment
	for i := range fits + 1 {
		files = append(files, org.Attachment{Name: fmt.Sprintf("f%d.md", i), Text: text, Data: []byte("kept")})
	}
	files = append(files, org.Attachment{Name: "small.md", Text: ""})
	got := bot.Limit(files)
	for i, f := range got[:fits] {
		if f.Text == "" || f.Note != "" {
			t.Errorf("file %d of %d that fit: note %q; want it read", i, fits, f.Note)
		}
	}
	if f := got[fits]; f.Text != "" || string(f.Data) != "kept" || !strings.HasPrefix(f.Note, f.Name) {
		t.Errorf("the first that does not fit: %d bytes of text, note %q; want it kept unread and named", len(f.Text), f.Note)
	}
}
