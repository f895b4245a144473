package messages

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
)

// placed says in a line how a change of code is carried out: its name, where it starts, where it goes,
// who makes it, and behind what it is tried.
func placed(repository string, p coding.Placement) string {
	const digits = 7
	where := "in a copy of mine"
	if p.Isolated.Value == coding.NotIsolated {
		where = "in a copy of mine, and once it is merged in your folder too"
	}
	kind := ""
	if k := (coding.StepChange{Placed: &p}).Named(); k != "" {
		kind = ", " + k.String()
	}
	return fmt.Sprintf("**%s**%s: %s @ %s, %s, branch `%s`; %s, %s", p.Handle, kind, wording.OneLine(repository), p.Base.Value[:min(digits, len(p.Base.Value))], where, p.Branch.Value, maker(p), behindFence(p))
}

// maker says who makes a change.
func maker(p coding.Placement) string {
	switch who := p.Coder.Value; who { //nolint:exhaustive // all others are agents, by their names
	case coding.CoderEmbedded:
		return fmt.Sprintf("a model writes it (%s)", wording.TierWord(p.Tier.Value))
	case coding.CoderAllowed:
		return "the change that you let through is made again"
	case coding.CoderGiven, "":
		return "what you gave is applied"
	default:
		return "the agent " + string(who) + " writes it"
	}
}

// behindFence says behind what a change is tried.
func behindFence(p coding.Placement) string { return "tried behind a " + p.Fence.Value + " fence" }

// CodeStarted is the silent line in a project's thread when a step begins to change code, in the name of the agent
// who does it. ok is false for other steps.
func CodeStarted(ticket reports.Ticket, id org.StepID) (as org.AgentID, text string, ok bool) {
	t := view{ticket}
	s, ok := t.step(id)
	i := slices.IndexFunc(t.Changes, func(c coding.StepChange) bool { return c.Step.ID == id && c.Placed != nil })
	if !ok || i < 0 {
		return "", "", false
	}
	return s.Agent, fmt.Sprintf("%s (%s %s).", placed(t.Changes[i].Order.Repository.Name, *t.Changes[i].Placed), id, wording.ShortenLine(wording.StepTitle(s), wording.TitleMost)), true
}

// placedHead says on a card who makes the changes and where they go, where all that began agree.
func (t view) placedHead() string {
	makers, shared := []string{}, false
	behind := "a fence"
	for _, c := range t.Changes {
		if c.Placed == nil {
			continue
		}
		if m := maker(*c.Placed); !slices.Contains(makers, m) {
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

// CodeWorkspaces lists the work on code by its name, the newest first: where it starts, where it goes, and how far it is.
func CodeWorkspaces(all []coding.CodeRun) wording.Message {
	const most = 8
	if len(all) == 0 {
		return wording.Message{Text: "No work on code has begun yet. `!repo` lists where I may change some."}
	}
	var lines []string
	for _, r := range slices.Backward(all) {
		c := r.Change
		lines = append(lines, fmt.Sprintf("- %s %s (%s): %s; %s", c.Step.ID, wording.ShortenLine(wording.StepTitle(c.Step), wording.TitleMost), c.Step.Project, placed(r.Repository, *c.Placed), workState(c)))
	}
	m := wording.Message{Text: prose.Count(len(all), "piece") + " of work on code:\n" + strings.Join(lines[:min(len(lines), most)], "\n")}
	if len(lines) > most {
		m.More = strings.Join(lines[most:], "\n")
	}
	return m
}

// workState is how far a step that changes code is.
func workState(c coding.StepChange) string {
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
		return cmp.Or(view{reports.Ticket{Changes: []coding.StepChange{c}}}.coding(s), "under way")
	}
	return ""
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
