package dashboard

import "time"

// Back is where a form leads back to, for tests.
func Back(path string) string { return ours(path).String() }

// Wrongs counts wrong tokens, for tests.
type Wrongs struct{ w wrongs }

// After is how long the sender of a wrong token waits.
func (w *Wrongs) After(now time.Time) time.Duration { return w.w.after(now) }
