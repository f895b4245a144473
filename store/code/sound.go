package code

import (
	"errors"
	"fmt"
	"slices"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Sound refuses to complete a step that changes code without what shows that it does:
// a merged change; for every check of its repository a trial on exactly its tree, and on
// the merged one, that ended no worse than before; and one that failed without the change.
func Sound(t *sqldb.Tx, id org.StepID, c *coding.Change) error {
	o, err := OrderOf(t.Ctx, t, id)
	if err != nil || o == nil && c == nil {
		return err
	}
	if o != nil && o.Placed != nil {
		o.Placed.Apply(o) // it was tried by what was decided when it began
	}
	switch {
	case o == nil:
		return errors.New("a change by a step that changes no code")
	case c == nil || c.Merged == nil || c.Tree == "" || len(c.Patch) == 0:
		return errors.New("completed without a merged change")
	case len(c.Patch) > org.PatchBytes:
		return fmt.Errorf("a patch of %d bytes", len(c.Patch))
	case len(o.Repository.Checks) == 0:
		return errors.New("completed, and nothing checks its repository")
	}
	trials, err := readTrials(t.Ctx, t, `tail`, `step_id = ?`, id)
	if err != nil {
		return err
	}
	all := trials[id]
	if err := checkShown(o, c, all); err != nil {
		return err
	}
	if p := o.Placed; p != nil && p.Smoke.Value != "" {
		name := coding.SmokeName(p.Smoke.Value)
		if why := describeTrialFault(all, name, coding.TrialMerged, c.Merged.Tree); why != "" {
			return fmt.Errorf("completed, and the %s %s on what is merged", name, why)
		}
	}
	for _, name := range o.Repository.Checks {
		for phase, tree := range map[string]string{coding.TrialGreen: c.Tree, coding.TrialMerged: c.Merged.Tree} {
			if phase == coding.TrialMerged && tree == c.Tree {
				continue // nothing else was merged before it
			}
			if why := describeTrialFault(all, name, phase, tree); why != "" {
				return fmt.Errorf("completed, and %q %s on its tree (%s)", name, why, phase)
			}
		}
	}
	return nil
}

// checkShown returns an error for a change that does not show what its kind must show, and that nobody let through.
func checkShown(o *coding.CodeOrder, c *coding.Change, all []coding.Trial) error {
	bad := func(x coding.Trial) bool { return !x.Good() }
	failed := c.Red != "" && slices.ContainsFunc(coding.TrialsOf(all, coding.TrialRed, ""), bad)
	let := func(rule string) bool {
		return slices.ContainsFunc(c.Findings, func(f coding.GuardFinding) bool { return f.Rule == rule })
	}
	kind := o.Kind
	if o.Placed != nil {
		kind = o.Placed.Kind
	}
	if kind.Value == "" { // an older version planned it
		if !failed && !c.OnlyProse() {
			return errors.New("completed, and nothing failed without the change")
		}
		return nil
	}
	law := coding.DecideKind(kind, c.Files)
	switch {
	case c.Kind != law && c.Kind != coding.KindFeature:
		return fmt.Errorf("completed, proven as %s, and its files are %s", c.Kind, law)
	case c.Kind.NeedsRed() && !failed && !let("C14"):
		return errors.New("completed, nothing failed without the change, and nobody let that through")
	}
	return nil
}

// describeTrialFault says what is wrong with the last trial of a check on a tree; empty when it
// ended well, or when nothing failed that had not failed on the base.
func describeTrialFault(all []coding.Trial, name, phase, tree string) string {
	named := func(phase, tree string) (last coding.Trial, ran bool) {
		for _, x := range coding.TrialsOf(all, phase, tree) {
			if x.Name == name {
				last, ran = x, true
			}
		}
		return last, ran
	}
	x, ran := named(phase, tree)
	before, _ := named(coding.TrialBefore, "")
	fresh := func(test string) bool { return !slices.Contains(before.Failing, test) }
	switch {
	case !ran:
		return "was not tried"
	case x.Good(), x.Reason == "" && len(x.Failing) > 0 && !slices.ContainsFunc(x.Failing, fresh):
		return ""
	}
	return "failed"
}
