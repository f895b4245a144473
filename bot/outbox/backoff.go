package outbox

import (
	"time"

	"github.com/frasier-cos/frasier/internal/retry"
)

// Policy tries a delivery that fails again for about 45 minutes.
var Policy = retry.Policy{First: time.Second, Most: 15 * time.Minute, Tries: MaxTries} //nolint:gochecknoglobals // a constant

// PermanentError says that a delivery can never be sent, so it is abandoned at
// once: the channel is gone, or the transport refuses it for good.
type PermanentError struct {
	Err error // why, for the founder
}

// Error returns the reason.
func (e *PermanentError) Error() string { return e.Err.Error() }

// Unwrap returns the reason.
func (e *PermanentError) Unwrap() error { return e.Err }

// UnreachedError says that a delivery which must arrive finds no place to
// arrive at. It stays in the outbox and is tried again for as long as it takes.
type UnreachedError struct {
	Err error // why, for the founder
}

// Error returns the reason.
func (e *UnreachedError) Error() string { return e.Err.Error() }

// Unwrap returns the reason.
func (e *UnreachedError) Unwrap() error { return e.Err }

// LaterError says that the transport asks for a pause, as with status 429.
type LaterError struct {
	After time.Duration
	Err   error
}

// Error returns the reason.
func (e *LaterError) Error() string { return e.Err.Error() }

// Unwrap returns the reason.
func (e *LaterError) Unwrap() error { return e.Err }

// unpreparedError says that a delivery's text could not be made.
type unpreparedError struct{ err error }

func (e *unpreparedError) Error() string { return e.err.Error() }
func (e *unpreparedError) Unwrap() error { return e.err }
