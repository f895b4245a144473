package evidence

import (
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/prose"
)

// Pages gives the addresses of what a description links to.
type Pages interface {
	Commit(id string) string
	Line(commit, path string, line int) string
}

// Words make a description, besides the changes.
type Words struct {
	Ordered  string // the founder's words, where he allowed them; empty for none
	Template string // what the repository asks of pull requests; empty for nothing
}

// most of a description: forges take 65 536 letters.
const most = 60_000

// Describe writes what stands in a pull request about the changes of a branch: of what was said of each only what something
// bears, with links to it, and how it was tried.
func Describe(changes []coding.StepChange, at Pages, w Words) string {
	var b strings.Builder
	if w.Ordered != "" {
		b.WriteString("Ordered:\n\n" + quoteLines(w.Ordered))
	}
	var missing []string
	for _, c := range changes {
		if c.Merged == nil {
			if c.Answer == nil {
				missing = append(missing, c.Step.Title)
			}
			continue
		}
		describeOne(&b, c, at)
	}
	for _, title := range missing {
		fmt.Fprintf(&b, "Not done, and not in here: %s\n\n", quoteText(title))
	}
	if w.Template != "" {
		b.WriteString("<details><summary>What this repository asks of pull requests</summary>\n\n" + quoteLines(prose.Clip(w.Template, mostTemplate, "…")) + "</details>\n")
	}
	return strings.TrimSpace(prose.Clip(b.String(), most, "…"))
}

const mostTemplate = 4000

// quoteLines frames the words of others line by line. They order nothing and call nobody.
func quoteLines(text string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.TrimSpace(text)) {
		b.WriteString("> " + quoteText(line) + "\n")
	}
	return b.String() + "\n"
}

func describeOne(b *strings.Builder, c coding.StepChange, at Pages) {
	title, why := splitMessage(c.Merged.Message)
	fmt.Fprintf(b, "### %s\n\n", quoteText(title))
	read := Read(c)
	left := 0
	for _, v := range read.Judge(why) {
		if !v.Borne() {
			left++
			continue
		}
		fmt.Fprintf(b, "- %s (%s)\n", quoteText(v.Sentence), strings.Join(linkProofs(v.Proofs, c.Merged.ID, at), ", "))
	}
	fmt.Fprintf(b, "- %s, [%s](%s)\n", countLines(read), shortID(c.Merged.ID), at.Commit(c.Merged.ID))
	if lacks := Lacks(c); lacks != "" {
		fmt.Fprintf(b, "- **Not proven**: %s\n", quoteText(lacks))
	}
	b.WriteString("\n")
	describeTrials(b, c, read, at)
	if left > 0 {
		fmt.Fprintf(b, "Left out, because nothing here bears it: %s of whoever wrote this.\n\n", prose.Count(left, "sentence"))
	}
}

// splitMessage parts the subject of a commit from what its maker said, without the lines that are for programs.
func splitMessage(message string) (subject, why string) {
	subject, rest, _ := strings.Cut(message, "\n")
	why, _, _ = strings.Cut(rest, "Frasier-Step:")
	if why = prose.OneLine(why); strings.HasPrefix(why, "Applied as you gave it: ") { // nobody but the founder said anything
		why = ""
	}
	return strings.TrimSpace(subject), why
}

func countLines(c Change) string {
	added, gone := 0, 0
	for _, l := range c.lines {
		if l.n > 0 {
			added++
		} else {
			gone++
		}
	}
	return fmt.Sprintf("+%d -%d in %s", added, gone, prose.Count(len(c.files), "file"))
}

func linkProofs(all []Proof, commit string, at Pages) []string {
	var out []string
	for _, p := range all {
		switch {
		case p.Test != "" && p.Path != "":
			out = append(out, fmt.Sprintf("[%s failed before, passes now](%s)", codeText(p.Test), at.Line(commit, p.Path, p.Line)))
		case p.Test != "":
			out = append(out, codeText(p.Test)+" failed before, passes now")
		case p.Check != "":
			out = append(out, fmt.Sprintf("%s passed on [%s](%s)", codeText(p.Check), shortID(commit), at.Commit(commit)))
		case p.Line > 0:
			out = append(out, fmt.Sprintf("[%s:%d](%s)", quoteText(coding.ShownPath(p.Path)), p.Line, at.Line(commit, p.Path, p.Line)))
		default:
			out = append(out, fmt.Sprintf("[%s](%s)", quoteText(coding.ShownPath(p.Path)), at.Commit(commit)))
		}
	}
	return out
}

// describeTrials folds how a change was tried: on the code as it was, with its tests alone, and merged.
func describeTrials(b *strings.Builder, c coding.StepChange, read Change, at Pages) {
	b.WriteString("<details><summary>Red and green</summary>\n\n| check | before | its tests alone | now |\n|---|---|---|---|\n")
	for _, now := range read.trials {
		fmt.Fprintf(b, "| %s | %s | %s | %s |\n", codeText(now.Name), countTrial(c.LastTrials(coding.TrialBefore, ""), now.Name), countTrial(c.LastTrials(coding.TrialRed, ""), now.Name), countTrial(read.trials, now.Name))
	}
	b.WriteString("\n")
	for _, t := range read.tests[:min(len(read.tests), shownTests)] {
		fmt.Fprintf(b, "- %s\n", linkProofs([]Proof{read.testProof(t)}, c.Merged.ID, at)[0])
	}
	if more := len(read.tests) - shownTests; more > 0 {
		fmt.Fprintf(b, "- and %s more\n", prose.Count(more, "test"))
	}
	switch {
	case len(c.Findings) > 0:
		b.WriteString("- a founder let through, once:\n")
		for _, f := range c.Findings {
			fmt.Fprintf(b, "  - %s\n", quoteText(f.Text))
		}
	case read.settled:
		b.WriteString("- no test and no check was weakened\n")
	}
	b.WriteString("\n</details>\n\n")
}

const shownTests = 20

func countTrial(all []coding.Trial, name string) string {
	i := slices.IndexFunc(all, func(t coding.Trial) bool { return t.Name == name })
	if i < 0 {
		return "not run"
	}
	t := all[i]
	switch {
	case t.NotRun() != "":
		return "could not run"
	case len(t.Failing) > 0:
		return fmt.Sprintf("%d failed, %d passed", len(t.Failing), t.Passed)
	case !t.Good():
		return "failed"
	case t.Passed > 0:
		return fmt.Sprintf("%d passed", t.Passed)
	}
	return "passed"
}

// quoteText takes from a text what would be more than words in Markdown: it is written by a model or a stranger.
func quoteText(text string) string {
	text = prose.OneLine(text)
	var b strings.Builder
	code := false
	for _, r := range text {
		if r == '`' {
			code = !code
		}
		if !code && strings.ContainsRune(`\*_[]<>|~`, r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
		if !code && (r == '@' || r == '#') { // else it calls somebody, or closes an issue
			b.WriteRune('\u200b')
		}
	}
	if code { // a mark without its end
		b.WriteByte('`')
	}
	return b.String()
}

// codeText writes a name as code, in a cell of a table too.
func codeText(name string) string {
	name = strings.ReplaceAll(prose.OneLine(name), "|", `\|`)
	if strings.Contains(name, "`") {
		return "`` " + name + " ``"
	}
	return "`" + name + "`"
}

func shortID(id string) string {
	const short = 10
	return id[:min(short, len(id))]
}
