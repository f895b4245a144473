package org

import (
	"context"
	"strings"
	"time"
)

// Card holds the parts of a message that a chat shows beside a delivery's text. An adapter without
// buttons or pictures leaves them away: the text alone must be enough. The zero value is a plain
// message from the chief.
type Card struct {
	// As is the agent in whose name this is said; empty means the chief.
	As string `json:"as,omitempty"`
	// Silent asks for no notification at all.
	Silent bool `json:"silent,omitempty"`
	// Ping asks the chat adapter to notify the addressed founder by name.
	Ping bool `json:"ping,omitempty"`
	// Private shows a command's reply to the one who asked only.
	Private bool `json:"private,omitempty"`
	// Slot names a message that is edited in place: a later delivery of the
	// same project and slot replaces the text of the earlier one.
	Slot string `json:"slot,omitempty"`
	// Edit only changes the message of the Slot: where there is none, nothing is said.
	Edit bool `json:"edit,omitempty"`
	// Refers are the keys of earlier deliveries that this one is about, such
	// as a step's rejections. A claimed delivery has their receipts instead,
	// without those that were not sent, for a chat adapter that can link to them.
	Refers []string `json:"refers,omitempty"`
	// Tag names the state of the project, as the tags of a forum name it, for a chat that can show
	// it beside the thread's name; empty when it is about no project.
	Tag string `json:"tag,omitempty"`
	// Buttons stand under the text, five in a row.
	Buttons []Button `json:"buttons,omitempty"`
	// Menu is one choice among many, under the buttons; nil for none.
	Menu *Menu `json:"menu,omitempty"`
}

// ButtonLine bounds the command behind a button, in bytes: Discord takes
// 100 characters of id, of which the marks of a button take some.
const ButtonLine = 90

// Button is one button. Pressing it gives its Command, as if the founder had
// typed it.
type Button struct {
	Label string `json:"label"` // at most 38 characters are seen on a phone
	// Command is a line of the command language without its "!", at most 90
	// bytes. A button with a URL has none.
	Command string `json:"command,omitempty"`
	// Ask is the question of a form that opens first; what is written there
	// is appended to Command after a space. Empty: no form.
	Ask   string `json:"ask,omitempty"`
	URL   string `json:"url,omitempty"`
	Style Style  `json:"style,omitempty"`
	// Row begins a new row with this button.
	Row bool `json:"row,omitempty"`
}

// Style is the look of a button.
type Style string

// The styles of buttons. The zero value is the quiet one.
const (
	StyleQuiet   Style = ""
	StylePrimary Style = "primary"
	StyleGood    Style = "good"
	StyleDanger  Style = "danger"
)

// Menu is a list to choose one entry from; the choice is appended to Command
// after a space.
type Menu struct {
	Label   string   `json:"label"`
	Command string   `json:"command"`
	Choices []Choice `json:"choices"` // 25 at most
}

// Choice is one entry of a menu or of autocompletion.
type Choice struct {
	Label string `json:"label"`
	Value string `json:"value"`
}

// Command is one command of a founder, from a "!" line, a slash command, a
// button or a menu: all four come as the same line.
type Command struct {
	// Origin is the transport's id of what carried the command, unique in
	// Channel, so that a command delivered twice acts once.
	Origin  string
	Channel Channel
	Author  string
	Line    string // without "!" or "/"
	// Message is the text of the message that a context-menu command was
	// used on; empty for all others.
	Message     string
	Attachments []Attachment
	// Fixed has another line under the same origin refused with ErrConflict: who
	// chooses his origins himself may have used one twice.
	Fixed bool
	// Shown says that all in the channel read its answer, as that of a typed command.
	Shown bool
}

type answeredIn struct{}

// AnsweredIn marks what is done for a command whose answer all in a channel read.
func AnsweredIn(ctx context.Context, c Channel) context.Context {
	return context.WithValue(ctx, answeredIn{}, c)
}

// AnswerPlace returns the channel in which all read that something was done, if a command did it
// and is answered so; its events carry it under ToldIn.
func AnswerPlace(ctx context.Context) (Channel, bool) {
	c, ok := ctx.Value(answeredIn{}).(Channel)
	return c, ok
}

// ToldIn is the datum of an event that names the channel in which a command's answer tells of it.
const ToldIn = "told_in"

// SureMark in the line of a button carries out what the command asked about first.
const SureMark = "sure=yes"

// SaidMark follows the id of a command in the id of the message that it stands for,
// since the command may be a message itself.
const SaidMark = "-said"

// Begun describes a command when it is carried out.
type Begun struct {
	// Since is the time at which it was begun before, by a process that died before it
	// could answer; zero when it is begun now.
	Since time.Time
	Done  bool // it was answered, with Reply
	Reply Reply
	Line  string // what was carried out under this origin before; empty when it is begun now
}

// Reply is the immediate answer to a command.
type Reply struct {
	Text  string // markdown
	Card  Card
	Files []File // with Data
	// Refused says that nothing was done because of what was asked. It is not kept:
	// a command that comes again is answered without it.
	Refused bool
	// Acted says that the command is one that changes something, so that asking for
	// the same again would do it twice. It is not kept either.
	Acted bool
	// Fleeting says that its words are kept nowhere: where they are said later, they are made anew. It is not kept either.
	Fleeting Fleeting
	Day      string // that Fleeting words are about, as "2026-03-02"; empty for the day on which they are said
}

// Fleeting says what words are about that are kept nowhere; empty for words that are.
type Fleeting string

// FleetingMeetings are words of what stands in calendars.
const FleetingMeetings Fleeting = "meetings"

const fleetingMail = "mail:"

// MailOf are words of somebody's mail, or of all that is unread where who is empty.
func MailOf(who string) Fleeting { return Fleeting(fleetingMail + who) }

// Mail returns whose mail it is; ok is false where it is about something else.
func (f Fleeting) Mail() (who string, ok bool) { return strings.CutPrefix(string(f), fleetingMail) }
