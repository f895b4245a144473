package outward

import "time"

// RefusedError says that the other side refuses something, and would again.
type RefusedError struct {
	Status int    // of HTTP; 0 for none
	Text   string // a sentence without a full stop
}

// Error returns the sentence.
func (e *RefusedError) Error() string { return e.Text }

// LaterError says that the other side asks for patience.
type LaterError struct {
	At   time.Time
	Text string // a sentence without a full stop
}

// Error returns the sentence.
func (e *LaterError) Error() string { return e.Text }
