package code

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
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
