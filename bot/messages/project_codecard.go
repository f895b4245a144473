package messages

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
)

// codeHead says on a card where code is changed; empty for a project that changes none.
func (t view) codeHead() string {
	if len(t.Changes) == 0 {
		return ""
	}
	return fmt.Sprintf("Code: %s, branch `%s`%s", on(t.Changes), t.Changes[0].Order.Branch, t.placedHead())
}

// on is the repository that changes are made in, with the commit that the first one was made on once there is one.
func on(list []coding.StepChange) string {
	const digits = 7
	name := wording.OneLine(list[0].Order.Repository.Name)
	if c := codedOf(list); len(c.merged) > 0 {
		name += " @ " + c.merged[0].Base[:min(digits, len(c.merged[0].Base))]
	}
	return name
}

// CodeRuns lists the changes of code that are under way: how far each is, in its round and turn, and for how long.
func CodeRuns(all []coding.CodeRun, now time.Time) string {
	const most = 10
	if len(all) == 0 {
		return "Nobody changes code now. `!repo` lists where I may."
	}
	lines := []string{prose.Count(len(all), "change") + " of code under way:"}
	for _, r := range all[:min(len(all), most)] {
		s := r.Change.Step
		parts := []string{fmt.Sprintf("- %s %s (%s, %s)", s.ID, wording.ShortenLine(wording.StepTitle(s), wording.TitleMost), s.Project, wording.OneLine(r.Repository))}
		if p := r.Change.Placed; p != nil {
			parts = append(parts, p.Handle)
		}
		how := view{reports.Ticket{Changes: []coding.StepChange{r.Change}}}.coding(s)
		switch {
		case how != "":
			parts = append(parts, how)
		case s.Held&org.HoldCode != 0:
			parts = append(parts, "waits for a machine that can run its checks (frasier doctor there says what is missing)")
		case s.Held != 0 && s.Held != org.HoldMission:
			parts = append(parts, wording.Spoken(s.Held.Reasons()[0]))
		default:
			parts = append(parts, "waits for its turn")
		}
		if r.Turns > 0 {
			parts = append(parts, fmt.Sprintf("turn %d", r.Turns))
		}
		if s.Round() > 1 {
			parts = append(parts, fmt.Sprintf("try %d of %d", s.Round(), org.StrikeCap))
		}
		if s.State.Claimed() && !s.StartedAt.IsZero() {
			parts = append(parts, elapsed(now.Sub(s.StartedAt)))
		}
		lines = append(lines, strings.Join(parts, ", "))
	}
	if more := len(all) - most; more > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(append(lines, "Tell one something: `!steer "+string(all[0].Change.Step.ID)+" WORDS`"), "\n")
}

// coding is how far a step that changes code is, as its trials have it; empty for other steps.
func (t view) coding(s org.Step) string {
	i := slices.IndexFunc(t.Changes, func(c coding.StepChange) bool { return c.Step.ID == s.ID })
	if i < 0 {
		return ""
	}
	c := t.Changes[i]
	text := progress(c, s)
	if k := cmp.Or(c.Proven, c.Named()); k != "" && text != "" {
		return string(k) + ": " + text
	}
	return text
}

func progress(c coding.StepChange, s org.Step) string {
	switch {
	case s.State == org.StepCompleted && c.Merged != nil:
		text := "merged, "
		if passed := passing(after(c), lastOf(c, coding.TrialBefore, "")); passed != "" {
			text += passed + ", "
		}
		return text + fmt.Sprintf("%s +%d -%d", prose.Count(c.Files, "file"), c.Added, c.Deleted)
	case s.State == org.StepCompleted && c.Answer != nil:
		return "nothing to change: " + wording.ShortenLine(c.Answer.Text, wording.TitleMost)
	case !s.State.Claimed():
		return ""
	}
	now := slices.DeleteFunc(slices.Clone(c.Trials), func(x coding.Trial) bool { return x.Round != s.Round() && x.Phase != coding.TrialBefore })
	green := slices.DeleteFunc(coding.TrialsOf(now, coding.TrialGreen, ""), func(x coding.Trial) bool { return !x.Good() })
	switch s.Stage {
	case "", org.StageContext, org.StageBase:
		return "checking the code as it is"
	case coding.TrialBefore, org.StageTurn, org.StageRefute:
		return "writing"
	case org.StageChange:
		return "trying its tests on the old code"
	case coding.TrialRed:
		if !slices.ContainsFunc(coding.TrialsOf(now, coding.TrialRed, ""), func(x coding.Trial) bool { return !x.Good() && x.NotRun() == "" }) {
			return "trying all of it"
		}
		return "its tests fail on the old code; trying all of it"
	case org.StageTried, coding.TrialGreen, coding.TrialOld:
		if passed := passing(green[max(0, len(green)-1):], lastOf(c, coding.TrialBefore, "")); passed != "" {
			return passed
		}
		return "trying it"
	}
	return "in review"
}

// passing says how many tests pass, and how many did before; empty where none has a name.
func passing(now, before []coding.Trial) string {
	n, was := 0, 0
	for _, x := range now {
		n += x.Passed
		for _, b := range before {
			if b.Name == x.Name {
				was += b.Passed
			}
		}
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%s %s (%d before)", prose.Count(n, "test"), wording.Verb(n, "passes", "pass"), was)
}

// compared are the checks after the last change beside those before the first, a line each, where there are several.
func (c coded) compared() string {
	now, before := after(c.merged[len(c.merged)-1]), lastOf(c.merged[0], coding.TrialBefore, "")
	if len(now) < 2 {
		return ""
	}
	text := ""
	for _, t := range now[:min(len(now), changedMost)] {
		was := "not run before"
		if i := slices.IndexFunc(before, func(x coding.Trial) bool { return x.Name == t.Name }); i >= 0 {
			was = checked(before[i]) + " before"
		}
		text += fmt.Sprintf("- `%s`: %s (%s)\n", wording.OneLine(wording.ShortenLine(t.Name, wording.TitleMost)), checked(t), was)
	}
	return text
}

// checked is how a check ended, in two or three words.
func checked(t coding.Trial) string {
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
