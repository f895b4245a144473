package org

import "time"

// Session is one browser that is signed in to the dashboard.
type Session struct {
	ID   string
	Who  string // the founder's name for commands
	Via  string // where the code was asked for: "discord", "frasier dashboard"
	At   time.Time
	Used time.Time // within some minutes
}
