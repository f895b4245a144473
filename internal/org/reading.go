package org

import (
	"strings"
	"time"
)

// Sense is the way in which a file is taken in that is no text.
type Sense string

// The senses.
const (
	SensePicture Sense = "picture"
	SenseSound   Sense = "sound"
)

// Reading is one file of a message that a worker looks at or listens to.
type Reading struct {
	Message     MessageID
	N           int // of the attachment
	Sense       Sense
	Name        string
	ContentType string
	Data        []byte
	Words       string // the message's own
	Tries       int    // claims of it before that did not end in an orderly way
	Late        bool   // its message is answered without it if it is not done now
	Before      *Read  // of the same bytes; nil: nothing was
}

// Read is the outcome of reading a file that came before.
type Read struct {
	Name, Text, Note string
	Words            string // the message's that it came with
}

// Quoted reports whether it is matter of others.
func (r Reading) Quoted() bool { return Attachment{ContentType: r.ContentType}.Quoted() }

// The words of such a recording became the message's own.
const heardMark = "; matter=heard"

// Heard reports whether the words of a recording are the founder's, and stand in his message.
func (a Attachment) Heard() bool { return strings.HasSuffix(a.ContentType, heardMark) }

// HeardType is the content type of such a recording.
func HeardType(contentType string) string {
	return strings.TrimSuffix(contentType, heardMark) + heardMark
}

// Spoken reports whether an attachment is a recording.
func (a Attachment) Spoken() bool { return strings.HasPrefix(a.ContentType, "audio/") }

// What bounds the reading of files that came with a message.
const (
	// ReadingPatience bounds how long a message waits for a worker to begin with its files.
	ReadingPatience = 2 * time.Minute
	// ReadingTries bounds how often workers may die over one file.
	ReadingTries = 3
)

// The name of who read a picture follows.
const readFrom = "Read from the picture by "

// SeenText is the text of a picture: who read it, and what was read.
func SeenText(by, what string) string { return readFrom + by + ".\n\n" + what }

// SeenBy names who read what stands in a picture; false for any other file.
func (a Attachment) SeenBy() (string, bool) {
	head, _, _ := strings.Cut(a.Text, "\n")
	by, is := strings.CutPrefix(head, readFrom)
	return strings.TrimSuffix(by, "."), is && strings.HasPrefix(a.ContentType, "image/")
}

// The line of a picture's text that says what it is begins so.
const seenWhat = "What it is: "

// SeenWhat returns the line of a picture's text that says what it is.
func SeenWhat(kind, shows string) string { return seenWhat + strings.TrimSpace(kind+". "+shows) }

// Shown returns what a picture shows, in a line; empty for any other file.
func (a Attachment) Shown() string {
	if _, is := a.SeenBy(); !is {
		return ""
	}
	_, what, _ := strings.Cut(a.Text, "\n"+seenWhat)
	what, _, _ = strings.Cut(what, "\n")
	return what
}

// SourceTitle names an attachment where it is cited: of a picture it says who read it.
func (a Attachment) SourceTitle() string {
	if by, is := a.SeenBy(); is {
		return a.Name + " (read from the picture by " + by + ")"
	}
	return a.Name
}
