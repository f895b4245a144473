package worker

import (
	"fmt"

	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/check"
)

// clearLinks takes the links out of a draft that stand neither in its evidence
// nor in the task, and returns how many there were.
func (r *documentRun) clearLinks(d check.Draft, ev work.Evidence) (check.Draft, int) {
	known := []string{r.listBackground()}
	for _, p := range ev.Passages {
		known = append(known, p.URL, p.Text)
	}
	text, strange := check.StrikeLinks(d.Text, known...)
	d.Text = text
	return d, strange
}

// remarkLinks adds to an audit what the draft claims to have done, and the links
// that were taken out of it.
func (r *documentRun) remarkLinks(a *check.Audit, d check.Draft, strange int) {
	a.MustFix = append(a.MustFix, check.Deeds(d, r.listBackground())...)
	if note := check.DeedNote(d); note != "" {
		a.Warnings = append(a.Warnings, note)
	}
	if strange > 0 {
		a.Warnings = append(a.Warnings, fmt.Sprintf("%d links that stand in no source were taken out", strange))
	}
}
