package update

import "fmt"

// Kind says why an update was not made.
type Kind int

// The kinds of refusals.
const (
	Refused     Kind = iota // by how it was called or where it stands
	Unreachable             // the server of releases does not answer
	Unsigned                // what came is not what was released
	Failed                  // the new version does not come up
	Busy                    // a process works with the data or with the installation
)

// Error is an update that was not made. It says what happened, what it means and what to do.
type Error struct {
	Kind Kind
	Text string
}

// Error returns the sentence.
func (e *Error) Error() string { return e.Text }

func refuse(format string, args ...any) error { return &Error{Refused, fmt.Sprintf(format, args...)} }

func refuseUnsigned(format string, args ...any) error {
	return &Error{Unsigned, fmt.Sprintf(format, args...)}
}
