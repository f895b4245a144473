package app

import (
	"context"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/retry"
)

// NoteWait keeps what a loop that tries again tells: it stands among what waits until it worked or is
// given up, for doctor, status and the founder. Its cause is said in w.Why.
//
//nolint:contextcheck,nolintlint // contextcheck reads it here and reports callers only; what a gate tells comes with no context, and is noted also while the process ends
func (a *App) NoteWait(w reports.Wait, t retry.Attempt) {
	const term = 5 * time.Second
	ctx, stop := context.WithTimeout(context.Background(), term)
	defer stop()
	w.Key, w.Since, w.Next = string(w.Kind)+":"+t.Key, t.Since, t.Next
	var err error
	if t.Err == nil || t.Verdict.Over() {
		err = a.Store.EndWait(ctx, w.Key)
	} else {
		a.Log.WarnContext(ctx, "waits for its next try", "what", w.Kind, "about", t.Key, "tries", t.Tries, "next", t.Next, "err", t.Err)
		w.About, _, _ = strings.Cut(t.Key, " ")
		err = a.Store.KeepWait(ctx, w)
	}
	if err != nil {
		a.Log.WarnContext(ctx, "what waits is not noted", "what", w.Kind, "err", err)
	}
}
