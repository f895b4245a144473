package coder

import (
	"context"
	"strings"
)

// hearBefore hears what the founder said while the model worked on a turn: one that calls its change done did not
// know of it, so it is not tried yet, and the model gets one turn more.
func (w *work) hearBefore(ctx context.Context, t Turn, known []string) (Turn, error) {
	_, said, err := w.hearFounder(ctx, known)
	if err != nil {
		return t, err
	}
	t.Heard = append([]string{}, known...)
	if t.Done != "" && len(said) > 0 {
		t.Saw, t.Done, t.Again = strings.TrimSpace(t.Saw+"\n"+formatSaid(said)), "", true
	}
	return t, nil
}

// hearAfter hears what the founder said while a change was tried that stands up to it, and reports whether the model
// is to look at it once more. A turn that an older version kept does not say what its model knew.
func (w *work) hearAfter(ctx context.Context, t Turn) (bool, error) {
	if t.Heard == nil {
		return false, nil
	}
	_, said, err := w.hearFounder(ctx, t.Heard)
	if err != nil || len(said) == 0 {
		return false, err
	}
	last := &w.turns[len(w.turns)-1]
	last.Saw = strings.TrimSpace(last.Saw + "\n" + formatSaid(said))
	w.Turns, w.Tries = w.Turns+1, w.Tries+1
	return true, nil
}

func formatSaid(said []string) string {
	return "The founder said meanwhile:\n- " + strings.Join(said, "\n- ") + "\nMind it, then say done again."
}

// hearFounder returns marks of all that the founder has said by now, and what of it is new.
func (w *work) hearFounder(ctx context.Context, known []string) (marks, said []string, err error) {
	if w.Hear == nil {
		return nil, nil, nil
	}
	return w.Hear(ctx, known)
}
