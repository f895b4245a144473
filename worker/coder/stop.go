package coder

import (
	"context"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
)

// StopKind is why a model that writes code makes no change, in its own judgement.
type StopKind string

// The kinds: what the task says is wrong is not so, only the founder has what it needs, the change would do harm.
const (
	StopNotSo  StopKind = "not_so"
	StopNeeds  StopKind = "needs"
	StopUnsafe StopKind = "unsafe"
)

// StoppedError says why a model stopped before its change was made, which is no bad work of its own.
type StoppedError struct {
	Kind StopKind
	Text string // to the founder
	Test string // that passes on the code as it is and shows it; empty for none that does
}

// Error returns what the model says.
func (e *StoppedError) Error() string { return e.Text }

// stopWork ends the round as the model wants it. That something is not so is tried first, by the test
// that is to show it; what stands against it goes back to the model as long as it may try.
func (w *work) stopWork(ctx context.Context, t Turn) (over bool, err error) {
	end := &StoppedError{Kind: t.Stop, Text: strings.TrimSpace(t.GaveUp), Test: t.Shows}
	if t.Stop != StopNotSo {
		return true, end
	}
	c, err := w.buildChange(ctx, "")
	if err != nil {
		return true, err
	}
	w.tried++
	faults, err := w.Refute(ctx, w.tried, t.Shows, c)
	switch {
	case err != nil:
		return true, err
	case len(faults) == 0:
		return true, end
	case w.tried >= w.Tries:
		end.Test = ""
		return true, end
	}
	last := &w.turns[len(w.turns)-1]
	last.Saw = strings.TrimSpace(last.Saw + "\nIt was looked at, and nothing shows it yet:\n- " + strings.Join(faults, "\n- "))
	return false, nil
}

// FindPassing returns the test that passes by a name, as the checks name it; empty for none. A model may leave
// out the package or the class in front.
func FindPassing(all []coding.Trial, name string) string {
	name = strings.TrimSpace(name)
	if name == "" {
		return ""
	}
	for _, t := range all {
		for _, p := range t.Passing {
			if p == name || strings.HasSuffix(p, "."+name) || strings.HasSuffix(p, "::"+name) || strings.HasSuffix(p, " > "+name) {
				return p
			}
		}
	}
	return ""
}
