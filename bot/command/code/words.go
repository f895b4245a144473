package code

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/prose"
)

// ChatDiff shows in a chat what steps changed: in figures, and line by line where it is short; else as a file.
func ChatDiff(list []coding.StepChange) org.Reply {
	const named, short = 4, 1200
	var lines []string
	var patch bytes.Buffer
	for _, s := range list {
		lines = append(lines, wording.Plain(Changed(s)))
		patch.Write(s.Patch)
	}
	if more := len(lines) - named; more > 0 {
		lines = append(lines[:named], fmt.Sprintf("%d more", more))
	}
	r := org.Reply{Text: strings.Join(lines, "\n")}
	text := coding.ReadablePatch(patch.Bytes())
	switch {
	case text == "":
	case len(text) <= short && !strings.Contains(text, "```"):
		r.Text += "\n```diff\n" + strings.TrimRight(text, "\n") + "\n```"
	default:
		r.Files = []org.File{{Name: string(list[0].Step.Project) + ".diff", Data: patch.Bytes()}}
	}
	return r
}

// ChatChecks says in a chat how changes were tried; what the checks wrote stands behind More.
func ChatChecks(list []coding.StepChange) wording.Message {
	const named = 3
	var m wording.Message
	var parts, more []string
	for i, s := range list {
		if i < named {
			parts = append(parts, strings.TrimSpace(wording.Clip(Trials(s, false), 500)))
		}
		more = append(more, strings.TrimSpace(strings.ReplaceAll(Trials(s, true), "```", "\u02bc\u02bc\u02bc")))
	}
	if left := len(list) - named; left > 0 {
		parts = append(parts, fmt.Sprintf("%s more behind More.", prose.Count(left, "step")))
	}
	m.Text, m.More = strings.Join(parts, "\n"), strings.Join(more, "\n\n")
	return m
}

// Changed heads the diff of a step.
func Changed(s coding.StepChange) string {
	if s.Answer != nil && s.Answer.Read {
		return fmt.Sprintf("%s %s: read. %s\n", s.Step.ID, s.Step.Title, wording.EndSentence(wording.OneLine(s.Answer.Text)))
	}
	if s.Answer != nil && s.Merged == nil {
		return fmt.Sprintf("%s %s: nothing to change. %s %s\n", s.Step.ID, s.Step.Title, wording.EndSentence(wording.OneLine(s.Answer.Text)), wording.DescribeProof(*s.Answer))
	}
	if s.Tree == "" {
		return fmt.Sprintf("%s %s: no change is merged.\n", s.Step.ID, s.Step.Title)
	}
	kind := ""
	if k := cmp.Or(s.Proven, s.Named()); k != "" {
		kind = k.String() + ", "
	}
	return fmt.Sprintf("%s %s: %s%s, +%d -%d\n", s.Step.ID, s.Step.Title, kind, prose.Count(s.Files, "file"), s.Added, s.Deleted)
}

// Trials says how a step's change was tried, with what the checks wrote when all is asked for.
func Trials(s coding.StepChange, all bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s\n", s.Step.ID, s.Step.Title)
	if len(s.Trials) == 0 {
		b.WriteString("Nothing was tried yet.\n")
	}
	for _, t := range s.Trials {
		fmt.Fprintf(&b, "- %s: %s: %s, %.1f s\n", trialPhase(t.Phase), t.Name, trialOutcome(t), float64(t.MS)/1000)
		for _, s := range t.Services {
			if all {
				b.WriteString("  beside it, " + s.Describe() + "\n")
			}
		}
		if all || !t.Good() && t.Phase != coding.TrialRed {
			for l := range strings.Lines(t.Tail) {
				b.WriteString("  | " + strings.TrimRight(l, "\n") + "\n")
			}
		}
	}
	if s.Red != "" {
		fmt.Fprintf(&b, "Its tests %s.\n", s.Red)
	}
	if text := wording.DescribeArrival(s.Arrival, s.Order.Repository.Source); text != "" {
		b.WriteString(text + "\n")
	}
	return b.String()
}

