package reports

import "time"

// MailLine is the head of one mail. It is kept nowhere.
type MailLine struct {
	Name    string // of who wrote it, as the mail says
	Address string
	Subject string
	At      time.Time
}

// Post is unread mail of people whom a founder wrote to or named.
type Post struct {
	On     bool // a mailbox is connected
	People int  // whose mail is looked for
	Mails  []MailLine
	More   int    // mails whose heads are not read
	Failed string // why nothing is known; empty when it is
}

// Letter is the newest mail of somebody, with what it says. It is kept nowhere.
type Letter struct {
	MailLine

	ID     string // of the mail, for an answer
	Text   string // the beginning
	Cut    bool   // there is more
	Unread bool
	Others []string // other people who may be meant, when it is not clear who is; then there is no mail
}

// MailFacts tell of unread mail, or of somebody's newest mail. What that says is read when it is told.
type MailFacts struct {
	Who    string `json:"who,omitempty"` // as the founder said it; empty for all that is unread
	Post   Post   `json:"-"`
	Letter Letter `json:"-"`
	Failed string `json:"-"` // why it can't be read
}
