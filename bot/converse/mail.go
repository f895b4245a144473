package converse

import (
	"context"
	"strings"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/org"
)

var (
	// asksMail is a question for unread mail as a whole.
	asksMail = lazyregexp.New(`(?i)^\W*(?:(?:hey|hi|good morning|so|and)\b\W*)?(?:(?:(?:is there|do i have|have i got) )?(?:any )?(?:new |unread )?(?:mail|mails|email|emails|e-mail|e-mails)(?: today| for me)?|(?:show(?: me)? |what(?:'s|’s| is) (?:in )?)?my (?:new |unread )?(?:mail|mails|email|emails|inbox of mail)|(?:habe ich|gibt es) (?:neue |ungelesene )?(?:mails?|e-mails?))\W*$`)
	// asksLetter is a question for what somebody's mail says.
	asksLetter = lazyregexp.New(`(?i)^\W*(?:what does (.{1,80}?)['’]s? (?:new |last |latest )?(?:mail|email|e-mail) say|what did (.{1,80}?) (?:write|mail)(?: (?:to )?me)?|read (?:me )?(.{1,80}?)['’]s? (?:new |last |latest )?(?:mail|email|e-mail)|was schreibt (.{1,80}?)|was steht in der (?:mail|e-mail) von (.{1,80}?))\W*$`)
	// ordersAnswer is an order to answer somebody's mail.
	ordersAnswer = lazyregexp.New(`(?is)^\W*(?:please )?(?:(?:answer|reply to) (.{1,80}?)['’]s? (?:new |last |latest )?(?:mail|email|e-mail)|(?:answer|reply to) the (?:mail|email|e-mail) (?:of|from) ([^\s:,]{1,80})|(?:beantworte|antworte auf) die (?:mail|e-mail) von ([^\s:,]{1,80}))(?:[\s:,.–-]+(.*))?$`)
)

// lineOfMail returns the command that a message about mail stands for; empty for any other message.
func lineOfMail(text string) string {
	text = strings.TrimSpace(text)
	if m := ordersAnswer.FindStringSubmatch(text); m != nil {
		if who := oneWho(m[1 : len(m)-1]); who != "" {
			return strings.TrimSpace("draft " + who + " " + strings.TrimSpace(m[len(m)-1]))
		}
	}
	if m := asksLetter.FindStringSubmatch(text); m != nil {
		if who := oneWho(m[1:]); who != "" {
			return "mail " + who
		}
	}
	if asksMail.MatchString(text) {
		return "mail"
	}
	return ""
}

// oneWho returns the word that names somebody: of several words, which no command takes for one, it is the last, as of "Anna Berg".
func oneWho(groups []string) string {
	for _, g := range groups {
		if all := strings.Fields(g); len(all) > 0 && len(all) <= 3 {
			return strings.Trim(all[len(all)-1], `"“”'’<>`)
		}
	}
	return ""
}

// takeMail answers what is asked or ordered of mail by the command that does. Where there is no mailbox, or nobody of that name, it is a message like any other.
func (h *Handler) takeMail(ctx context.Context, x *exchange) (t org.Turn, done bool, err error) {
	m := x.message
	if m.Brings() || m.Explicit {
		return t, false, nil
	}
	line := lineOfMail(m.Text)
	if line == "" {
		return t, false, nil
	}
	r, err := h.Commands.Do(ctx, org.Command{Origin: m.Origin, Channel: m.Channel, Author: m.Author, Line: line})
	if err != nil || r.Refused {
		return t, false, err
	}
	class := org.Classification{Rules: []string{"about mail"}, Question: r.Fleeting != ""}
	t = org.Turn{Message: m.ID, Classification: class, Route: org.ActionResponse, Fleeting: r.Fleeting}
	if r.Fleeting == "" { // what a mail says is kept in no turn
		t.Reply, t.Card = r.Text, r.Card
	}
	return t, true, nil
}
