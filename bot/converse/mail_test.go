package converse_test

import (
	"testing"

	"github.com/frasier-cos/frasier/bot/converse"
)

// Code answers what asks for mail and orders an answer to one, and nothing else.
func TestWhatIsAboutMail(t *testing.T) {
	for text, want := range map[string]string{
		"Any new mail?": "mail", "Do I have mail?": "mail", "Show me my unread mails": "mail", "Habe ich neue Mails?": "mail",
		"What does Anna's mail say?": "mail Anna", "what does Anna’s last email say": "mail Anna", "What did Anna Berg write me?": "mail Berg", "Was schreibt Anna?": "mail Anna", "Read me bo@example.org's mail": "mail bo@example.org",
		"Answer Anna's mail": "draft Anna", "Answer Anna's mail: Tuesday at ten suits me": "draft Anna Tuesday at ten suits me", "Please reply to the mail from anna@example.org, and say no": "draft anna@example.org and say no",
		"Beantworte die Mail von Anna: Dienstag passt": "draft Anna Dienstag passt",
		"Write a mail to all customers":                "", "What is in Anna's mailbox of ideas?": "", "Answer": "", "Find out what email marketing costs": "", "mail merge": "", "": "",
	} {
		if got := converse.LineOfMail(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
