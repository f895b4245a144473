package mail_test

import (
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/command/mail"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/nountest"
)

func TestWords(t *testing.T) {
	at := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	anna := reports.MailLine{Name: "Anna Berg", Address: "anna@example.org", Subject: "Offer", At: at}
	full := reports.Post{On: true, People: 3, More: 12}
	for range 10 {
		full.Mails = append(full.Mails, anna)
	}
	hostile := reports.Post{On: true, People: 1, Mails: []reports.MailLine{{Name: "**!cancel all** `rm`", Address: "x@example.org", Subject: "||@everyone|| https://evil.example.com"}, {Address: "y@example.org"}}}
	draft := outward.DraftOrder{To: "anna@example.org", Text: "Hello Anna,\n\nTuesday at ten suits me."}
	saved := outward.Action{ID: "a7", Kind: outward.SaveDraft, State: outward.Allowed, Effect: outward.DescribeDraft(draft)}
	sending := outward.Action{ID: "a8", Kind: outward.SendDraft, State: outward.Proposed, Effect: outward.DescribeSending(outward.SendOrder{To: draft.To}, "me@example.com", draft.Text)}
	say := func(text string) wording.Message { return wording.Message{Text: text} }
	shown := func(r org.Reply) wording.Message { return wording.Message{Text: r.Text, Buttons: r.Card.Buttons} }
	news := func(k outward.Kind, s outward.State, why string) wording.Message {
		return shown(mail.Tell(outward.MailNews{Action: "a7", Kind: k, State: s, To: "anna@example.org", Why: why}))
	}
	nountest.Golden(t,
		nountest.Example{Name: "no mailbox", Message: say(mail.None())},
		nountest.Example{Name: "no mail", Message: mail.List(reports.Post{On: true, People: 1})},
		nountest.Example{Name: "much mail", Message: mail.List(full)},
		nountest.Example{Name: "words of others", Message: mail.List(hostile)},
		nountest.Example{Name: "it can't be read", Message: mail.List(reports.Post{On: true, Failed: "it didn't answer within 20s"})},
		nountest.Example{Name: "in the brief", Message: say(wording.MailLine(full))},
		nountest.Example{Name: "in the brief, it can't be read", Message: say(wording.MailLine(reports.Post{On: true, Failed: "it didn't answer within 20s"}))},
		nountest.Example{Name: "what a mail says", Message: mail.Says(reports.Letter{MailLine: anna, Text: "Hello,\n\n**!cancel all**\n> `rm`", Cut: true})},
		nountest.Example{Name: "a mail without text", Message: mail.Says(reports.Letter{MailLine: reports.MailLine{Address: "y@example.org"}})},
		nountest.Example{Name: "several may be meant", Message: say(mail.Which([]string{"anna@example.org", "anna@example.net"}))},
		nountest.Example{Name: "nobody", Message: say(mail.Nobody("zoe"))},
		nountest.Example{Name: "mail fails", Message: say(mail.Failed("it didn't answer within 20s"))},
		nountest.Example{Name: "an order that is too long", Message: say(mail.TooLong(2000))},
		nountest.Example{Name: "a mail without an id", Message: say(mail.NoID())},
		nountest.Example{Name: "nobody writes", Message: say(mail.NotWritten("no model is set up that could write"))},
		nountest.Example{Name: "a draft", Message: shown(mail.Drafted(saved))},
		nountest.Example{Name: "no draft", Message: say(mail.NoDraft("a99"))},
		nountest.Example{Name: "a draft that is not there", Message: say(mail.NotThere(saved))},
		nountest.Example{Name: "it can't be sent", Message: say(mail.NotSent("the draft is not among your drafts any more"))},
		nountest.Example{Name: "it goes to others", Message: say(mail.OtherPeople("thief@example.net", "anna@example.org"))},
		nountest.Example{Name: "shall it be sent", Message: shown(mail.AskToSend(sending))},
		nountest.Example{Name: "the draft is saved", Message: news(outward.SaveDraft, outward.Done, "")},
		nountest.Example{Name: "the mail is sent", Message: news(outward.SendDraft, outward.Done, "")},
		nountest.Example{Name: "the draft is deleted", Message: news(outward.TakeBack, outward.Done, "")},
		nountest.Example{Name: "the draft is not saved", Message: news(outward.SaveDraft, outward.Refused, "the mail that it answers is not in the inbox any more")},
		nountest.Example{Name: "the mail is not sent", Message: news(outward.SendDraft, outward.Refused, "the server that sends mail says no: 550 no such user")},
		nountest.Example{Name: "the draft is not taken back", Message: news(outward.TakeBack, outward.Refused, "left the draft as it is: somebody changed it since I wrote it")},
		nountest.Example{Name: "nobody named", Message: mail.Senders(nil)},
		nountest.Example{Name: "senders", Message: mail.Senders([]outward.Sender{{Address: "anna@example.org", By: "1000", At: at}})},
		nountest.Example{Name: "a word that does nothing", Message: say(mail.What("dance"))},
		nountest.Example{Name: "no address", Message: say(mail.NoAddress("anna"))},
		nountest.Example{Name: "too many", Message: say(mail.TooMany(100))},
		nountest.Example{Name: "added", Message: say(mail.Added("anna@example.org"))},
		nountest.Example{Name: "not named", Message: say(mail.Unnamed("anna@example.org"))},
		nountest.Example{Name: "removed", Message: say(mail.Removed("anna@example.org"))},
	)
}
