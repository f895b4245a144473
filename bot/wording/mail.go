package wording

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/reports"
)

const (
	subjectLetters = 60
	nameLetters    = 40
)

// Mail lists unread mail, so many lines at most.
func Mail(p reports.Post, most int) string {
	if p.Failed != "" {
		return "I can't read your mail: " + strings.TrimRight(Plain(p.Failed), ".") + "."
	}
	if len(p.Mails)+p.More == 0 {
		return fmt.Sprintf("No unread mail of %s whom you wrote to within 90 days or named.", CountOf(p.People, "person", "people"))
	}
	lines := []string{fmt.Sprintf("%s of people whom you know:", CountOf(len(p.Mails)+p.More, "unread mail", "unread mails"))}
	lines = append(lines, listMails(p.Mails[:min(most, len(p.Mails))])...)
	if p.More > 0 {
		lines = append(lines, fmt.Sprintf("Of %s the heads are not read yet: I read up to 200 in 15 minutes, the newest first.", CountOf(p.More, "more", "more")))
	}
	return strings.Join(lines, "\n")
}

// MailRest says what Mail leaves out.
func MailRest(p reports.Post, most int) string {
	return strings.Join(listMails(p.Mails[min(most, len(p.Mails)):]), "\n")
}

func listMails(all []reports.MailLine) []string {
	var out []string
	for _, m := range all {
		line := fmt.Sprintf("- %s: %s", nameSender(m), nameSubject(m))
		if !m.At.IsZero() {
			line += ", " + moment.Mark(m.At, moment.Minute)
		}
		out = append(out, line)
	}
	return out
}

// nameSender names who wrote a mail by the address as well: a name says nothing about who that is.
func nameSender(m reports.MailLine) string {
	name := ShortenLine(Plain(m.Name), nameLetters)
	if name == "" {
		return Plain(m.Address)
	}
	return name + " (" + Plain(m.Address) + ")"
}

func nameSubject(m reports.MailLine) string {
	if s := ShortenLine(Plain(m.Subject), subjectLetters); s != "" {
		return "“" + s + "”"
	}
	return "without a subject"
}

// MailLine is unread mail in one line; empty for none.
func MailLine(p reports.Post) string {
	const most = 3
	if p.Failed != "" {
		return "your mail can't be read: `!mail`"
	}
	var parts []string
	for _, m := range p.Mails[:min(most, len(p.Mails))] {
		name := ShortenLine(Plain(m.Name), nameLetters)
		if name == "" {
			name = Plain(m.Address)
		}
		parts = append(parts, name+" "+nameSubject(m))
	}
	text := strings.Join(parts, ", ")
	if n := len(p.Mails) - len(parts) + p.More; n > 0 && text != "" {
		text += fmt.Sprintf(", and %d more: `!mail`", n)
	}
	return text
}

// Letter shows what a mail says, as a quotation of somebody else.
func Letter(l reports.Letter) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s wrote %s", nameSender(l.MailLine), nameSubject(l.MailLine))
	if !l.At.IsZero() {
		b.WriteString(", " + moment.Mark(l.At, moment.Minute))
	}
	b.WriteString(":\n")
	lines := 0
	for _, line := range strings.Split(l.Text, "\n") {
		if line = Plain(line); line != "" {
			b.WriteString("> " + line + "\n")
			lines++
		}
	}
	switch {
	case lines == 0:
		b.WriteString("There is no text in it that I can read.")
	case l.Cut:
		b.WriteString("That is its beginning; the rest stands in your mailbox.")
	}
	return strings.TrimSpace(b.String())
}
