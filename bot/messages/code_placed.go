package messages

import (
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// CodeStarted is the silent line in a project's thread when a step begins to change code, in the name of the agent
// who does it. ok is false for other steps.
func CodeStarted(ticket reports.Ticket, id org.StepID) (as org.AgentID, text string, ok bool) {
	t := view{ticket}
	s, ok := t.step(id)
	i := slices.IndexFunc(t.Changes, func(c coding.StepChange) bool { return c.Step.ID == id && c.Placed != nil })
	if !ok || i < 0 {
		return "", "", false
	}
	p := *t.Changes[i].Placed
	text = fmt.Sprintf("%s (%s %s).", wording.DescribePlacement(t.Changes[i].Order.Repository.Name, p), id, wording.ShortenLine(wording.StepTitle(s), wording.TitleMost))
	if checks := p.Checks.Value; t.laterTry(s) && len(checks) > 0 {
		text += fmt.Sprintf(" What counts for this try: `%s`.", wording.OneLine(strings.Join(checks, "; ")))
	}
	if p.Moved != "" {
		text += " " + wording.Plain(p.Moved)
	}
	return s.Agent, text, true
}

// laterTry reports whether a step was tried before: then other checks may count for it now.
func (t view) laterTry(s org.Step) bool { return s.Round() > 1 || s.Attempt > 1 }

// placedHead says on a card who makes the changes and where they go, where all that began agree.
func (t view) placedHead() string {
	makers, shared := []string{}, false
	behind := "a fence"
	for _, c := range t.Changes {
		if c.Placed == nil {
			continue
		}
		if m := wording.DescribeMaker(*c.Placed); !slices.Contains(makers, m) {
			makers = append(makers, m)
		}
		behind = "a " + c.Placed.Fence.Value + " fence"
		shared = shared || c.Placed.Isolated.Value == coding.NotIsolated
	}
	text := "; "
	if len(makers) == 1 {
		text += makers[0] + "; "
	}
	text += "each change is tried behind " + behind
	if shared {
		return text + ", and what you want so comes into your folder once it is merged"
	}
	return text + ", your files stay as they are"
}

// WorkOpened says where the files of a step's work lie.
func WorkOpened(dir string) string {
	return dir + "\nIt is a copy to look at: what you change there goes nowhere.\n"
}

// TerminalShell says what a shell in a step's files can do.
func TerminalShell(dir string) string {
	return fmt.Sprintf("A shell in a copy of the step's files, behind the walls that its checks have: no network, nothing else of this machine. What you change stays in %s and never becomes part of the change. exit leaves.", dir)
}

// WorkClosed says that such a folder is gone.
func WorkClosed(name string) string {
	return name + " is closed; its work is kept, and can be opened again.\n"
}
