package llm

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// Class says who must act on an error.
type Class string

// The classes.
const (
	ClassTransport Class = "transport" // no answer: the step waits
	ClassContent   Class = "content"   // an answer of no use: the stage's fallback
	ClassRefusal   Class = "refusal"   // the model declines: the stage's fallback
	ClassAuth      Class = "auth"      // the key is not accepted
	ClassMoney     Class = "money"     // the account has no credit left
	ClassBudget    Class = "budget"    // a cap of the founder's leaves no room: wraps org.ErrBudget
	ClassSize      Class = "size"      // the prompt does not fit the model
	ClassCatalog   Class = "catalog"   // the model does not exist
	ClassPolicy    Class = "policy"    // no upstream satisfies the constraints
	ClassBug       Class = "bug"       // the request is malformed
	ClassCancelled Class = "cancelled" // the caller gave up
	ClassUnusable  Class = "unusable"  // the project has waited long enough: wraps org.ErrModelUnusable
)

// Error is a call that came to nothing. Sentence is for the founder.
type Error struct {
	Class      Class
	Kind       string // finer than Class, as in the ledger: rate, outage, stall, ...
	Status     int
	RetryAfter time.Duration // when it makes sense to try again; 0 when unknown
	Shut       bool          // the last model was not asked, since too many calls of others failed; RetryAfter says for how long
	Until      time.Time     // when the provider says that its limit ends; zero when it does not
	Model      string        // that was asked last
	Sentence   string
	Reply      string // what the model said, when it said something of no use
	Err        error
}

// Error returns the error as one line.
func (e *Error) Error() string {
	text := "model call: " + string(e.Class)
	if e.Kind != "" && e.Kind != string(e.Class) {
		text += " (" + e.Kind + ")"
	}
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Transport reports whether err is a failure to reach a model, the only kind
// that makes a step wait.
func Transport(err error) bool { return isClass(err, ClassTransport) }

// Content reports whether err is an answer of no use (empty, unparseable,
// refused), which is for the stage's fallback.
func Content(err error) bool { return isClass(err, ClassContent) || isClass(err, ClassRefusal) }

// Account reports whether err is about the account at the endpoint: its key is
// not accepted or its credit is used up. Only its owner can mend that, so the
// work waits and nothing is burnt.
func Account(err error) bool { return isClass(err, ClassAuth) || isClass(err, ClassMoney) }

// Shut reports whether err says that a model was not asked because too many
// calls to it failed lately, so nothing is known of this call.
func Shut(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.Shut
}

func isClass(err error, c Class) bool {
	var e *Error
	return errors.As(err, &e) && e.Class == c
}

func (f *Fault) formatLine() string {
	parts := []string{string(f.Place)}
	if f.Status != 0 {
		parts = append(parts, fmt.Sprint(f.Status))
	}
	for _, p := range []string{f.Kind, f.Code, f.Message} {
		if p != "" {
			parts = append(parts, p)
		}
	}
	if f.Err != nil && f.Message == "" {
		parts = append(parts, f.Err.Error())
	}
	return strings.Join(parts, " ")
}

// isCancelled is false for a deadline that passed.
func isCancelled(ctx context.Context) bool { return errors.Is(ctx.Err(), context.Canceled) }

// A founder is told this of a class.
func sentenceFor(c Class) string { return org.ModelTrouble{Class: string(c)}.Sentence() }

func (e *Error) buildSentence() string {
	t := org.ModelTrouble{Class: string(e.Class), Kind: e.Kind, Model: e.Model}
	if !e.Until.IsZero() {
		t.Until = e.Until.Add(time.Minute - 1).Truncate(time.Minute)
	}
	return t.Sentence()
}
