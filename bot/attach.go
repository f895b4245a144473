package bot

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/extract"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/safetext"
)

// Attach reads one file that came with a message: its text as far as it can
// be read, and a sentence about what could not. Pictures and recordings are left
// to a worker; what stands in a picture orders nothing, whoever sent it.
func Attach(name, contentType string, raw []byte) org.Attachment {
	name = safetext.FileName(name)
	sum := sha256.Sum256(raw)
	a := org.Attachment{
		Name: name, ContentType: contentType, Size: int64(len(raw)), SHA256: hex.EncodeToString(sum[:]), Data: raw,
	}
	if sense, media := extract.Sense(name, contentType, raw); sense != "" {
		a.Sense, a.ContentType = org.Sense(sense), media
		if a.Sense == org.SensePicture {
			a = a.AsQuoted()
		}
		return a
	}
	got, err := extract.Text(name, contentType, raw)
	if err != nil {
		a.Note = err.Error()
		return a
	}
	a.Text = got.Text
	a.Note = strings.Join(got.Notes, " ")
	return a
}

// Limit keeps the text of a message's attachments within
// AttachmentBytesPerMessage and its pictures and recordings within PicturesPerMessage and
// SoundsPerMessage: what comes after is kept as bytes and named.
func Limit(files []org.Attachment) []org.Attachment {
	left := AttachmentBytesPerMessage
	most, seen := map[org.Sense]int{org.SensePicture: PicturesPerMessage, org.SenseSound: SoundsPerMessage}, map[org.Sense]int{}
	for i := range files {
		if s := files[i].Sense; s != "" {
			if seen[s]++; seen[s] > most[s] {
				files[i].Sense, files[i].Note = "", messages.ChatTooMany(files[i].Name, s, most[s])
			}
			continue
		}
		if len(files[i].Text) > left {
			files[i].Text = ""
			files[i].Note = files[i].Name + " was not read: the files of one message hold more text than I take at once. Send it by itself."
			continue
		}
		left -= len(files[i].Text)
	}
	return files
}
