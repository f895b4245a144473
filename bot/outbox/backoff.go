package outbox

import "time"

// Backoff is how long to wait after the given number of failed tries: 1, 5
// and 15 seconds, then 1 minute, twice as long each time, at most 15 minutes.
// MaxTries of them take about 45 minutes.
func Backoff(tries int) time.Duration {
	const most = 15 * time.Minute
	switch {
	case tries <= 1:
		return time.Second
	case tries == 2:
		return 5 * time.Second
	case tries == 3:
		return 15 * time.Second
	case tries >= 8:
		return most
	}
	return min(most, time.Minute<<(tries-4))
}

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
