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
	film := bot.Attach("plan.md", "text/markdown", []byte("\x00\x00\x00\x18ftypisom0000"))
	if film.Text != "" || !strings.Contains(film.Note, "plan.md") || len(film.Data) == 0 || film.Sense != "" {
		t.Errorf("Attach of a film: %+v; want a note and the bytes kept", film)
	}
}

// Pictures and recordings are left to a worker, whatever their names say; a picture orders nothing.
func TestAttachSenses(t *testing.T) {
	for name, c := range map[string]struct {
		media, raw string
		want       org.Sense
		as         string
	}{
		"shot.png":    {"image/png", "\x89PNG\r\n\x1a\n0000", org.SensePicture, "image/png; matter=quoted"},
		"plan.md":     {"text/markdown", "\xff\xd8\xff\xe0000", org.SensePicture, "image/jpeg; matter=quoted"},
		"a.webp":      {"", "RIFF0000WEBPVP8 ", org.SensePicture, "image/webp; matter=quoted"},
		"IMG_1.HEIC":  {"", "\x00\x00\x00\x18ftypheic0000", org.SensePicture, "image/heic; matter=quoted"},
		"voice.ogg":   {"audio/ogg", "OggS0000", org.SenseSound, "audio/ogg"},
		"memo.m4a":    {"", "\x00\x00\x00\x18ftypM4A 0000", org.SenseSound, "audio/mp4"},
		"memo2.m4a":   {"", "\x00\x00\x00\x18ftypmp420000", org.SenseSound, "audio/mp4"},
		"film.mp4":    {"video/mp4", "\x00\x00\x00\x18ftypmp420000", "", "video/mp4"},
		"picture.avi": {"", "\x00\x00\x00\x18ftypavif0000", "", ""},
		"song.mp3":    {"", "\xff\xfb\x90\x00", org.SenseSound, "audio/mpeg"},
		"song.wav":    {"", "RIFF0000WAVEfmt ", org.SenseSound, "audio/wav"},
	} {
		a := bot.Attach(name, c.media, []byte(c.raw))
		if a.Sense != c.want || a.ContentType != c.as || a.Text != "" || (a.Note == "") != (c.want != "") || a.Quoted() != (c.want == org.SensePicture) {
			t.Errorf("%s: %+v", name, a)
		}
	}
	var many []org.Attachment
	for range bot.PicturesPerMessage + 2 {
		many = append(many, bot.Attach("a.png", "", []byte("\x89PNG\r\n\x1a\n0000")))
	}
	got := bot.Limit(many)
	if got[9].Sense == "" || got[10].Sense != "" || !strings.Contains(got[10].Note, "10 pictures") || len(got[11].Data) == 0 {
		t.Errorf("the tenth %+v, the eleventh %+v", got[9], got[10])
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
