package reports

import "time"

// Meeting is one entry of a calendar on a founder's day. It is kept nowhere.
type Meeting struct {
	Start, End time.Time // of the days' begins where it lasts all day
	AllDay     bool      // or the whole of this day
	Title      string
	Place      string // empty for none
	Calendar   string // its name here
	Begun      bool   // it began before the day
	Goes       bool   // it ends behind it
}

// Agenda holds the entries of a founder's calendars on his day, or on another one.
type Agenda struct {
	Day       string    `json:",omitempty"` // as "2026-03-02", of another day than his; empty for his
	Begin     time.Time `json:"-"`          // of that day, where he is
	Calendars int       // that were asked
	Meetings  []Meeting
	Left      int      // entries that could not be read
	Failed    []string // what could not be read, a sentence each
}
