package wording

import (
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
)

// Message is a text with what a chat shows beside it. The zero value says
// nothing.
type Message struct {
	Text string // Markdown, three to six lines
	// More is Markdown that is shown after a press on "More", or with an
	// option in a terminal; empty when Text is all there is.
	More    string
	Buttons []org.Button
	Menu    *org.Menu
}

// Reply is the message as a command answers it, without its details.
func (m Message) Reply() org.Reply {
	return org.Reply{Text: m.Text, Card: org.Card{Buttons: m.Buttons, Menu: m.Menu}}
}

// Page is one page of the message, from 1, as a command answers it. The text is
// the first page, More fills those after it; a page past the end is the last
// one. Again is the command that shows the message, without its page.
func (m Message) Page(again string, page int) org.Reply {
	pages := SplitPages(m.More)
	if len(pages) == 1 && pages[0] == strings.TrimSpace(m.Text) { // the details of little are the little itself
		pages = nil
	}
	if m.Text != "" {
		pages = append([]string{m.Text}, pages...)
	}
	if len(pages) == 0 {
		return org.Reply{Card: org.Card{Buttons: m.Buttons, Menu: m.Menu}}
	}
	page = min(max(1, page), len(pages))
	r := org.Reply{Text: pages[page-1], Card: org.Card{Buttons: m.Buttons, Menu: m.Menu}}
	if m.Text != "" && page > 1 { // what can be done stands on the first page
		r.Card = org.Card{}
	}
	Turn(&r, again, page, len(pages))
	return r
}
