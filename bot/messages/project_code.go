package messages

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
)

const (
	changedMost = 5 // steps that a result names
	allowedMost = 3 // things let through that it names
	answerMost  = 300
)

// coded holds what a project changed in its repository, as its result tells it in a chat
// and in the terminal: each change in a line, and what all of it came to.
type coded struct {
	merged   []coding.StepChange // in the order of the branch
	answered []coding.StepChange // those that changed nothing, because what they were asked for is not so
}

func codedOf(list []coding.StepChange) coded {
	all := slices.DeleteFunc(slices.Clone(list), func(c coding.StepChange) bool { return c.Merged == nil })
	slices.SortFunc(all, func(a, b coding.StepChange) int { return cmp.Compare(a.Merged.N, b.Merged.N) })
	return coded{all, slices.DeleteFunc(slices.Clone(list), func(c coding.StepChange) bool { return c.Answer == nil || c.Merged != nil })}
}

// describeAnswer tells of what was not changed because it is not so, a paragraph each.
func (c coded) describeAnswer() string {
	var b strings.Builder
	for _, s := range c.answered[:min(len(c.answered), changedMost)] {
		title := strings.TrimRight(wording.ShortenLine(wording.StepTitle(s.Step), wording.TitleMost), ".:")
		if s.Answer.Read {
			fmt.Fprintf(&b, "- %s: %s\n", title, wording.EndSentence(wording.ShortenLine(s.Answer.Text, answerMost)))
			continue
		}
		fmt.Fprintf(&b, "- %s: nothing to change. %s %s\n", title, wording.EndSentence(wording.ShortenLine(s.Answer.Text, answerMost)), wording.DescribeProof(*s.Answer))
	}
	return b.String()
}

// describeCode tells all of it but where it is found.
func (c coded) describeCode() string {
	if len(c.merged) == 0 && len(c.answered) > 0 {
		return c.describeAnswer()
	}
	if len(c.merged) == 0 {
		return "No change is merged.\n"
	}
	var b strings.Builder
	b.WriteString(c.describeAnswer())
	for _, s := range c.merged[:min(len(c.merged), changedMost)] {
		b.WriteString("- " + changeLine(s) + "\n")
	}
	if more := len(c.merged) - changedMost; more > 0 {
		fmt.Fprintf(&b, "- and %s\n", prose.Count(more, "more change"))
	}
	b.WriteString("\n" + strings.Join(append(c.describeTrials(), c.describeGuards()), " ") + "\n" + c.compareChecks() + c.arrivals())
	if text := c.describePush(); text != "" {
		b.WriteString(text + "\n")
	}
	return b.String()
}

// changeLine is one change: its title, its size, what its maker says of it, and what
// showed that it does something when no test did so by its name.
func changeLine(s coding.StepChange) string {
	title := strings.TrimRight(wording.ShortenLine(wording.StepTitle(s.Step), wording.TitleMost), ".:")
	text := fmt.Sprintf("%s: %s, +%d -%d.", title, prose.Count(s.Files, "file"), s.Added, s.Deleted)
	if said := wording.ShortenLine(saidOf(s.Step.Result), noteMost); said != "" {
		text += " " + wording.EndSentence(said)
	}
	if n := len(s.Proving()); n == 0 {
		text += " " + redText(s)
	} else if s.Proven != "" {
		text += fmt.Sprintf(" As %s: %s.", s.Proven, wording.DescribeProven(s))
	}
	return text
}

// figuresOf begin a result whose change nobody said anything about, and stood behind what was said before
// that got a paragraph of its own.
var figuresOf = lazyregexp.New(` ?\d+ files? changed, \+\d+ -\d+ lines\.$`)

// saidOf returns what the maker of a change says of it.
func saidOf(result string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(result), "\n")
	return figuresOf.ReplaceAllString(strings.TrimSpace(first), "")
}

// redText says what failed without a change when no test did so by its name.
func redText(s coding.StepChange) string {
	red := s.Red
	switch {
	case red != "":
	case s.Proven == coding.KindSettings, s.Proven == coding.KindDependency, s.Proven == coding.KindTests:
		return fmt.Sprintf("Only %s changed, so no test had to fail first.", map[coding.ChangeKind]string{
			coding.KindSettings: "settings", coding.KindDependency: "dependencies", coding.KindTests: "tests",
		}[s.Proven])
	case s.Proven == coding.KindRefactor:
		return "It is a refactoring: the tests that were there pass as they were."
	case s.Proven == coding.KindRemoval:
		return "It only takes away, so no test had to fail first."
	case s.Proven != coding.KindDocs && s.Proven != "":
		return "No test failed without it; you let that through."
	default:
		return "Only words for people changed, so no test had to fail first."
	}
	if name, ok := strings.CutPrefix(red, "did not build first: "); ok {
		return fmt.Sprintf("Its tests did not build on the old code: %s.", wording.OneLine(name))
	}
	if what, ok := strings.CutPrefix(red, "failed first: "); ok {
		return fmt.Sprintf("On the old code %s failed.", wording.OneLine(what))
	}
	return fmt.Sprintf("On the old code %s failed with its tests.", wording.OneLine(strings.TrimSuffix(red, " failed first")))
}

