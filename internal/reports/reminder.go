package reports

import (
	"errors"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// ReminderID names one reminder ("w3").
type ReminderID string

// RemindersMost bounds the reminders that are open at once.
const RemindersMost = 200

// ErrReminders refuses one more reminder than RemindersMost.
var ErrReminders = errors.New("as many reminders as may be are open")

// AwaitKind says what a reminder waits for that has no time.
type AwaitKind string

// What is waited for: a founder who writes, a question that is answered, a project that ends.
const (
	AwaitFounder  AwaitKind = "founder"
	AwaitQuestion AwaitKind = "question"
	AwaitProject  AwaitKind = "project"
)

// Reminder holds a founder's words and the time at which he wants to read them again.
type Reminder struct {
	ID        ReminderID  `json:"id"`
	Channel   org.Channel `json:"-"`
	Author    string      `json:"author"`
	Body      string      `json:"body"`
	Agreed    bool        `json:"agreed"`         // false while its time was not said yet
	Spec      string      `json:"spec,omitempty"` // a cron expression; empty for once
	Zone      string      `json:"zone"`           // in which Spec is meant
	Waits     AwaitKind   `json:"waits,omitempty"`
	On        string      `json:"on,omitempty"` // a founder, a question or a project that it waits for
	Due       time.Time   `json:"due,omitzero"`
	Last      time.Time   `json:"last,omitzero"`
	Told      int         `json:"told"`
	CreatedAt time.Time   `json:"created_at,omitzero"`
	EndedAt   time.Time   `json:"ended_at,omitzero"`
}

// ReminderFacts tell a reminder whose time has come.
type ReminderFacts struct {
	ID     ReminderID `json:"id"`
	Author string     `json:"author"`
	Body   string     `json:"body"`
	Due    time.Time  `json:"due,omitzero"`
	Late   bool       `json:"late,omitempty"`  // nobody could tell it then
	Quiet  bool       `json:"quiet,omitempty"` // it was due in quiet hours
	Again  bool       `json:"again,omitempty"` // it comes again
	Waits  AwaitKind  `json:"waits,omitempty"`
	On     string     `json:"on,omitempty"`
}

// Founder is one as a chat knows him: by a number, and the names under which people see him.
type Founder struct {
	ID    string
	Names []string
}
