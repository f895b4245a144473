package wording

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// NameProject is a project's title with the number that commands know it by.
func NameProject(p org.ProjectName) string { return fmt.Sprintf("%s (%s)", Name(p.Title), p.ID) }

// NameProjects names one project, and counts several.
func NameProjects(projects []org.ProjectName) string {
	if len(projects) == 1 {
		return NameProject(projects[0])
	}
	return Count(len(projects), "project")
}

// StepTitle names the last step too, which has no title of its own.
func StepTitle(s org.Step) string {
	if s.Kind == org.KindAssembly {
		return "Put the document together"
	}
	return s.Title
}

// MarkStep is the sign of a step's state: "✓", "▸", "·".
func MarkStep(s org.Step) string {
	switch s.State {
	case org.StepCompleted:
		return "✓"
	case org.StepFailed:
		return "✗"
	case org.StepCancelled:
		return "–"
	case org.StepInProgress, org.StepInReview:
		return "▸"
	case org.StepPending:
		if s.Held != 0 {
			return "⏸"
		}
	}
	return "·"
}

// ChoiceOfProject is a project as a menu offers it.
func ChoiceOfProject(p org.ProjectName) org.Choice {
	return org.Choice{Label: Clip(string(p.ID)+" "+Plain(p.Title), 90), Value: string(p.ID)}
}

// NameWithID is NameProject of a whole project.
func NameWithID(p org.Project) string { return NameProject(org.ProjectName{ID: p.ID, Title: p.Title}) }

// ProjectState is the state of a project in a word or two.
func ProjectState(s org.ProjectState) string {
	switch s {
	case org.ProjectActive:
		return "in progress"
	case org.ProjectCompleted:
		return "done"
	case org.ProjectPartial:
		return "done, with gaps"
	case org.ProjectFailed:
		return "stopped"
	case org.ProjectPaused, org.ProjectCancelled:
	}
	return string(s)
}

// acceptedBy says who accepted a document, and when.
func acceptedBy(a reports.Acceptance) string {
	return fmt.Sprintf("accepted by %s on %s", NamePerson(a.By), Day(a.At))
}

// NamePerson names a founder: a chat shows the name of a number of its own.
func NamePerson(author string) string {
	if len(author) > 14 && strings.Trim(author, "0123456789") == "" {
		return "<@" + author + ">"
	}
	return Plain(author)
}

// HasEnded says how a project ended: "is done", "has stopped".
func HasEnded(s org.ProjectState) string {
	if s == org.ProjectFailed {
		return "has stopped"
	}
	return "is " + ProjectState(s)
}

// DescribeProgress says how far a project is: "phase 1 of 2, 1 of 4 steps done".
func DescribeProgress(p reports.ProjectStatus, accepted map[org.ProjectID]reports.Acceptance) string {
	all := 0
	for _, n := range p.Steps {
		all += n
	}
	done := p.Steps[org.StepCompleted]
	if p.Project.State.Ended() {
		word := ProjectState(p.Project.State)
		if p.Project.State != org.ProjectCompleted && all > 0 {
			word += fmt.Sprintf(", %d of %s done", done, Count(all, "step"))
		}
		if at, ok := accepted[p.Project.ID]; ok {
			word += ", " + acceptedBy(at)
		}
		return word
	}
	var parts []string
	if p.Project.State == org.ProjectPaused {
		parts = append(parts, "paused")
	}
	if n := len(p.Project.Phases); n > 1 {
		parts = append(parts, fmt.Sprintf("phase %d of %d", p.Project.Phase+1, n))
	}
	if all == 0 {
		return strings.Join(append(parts, "being planned"), ", ")
	}
	progress := fmt.Sprintf("%d of %s done", done, Count(all, "step"))
	if n := p.Steps[org.StepFailed] - p.Asked; n > 0 {
		progress += fmt.Sprintf(", %d failed", n)
	}
	return strings.Join(append(parts, progress), ", ")
}

// DescribeCost says what a project has cost, and of how much it may.
func DescribeCost(p reports.ProjectStatus) string {
	if p.Cap == 0 {
		return DescribeSpending(p.Spent)
	}
	text := fmt.Sprintf("%s of your %s limit", Money(p.Spent.Cost), Limit(p.Cap))
	if p.Spent.Unknown > 0 {
		text += ", and " + CountOf(p.Spent.Unknown, "AI call", "AI calls") + " of unknown cost"
	}
	return text
}

// DescribeSpending is money that was spent, with how much of it nobody knows.
func DescribeSpending(l org.CostLine) string {
	switch {
	case l.Unknown > 0 && l.Cost == 0:
		return fmt.Sprintf("%s of unknown cost", CountOf(l.Unknown, "AI call", "AI calls"))
	case l.Unknown > 0:
		return fmt.Sprintf("%s and %s of unknown cost", Money(l.Cost), CountOf(l.Unknown, "AI call", "AI calls"))
	}
	return Money(l.Cost)
}

// ListNeeded lists the numbers of the steps that a step comes after.
func ListNeeded(s org.Step, number map[org.StepID]int) string {
	var out []string
	for _, n := range s.DependsOn {
		if i := number[n]; i > 0 {
			out = append(out, fmt.Sprint(i))
		}
	}
	return Clip(strings.Join(out, ", "), 40)
}

// DocumentNone says that a project has no document yet.
func DocumentNone(p org.ProjectName) string {
	return fmt.Sprintf("%s has no document yet. `!status %s` tells you what it waits for.", NameProject(p), p.ID)
}

// ProjectButtons lists what a founder can do with one project.
func ProjectButtons(p reports.ProjectStatus) []org.Button {
	id := " " + string(p.Project.ID)
	var out []org.Button
	switch {
	case p.Project.State == org.ProjectActive:
		out = append(out, org.Button{Label: "Pause", Command: org.CommandPause + id})
	case p.Project.State == org.ProjectPaused:
		out = append(out, org.Button{Label: "Resume", Command: org.CommandResume + id, Style: org.StylePrimary})
	case p.Steps[org.StepCompleted] > 0:
		out = append(out, org.Button{Label: "Read here", Command: org.CommandRead + id}, org.Button{Label: "Sources", Command: org.CommandSources + id})
	}
	if !p.Project.State.Ended() {
		out = append(out,
			org.Button{Label: "Tell the team", Command: "steer" + id, Ask: "What should they know?"},
			org.Button{Label: "Cancel project", Command: org.CommandCancel + id, Style: org.StyleDanger})
	}
	return out
}