// trialPhase names what a check ran on.
func trialPhase(phase string) string {
	if phase == coding.TrialRed {
		return "the new tests on the old code"
	}
	return map[string]string{coding.TrialBefore: "before", coding.TrialGreen: "after", coding.TrialMerged: "merged"}[phase]
}

func trialOutcome(t coding.Trial) string {
	switch {
	case t.Reason != "":
		return t.Reason
	case len(t.Failing) > 0:
		return fmt.Sprintf("%d passed, failed: %s", t.Passed, strings.Join(t.Failing, ", "))
	case t.Exit != 0:
		return fmt.Sprintf("failed (exit %d)", t.Exit)
	case t.Passed > 0:
		return fmt.Sprintf("%d passed", t.Passed)
	}
	return "passed"
}

// Workspaces lists the work on code by its name, the newest first: where it starts, where it goes, and how far it is.
func Workspaces(all []coding.CodeRun) wording.Message {
	const most = 8
	if len(all) == 0 {
		return wording.Message{Text: "No work on code has begun yet. `!repo` lists where I may change some."}
	}
	var lines []string
	for _, r := range slices.Backward(all) {
		c := r.Change
		lines = append(lines, fmt.Sprintf("- %s %s (%s): %s; %s", c.Step.ID, wording.ShortenLine(wording.StepTitle(c.Step), wording.TitleMost), c.Step.Project, wording.DescribePlacement(r.Repository, *c.Placed), describeState(c)+handedIn(c)))
	}
	m := wording.Message{Text: prose.Count(len(all), "piece") + " of work on code:\n" + strings.Join(lines[:min(len(lines), most)], "\n")}
	if len(lines) > most {
		m.More = strings.Join(lines[most:], "\n")
	}
	return m
}

// handedIn says where the change of a step was made that came from elsewhere.
func handedIn(c coding.StepChange) string {
	if c.Remote == nil {
		return ""
	}
	return "; " + wording.DescribeHandedIn(*c.Remote)
}

// describeState says how far a step that changes code is.
func describeState(c coding.StepChange) string {
	switch s := c.Step; s.State {
	case org.StepCompleted:
		return "merged"
	case org.StepFailed:
		return "stopped, nothing of it is merged"
	case org.StepCancelled:
		return "cancelled"
	case org.StepPending:
		return "waits"
	case org.StepInProgress, org.StepInReview:
		return cmp.Or(wording.CodeProgress([]coding.StepChange{c}, s), "under way")
	}
	return ""
}

// Runs lists the changes of code that are under way: how far each is, in its round and turn, and for how long.
func Runs(all []coding.CodeRun, now time.Time) string {
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
			if on := p.Apart(); on != "" {
				parts = append(parts, "on top of `"+on+"`")
			}
		}
		how := wording.CodeProgress([]coding.StepChange{r.Change}, s)
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
			parts = append(parts, wording.Elapsed(now.Sub(s.StartedAt)))
		}
		lines = append(lines, strings.Join(parts, ", "))
	}
	if more := len(all) - most; more > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(append(lines, "Tell one something: `!steer "+string(all[0].Change.Step.ID)+" WORDS`"), "\n")
}

// OpenPulls lists the pull requests that are open at their forges; empty for none.
func OpenPulls(all []outward.PullRequest) string {
	const most = 10
	if len(all) == 0 {
		return ""
	}
	lines := []string{"\n" + prose.Count(len(all), "pull request") + " open (`!pr` says what each waits for):"}
	for _, p := range all[:min(len(all), most)] {
		lines = append(lines, fmt.Sprintf("- %s (%s)", wording.PullLine(p), p.Project))
	}
	if more := len(all) - most; more > 0 {
		lines = append(lines, fmt.Sprintf("- and %d more", more))
	}
	return strings.Join(lines, "\n")
}