// describeTrials compares the checks after the last change with those before the first.
func (c coded) describeTrials() []string {
	now, before := c.merged[len(c.merged)-1].FinalTrials(), c.merged[0].LastTrials(coding.TrialBefore, "")
	passed, was, failed, good, alike := 0, 0, 0, 0, len(now) > 0
	for _, t := range now {
		passed, failed = passed+t.Passed, failed+len(t.Failing)
		if t.Good() {
			good++
		}
		i := slices.IndexFunc(before, func(x coding.Trial) bool { return x.Name == t.Name })
		if i < 0 || before[i].Reason != "" {
			alike = false
			continue
		}
		was += before[i].Passed
	}
	var text string
	switch {
	case len(now) == 0:
		return nil
	case passed == 0 && good == len(now):
		return []string{allPass(good)}
	case passed == 0:
		text = fmt.Sprintf("%d of %s passes", good, prose.Count(len(now), "check"))
	default:
		text = fmt.Sprintf("%s %s", prose.Count(passed, "test"), wording.Verb(passed, "passes", "pass"))
		if alike {
			text += ", " + thanBefore(passed, was)
		}
	}
	proof := map[string]bool{}
	for _, s := range c.merged {
		for _, name := range s.Proving() {
			proof[name] = true
		}
	}
	if n := len(proof); n > 0 {
		text += fmt.Sprintf("; %d of them failed on the old code", n)
	}
	if failed > 0 {
		text += fmt.Sprintf("; %d %s before", failed, wording.Verb(failed, "fails as it did", "fail as they did"))
	}
	return []string{text + "."}
}

func allPass(n int) string {
	if n == 1 {
		return "The check passes."
	}
	return fmt.Sprintf("All %d checks pass.", n)
}

func thanBefore(now, was int) string {
	switch {
	case was == 0:
		return "none did before"
	case now > was:
		return fmt.Sprintf("%d more than before", now-was)
	case now < was:
		return fmt.Sprintf("%d fewer than before", was-now)
	}
	return "as many as before"
}

// describeGuards says whether tests and checks were weakened, and what the founder let through.
func (c coded) describeGuards() string {
	var let []string
	for _, s := range c.merged {
		for _, f := range s.Findings {
			let = append(let, strings.TrimRight(wording.ShortenLine(f.Text, noteMost), "."))
		}
	}
	if len(let) == 0 {
		return "No test and no check was weakened."
	}
	more := ""
	if n := len(let) - allowedMost; n > 0 {
		let, more = let[:allowedMost], fmt.Sprintf("; and %d more", n)
	}
	return "You let through, once: " + strings.Join(let, "; ") + more + "."
}

// branch names the one on which the changes follow each other.
func (c coded) branch() string { return c.merged[0].Order.Branch }

// describeExport says how the branch is taken out of a project's folder.
func (c coded) describeExport(p org.ProjectID) string {
	return fmt.Sprintf("on the machine with the repository `frasier export %s`, then `git fetch out/%s-*/%s %s`", p, p, coding.BundleFile, c.branch())
}

// codeResult says what a project's result tells about code; empty without any.
func (t view) codeResult() string {
	if len(t.Changes) == 0 {
		return ""
	}
	c := codedOf(t.Changes)
	text := "\n" + c.describeCode()
	if len(c.merged) == 0 {
		return text
	}
	made := t.Deliverable.At
	has := func(name string) bool { // files of a document that is older than the branch lack its end
		return !c.merged[len(c.merged)-1].Merged.At.After(made) && slices.ContainsFunc(t.Files, func(f org.File) bool { return f.Name == name })
	}
	switch {
	case has(coding.BundleFile):
		return text + fmt.Sprintf("Branch `%s`: `git fetch %s %s` with the attached file.\n", c.branch(), coding.BundleFile, c.branch())
	case has(coding.PatchFile):
		return text + fmt.Sprintf("Take it: `git apply %s` with the attached file.\n", coding.PatchFile)
	}
	return text + fmt.Sprintf("Branch `%s`: %s.\n", c.branch(), c.describeExport(t.Project.ID))
}

// onlyCode reports whether all that a project did is to change code.
func (t view) onlyCode() bool {
	return len(t.Changes) > 0 && !slices.ContainsFunc(t.Steps, func(s org.Step) bool {
		return s.Kind != org.KindAssembly && !slices.ContainsFunc(t.Changes, func(c coding.StepChange) bool { return c.Step.ID == s.ID })
	})
}

// codeButtons show what was changed, and how it was tried.
func (t view) codeButtons() []org.Button {
	id := " " + string(t.Project.ID)
	checks := org.Button{Label: "Checks", Command: org.CommandChecks + id}
	switch {
	case len(t.Changes) == 0:
		return nil
	case len(codedOf(t.Changes).merged) == 0:
		return []org.Button{checks}
	}
	return []org.Button{{Label: "Diff", Command: org.CommandDiff + id}, checks}
}

// CodeDelivered says in the terminal what a project changed and where that is found: in
// the folder, or, without one, in what export writes.
func CodeDelivered(p org.Project, list []coding.StepChange, dir string) string {
	c := codedOf(list)
	text := c.describeCode()
	switch {
	case len(c.merged) == 0:
		return text
	case dir == "":
		return text + fmt.Sprintf("Branch %s: frasier export %s, then git fetch out/%s-*/%s %s\n", c.branch(), p.ID, p.ID, coding.BundleFile, c.branch())
	}
	return text + fmt.Sprintf("Branch %s: git fetch %s/%s %s; or apply %s/%s\n", c.branch(), dir, coding.BundleFile, c.branch(), dir, coding.PatchFile)
}
