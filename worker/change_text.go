package worker

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/worker/proof"
)

// changeText writes the result of a step that changes code: what changed, how it was tried before
// and after, and what its reader must know.
func changeText(c coding.Change, g proof.Ruling, all []coding.Trial) string {
	var b strings.Builder
	added, deleted := c.Lines()
	if c.Said != "" {
		b.WriteString(c.Said + "\n\n") // alone: whoever tells the result in short takes the first line
	}
	fmt.Fprintf(&b, "%s changed, +%d -%d lines.\n\n", prose.Count(len(c.Files), "file"), added, deleted)
	b.WriteString("| file | lines |\n|---|---|\n")
	for _, f := range c.Files {
		fmt.Fprintf(&b, "| %s | %s |\n", codeCell(f.Path), countChanged(f))
	}
	b.WriteString("\n| check | before | after |\n|---|---|---|\n")
	before := coding.TrialsOf(all, coding.TrialBefore, "")
	for _, t := range coding.TrialsOf(all, coding.TrialGreen, c.Tree) {
		was := "not run"
		for _, x := range before {
			if x.Name == t.Name {
				was = trialText(x)
			}
		}
		fmt.Fprintf(&b, "| %s | %s | %s |\n", codeCell(t.Name), was, trialText(t))
	}
	b.WriteString("\n")
	if c.Red != "" {
		fmt.Fprintf(&b, "The tests of this change %s. ", c.Red)
	}
	if len(g.Allowed) == 0 {
		b.WriteString("Tests and checks were not weakened.\n")
	} else {
		b.WriteString("The founder let this through, once:\n\n")
		for _, f := range g.Allowed {
			b.WriteString("- " + f.Text + "\n")
		}
	}
	for _, n := range g.Notes {
		b.WriteString("\n" + n + "\n")
	}
	if m := c.Merged; m != nil {
		if m.Tree != c.Tree {
			fmt.Fprintf(&b, "\nMerged with %s before it; all checks passed on the merged code again.\n", prose.Count(m.N-1, "change"))
		}
		fmt.Fprintf(&b, "\nCommit `%.12s` on `%.12s`.\n", m.ID, m.Parent)
	}
	return strings.TrimSpace(b.String())
}

// countChanged says how many lines of a file a change adds and deletes, and whether it makes or deletes the file.
func countChanged(f coding.FileChange) string {
	what := fmt.Sprintf("+%d -%d", f.Added, f.Deleted)
	switch {
	case f.Gone():
		return what + ", deleted"
	case f.Fresh():
		return what + ", new"
	}
	return what
}

// commitMessage says what a change does, why, as its maker has it, and which step and checks stand behind it.
func commitMessage(s org.Step, c coding.Change, checks []string) string {
	why := strings.TrimSpace(prose.OneLine(c.Said))
	if why != "" {
		why = wrapWords(why) + "\n\n"
	}
	return fmt.Sprintf("%s\n\n%sFrasier-Step: %s\nFrasier-Checks: %s\n", s.Title, why, s.ID, strings.Join(checks, "; "))
}

// wrapWords breaks a text into lines as those who read git's log are used to.
func wrapWords(text string) string {
	const most = 72
	var b strings.Builder
	at := 0
	for _, w := range strings.Fields(text) {
		switch {
		case at > 0 && at+1+len(w) > most:
			b.WriteString("\n")
			at = 0
		case at > 0:
			b.WriteString(" ")
			at++
		}
		b.WriteString(w)
		at += len(w)
	}
	return b.String()
}

// codeCell writes the name of a file or a check as code in a cell of a table.
func codeCell(name string) string {
	fence, pad := "`", ""
	if name = coding.ShownPath(name); strings.Contains(name, "`") {
		fence, pad = "``", " "
	}
	return fence + pad + strings.ReplaceAll(name, "|", `\|`) + pad + fence
}

func trialText(t coding.Trial) string {
	switch {
	case t.Good() && t.Passed > 0:
		return prose.Count(t.Passed, "test") + " passed"
	case t.Good():
		return "passed"
	case len(t.Failing) > 0:
		return fmt.Sprintf("%s failed, %d passed", prose.Count(len(t.Failing), "test"), t.Passed)
	case t.Reason != "":
		return t.Ended()
	}
	return fmt.Sprintf("failed (exit %d)", t.Exit)
}

func diffText(c coding.Change) string { return "````diff\n" + patchText(c.Patch) + "\n````" }

// patchText leaves the end of a long patch out.
func patchText(patch []byte) string {
	const most = 40_000
	text := strings.TrimSuffix(coding.ReadablePatch(patch), "\n")
	cut := ""
	if len(text) > most {
		for text = text[:most]; !utf8.ValidString(text); {
			text = text[:len(text)-1]
		}
		cut = fmt.Sprintf("\n[%d bytes left out]", len(patch)-len(text))
	}
	return text + cut
}
