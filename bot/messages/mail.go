package messages

import (
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/reports"
)

// MailNow says what unread mail there is, or what somebody's says.
func MailNow(f reports.MailFacts) string {
	const most = 20 // lines
	switch {
	case f.Failed != "":
		return "I can't read your mail: " + strings.TrimRight(wording.Plain(f.Failed), ".") + "."
	case f.Who == "":
		return wording.Mail(f.Post, most)
	case f.Letter.Address == "":
		return "That mail isn't there any more: `!mail` says what is."
	}
	return wording.Letter(f.Letter)
}
