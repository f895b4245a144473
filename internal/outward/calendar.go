package outward

import "time"

// CalendarsMost bounds the calendars that are connected.
const CalendarsMost = 5

// CalendarKind says how a calendar is read.
type CalendarKind string

// The kinds.
const (
	CalDAV CalendarKind = "caldav"
	ICS    CalendarKind = "ics" // one file at an address
)

// Calendar is one of a founder's that is read and never changed.
type Calendar struct {
	Name    string       `json:"name"`
	Kind    CalendarKind `json:"kind"`
	Host    string       `json:"host"`
	Account string       `json:"account"` // as whom; empty where the address says it
	Paths   []string     `json:"paths"`   // of its calendars at a CalDAV server
	Sealed  []byte       `json:"-"`       // its address and password, see package sealed
	On      bool         `json:"on"`
	Why     string       `json:"why"` // it is off
	At      time.Time    `json:"at"`
}
