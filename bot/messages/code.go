package messages

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
)

// ChatDiff shows in a chat what steps changed: in figures, and line by line where it is short; else as a file.
func ChatDiff(list []coding.StepChange) org.Reply {
	const named, short = 4, 1200
	var lines []string
	var patch bytes.Buffer
	for _, s := range list {
		lines = append(lines, wording.Plain(CodeChanged(s)))
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
			parts = append(parts, strings.TrimSpace(wording.Clip(CodeTrials(s, false), 500)))
		}
		more = append(more, strings.TrimSpace(strings.ReplaceAll(CodeTrials(s, true), "```", "\u02bc\u02bc\u02bc")))
	}
	if left := len(list) - named; left > 0 {
		parts = append(parts, fmt.Sprintf("%s more behind More.", prose.Count(left, "step")))
	}
	m.Text, m.More = strings.Join(parts, "\n"), strings.Join(more, "\n\n")
	return m
}

// CodeChanged heads the diff of a step.
func CodeChanged(s coding.StepChange) string {
	if s.Answer != nil && s.Merged == nil {
		return fmt.Sprintf("%s %s: nothing to change. %s %s\n", s.Step.ID, s.Step.Title, ended(wording.OneLine(s.Answer.Text)), shownBy(*s.Answer))
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

// CodeTrials says how a step's change was tried, with what the checks wrote when all is asked for.
func CodeTrials(s coding.StepChange, all bool) string {
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

// CodeNeedsStep refuses a command without a step or project.
func CodeNeedsStep(command string) string {
	return fmt.Sprintf("%s needs a step or a project: frasier %s s12", command, command)
}

// CodePatchMissing refuses a roadmap whose patch is not beside it.
func CodePatchMissing(name, item string) string {
	return fmt.Sprintf("%q names the patch %s, which is not beside the roadmap; put it there", item, name)
}

// CodeNotOrdered refuses a repository for an order that changes no code.
func CodeNotOrdered() string {
	return "nothing in this order changes code, so it needs no repository: mark items with !code"
}

// CodeWhichRepository refuses an order that changes code without saying where.
func CodeWhichRepository(known []string) string {
	text := "this order changes code; say in which repository: --repo FOLDER"
	if len(known) > 0 {
		text += ", or one of " + strings.Join(known, ", ")
	}
	return text
}

// ChatWhichRepository asks which repository an order that changes code is about.
func ChatWhichRepository(known []string) string {
	return "In which repository do you want that changed: " + strings.Join(known, " or ") + "?"
}

// ChatReadOnly refuses an order that changes code in a repository whose level is read-only.
func ChatReadOnly(name string) string {
	return fmt.Sprintf("%s is read-only: I change nothing there, so I haven't begun. `!repo %s level edit` lets me.", wording.Plain(name), wording.OneLine(name))
}

// RepositoryAsked tells what came of an address that was named in a chat.
func RepositoryAsked(f reports.RepositoryFacts) string {
	if f.Trying > 0 {
		return fmt.Sprintf("I can't get at %s yet: %s. I'll keep trying for %d minutes and tell you here what comes of it.", wording.Plain(coding.AddressShown(f.Source)),
			strings.TrimRight(wording.Plain(strings.ReplaceAll(f.Why, f.Source, coding.AddressShown(f.Source))), "."), int(f.Trying.Minutes()))
	}
	if f.Why != "" {
		return fmt.Sprintf("I can't work on %s: %s.", wording.Plain(coding.AddressShown(f.Source)), strings.TrimRight(wording.Plain(strings.ReplaceAll(f.Why, f.Source, coding.AddressShown(f.Source))), "."))
	}
	if f.Environment != nil {
		lines := wording.EnvironmentTried(f.Repository, *f.Environment)
		return fmt.Sprintf("I tried the checks of %s.\n%s", wording.Plain(f.Repository.Name), wording.Plain(strings.Join(lines, "\n")))
	}
	return "I can work on it now. " + wording.ChatRepository(f.Repository) + fmt.Sprintf("\nSay what you want changed: \"In %s, ...\"", wording.Plain(f.Repository.Name))
}
