package wording

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
)

// DescribeProof says what shows that an order is about something that is not so.
func DescribeProof(a coding.Answer) string {
	if a.Read {
		return ""
	}
	if a.New {
		return fmt.Sprintf("I wrote a test for it, and it passes on your code as it is: %s.", OneLine(a.Test))
	}
	return fmt.Sprintf("The test %s shows it: it passes on your code as it is.", OneLine(a.Test))
}

// EndSentence puts a mark at the end of a sentence that has none.
func EndSentence(s string) string {
	if strings.ContainsAny(s[len(s)-1:], ".!?") || strings.HasSuffix(s, "…") {
		return s
	}
	return s + "."
}

// DescribePlacement says in a line how a change of code is carried out: its name, where it starts, where it goes,
// who makes it, and behind what it is tried.
func DescribePlacement(repository string, p coding.Placement) string {
	const digits = 7
	where := "in a copy of mine"
	if p.Isolated.Value == coding.NotIsolated {
		where = "in a copy of mine, and once it is merged in your folder too"
	}
	kind := ""
	if k := (coding.StepChange{Placed: &p}).Named(); k != "" {
		kind = ", " + k.String()
	}
	if on := p.Apart(); on != "" {
		where = fmt.Sprintf("on top of `%s`, %s", on, where)
	}
	return fmt.Sprintf("**%s**%s: %s @ %s, %s, branch `%s`; %s, %s", p.Handle, kind, OneLine(repository), p.Base.Value[:min(digits, len(p.Base.Value))], where, p.Branch.Value, DescribeMaker(p), DescribeFence(p))
}

// DescribeMaker says who makes a change.
func DescribeMaker(p coding.Placement) string {
	switch who := p.Coder.Value; who { //nolint:exhaustive // all others are agents, by their names
	case coding.CoderEmbedded:
		return fmt.Sprintf("a model writes it (%s)", TierWord(p.Tier.Value))
	case coding.CoderRemote:
		return "a program elsewhere makes it"
	case coding.CoderAllowed:
		return "the change that you let through is made again"
	case coding.CoderGiven, "":
		return "what you gave is applied"
	default:
		return "the agent " + string(who) + " writes it"
	}
}

// DescribeHandedIn says who handed in a change from elsewhere, and where it was made as that program says: branch, address and
// what runs there. An address stands in marks of code: it is somebody else's, and nothing of it is fetched or shown.
func DescribeHandedIn(a coding.RemoteAsk) string {
	r := a.Realised
	text := Plain(a.By) + " handed in a change"
	if r.Provider != "" {
		text += ", made at " + Plain(OneLine(r.Provider))
	}
	if r.Branch != "" {
		text += ", branch " + codeMark(r.Branch)
	}
	if r.URL != "" {
		text += ": " + codeMark(r.URL)
	}
	for _, s := range r.Services {
		text += fmt.Sprintf("; its %s", Plain(s.Name))
		if s.State != "" {
			text += fmt.Sprintf(" (%s, it says)", Plain(s.State))
		}
		text += " " + codeMark(s.URL)
	}
	return text
}

func codeMark(s string) string { return "`" + strings.ReplaceAll(OneLine(s), "`", "'") + "`" }

// DescribeFence says behind what a change is tried.
func DescribeFence(p coding.Placement) string { return "tried behind a " + p.Fence.Value + " fence" }

// CodeProgress says how far a step that changes code is, as the trials of its change have it; empty for other steps.
func CodeProgress(all []coding.StepChange, s org.Step) string {
	i := slices.IndexFunc(all, func(c coding.StepChange) bool { return c.Step.ID == s.ID })
	if i < 0 {
		return ""
	}
	c := all[i]
	text := describeProgress(c, s)
	if verdict := DescribeProven(c); verdict != "" && text != "" && s.State == org.StepCompleted {
		text = verdict + "; " + text
	}
	if k := cmp.Or(c.Proven, c.Named()); k != "" && text != "" {
		return string(k) + ": " + text
	}
	return text
}

// DescribeProven says what showed that a merged change is of its kind; empty where nobody named one.
func DescribeProven(c coding.StepChange) string {
	if c.Merged == nil || c.Proven == "" {
		return ""
	}
	n := len(c.Proving())
	switch {
	case n > 0:
		return fmt.Sprintf("%s failed before and %s now", prose.Count(n, "test"), Verb(n, "passes", "pass"))
	case c.Red != "":
		return "its tests failed before and pass now"
	case c.Proven == coding.KindRefactor:
		return "the tests pass as they were"
	case c.Proven == coding.KindRemoval:
		return "it only takes away"
	case c.Proven == coding.KindFix, c.Proven == coding.KindFeature:
		return "no test failed before, and you let that through"
	}
	return "nothing else is changed"
}

func describeProgress(c coding.StepChange, s org.Step) string {
	switch {
	case s.State == org.StepCompleted && c.Merged != nil:
		text := "merged, "
		if passed := describePasses(c.FinalTrials(), c.LastTrials(coding.TrialBefore, "")); passed != "" {
			text += passed + ", "
		}
		return text + fmt.Sprintf("%s +%d -%d", prose.Count(c.Files, "file"), c.Added, c.Deleted)
	case s.State == org.StepCompleted && c.Answer != nil && c.Answer.Read:
		return "read: " + ShortenLine(c.Answer.Text, TitleMost)
	case s.State == org.StepCompleted && c.Answer != nil:
		return "nothing to change: " + ShortenLine(c.Answer.Text, TitleMost)
	case !s.State.Claimed():
		return ""
	}
	now := slices.DeleteFunc(slices.Clone(c.Trials), func(x coding.Trial) bool { return x.Round != s.Round() && x.Phase != coding.TrialBefore })
	green := slices.DeleteFunc(coding.TrialsOf(now, coding.TrialGreen, ""), func(x coding.Trial) bool { return !x.Good() })
	switch s.Stage {
	case "", org.StageContext, org.StageBase:
		return "checking the code as it is"
	case coding.TrialBefore, org.StageTurn, org.StageRefute, org.StageSetback:
		return "writing"
	case org.StageChange:
		return "trying its tests on the old code"
	case coding.TrialRed:
		if !slices.ContainsFunc(coding.TrialsOf(now, coding.TrialRed, ""), func(x coding.Trial) bool { return !x.Good() && x.NotRun() == "" }) {
			return "trying all of it"
		}
		return "its tests fail on the old code; trying all of it"
	case org.StageTried, coding.TrialGreen, coding.TrialOld:
		if passed := describePasses(green[max(0, len(green)-1):], c.LastTrials(coding.TrialBefore, "")); passed != "" {
			return passed
		}
		return "trying it"
	}
	return "in review"
}

// describePasses says how many tests pass, and how many did before; empty where none has a name.
func describePasses(now, before []coding.Trial) string {
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
	return fmt.Sprintf("%s %s (%d before)", prose.Count(n, "test"), Verb(n, "passes", "pass"), was)
}
