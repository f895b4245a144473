package messages

import (
	"fmt"
	"slices"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/coding"
)

// codeHead says on a card where code is changed; empty for a project that changes none.
func (t view) codeHead() string {
	if len(t.Changes) == 0 {
		return ""
	}
	apart := ""
	for _, c := range t.Changes {
		if c.Placed != nil && c.Placed.Apart() != "" {
			apart = fmt.Sprintf(", on top of `%s`", c.Placed.Apart())
		}
	}
	return fmt.Sprintf("Code: %s%s, branch `%s`%s", nameRepository(t.Changes), apart, t.Changes[0].Order.Branch, t.placedHead())
}

// nameRepository names the repository that changes are made in, with the commit that the first one was made on once there is one.
func nameRepository(list []coding.StepChange) string {
	const digits = 7
	name := wording.OneLine(list[0].Order.Repository.Name)
	if list[0].Order.Repository.ReadOnly() {
		name += " (read-only: nothing is changed there)"
	}
	if c := codedOf(list); len(c.merged) > 0 {
		name += " @ " + c.merged[0].Base[:min(digits, len(c.merged[0].Base))]
	}
	return name
}

// compareChecks are the checks after the last change beside those before the first, a line each, where there are several.
func (c coded) compareChecks() string {
	now, before := c.merged[len(c.merged)-1].FinalTrials(), c.merged[0].LastTrials(coding.TrialBefore, "")
	if len(now) < 2 {
		return ""
	}
	text := ""
	for _, t := range now[:min(len(now), changedMost)] {
		was := "not run before"
		if i := slices.IndexFunc(before, func(x coding.Trial) bool { return x.Name == t.Name }); i >= 0 {
			was = describeCheck(before[i]) + " before"
		}
		text += fmt.Sprintf("- `%s`: %s (%s)\n", wording.OneLine(wording.ShortenLine(t.Name, wording.TitleMost)), describeCheck(t), was)
	}
	return text
}

// describeCheck says how a check ended, in two or three words.
func describeCheck(t coding.Trial) string {
	switch {
	case t.Passed > 0 && t.Good():
		return fmt.Sprintf("%d passed", t.Passed)
	case t.Passed > 0:
		return fmt.Sprintf("%d passed, %d failed", t.Passed, len(t.Failing))
	case t.Good():
		return "passed"
	}
	return "failed"
}
