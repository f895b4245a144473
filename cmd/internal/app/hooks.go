package app

import (
	"context"
	"time"
)

// Hooks change a command under test. The zero value changes nothing.
type Hooks struct {
	Now       func() time.Time                                 // the clock
	Crash     func(point string)                               // called at named points; may end the process
	Wait      func(ctx context.Context, d time.Duration) error // instead of waiting between two tries of a call
	Patience  time.Duration                                    // instead of org.ModelPatience
	HostPace  time.Duration                                    // instead of a second between two requests to a host
	Unhurried time.Duration                                    // instead of the limits of calls and attempts: people write the replies
	Key       []byte                                           // instead of the key that releases are signed with, in PEM
	Facts     bool                                             // calls tell the endpoint what their prompts were made of, see prompt.Set.Facts
}

// Clock returns the clock to use.
func (h Hooks) Clock() func() time.Time {
	if h.Now != nil {
		return h.Now
	}
	return time.Now
}
