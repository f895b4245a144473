package project

import (
	"fmt"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// Cap says how a project is limited and what it has cost.
func Cap(p reports.ProjectStatus) string {
	return fmt.Sprintf("%s has cost %s. To set a limit: `!project cap %s 5`", wording.NameWithID(p.Project), wording.DescribeCost(p), p.Project.ID)
}

// CapSet confirms the limit of a project, or that it is gone.
func CapSet(p reports.ProjectStatus) string {
	name, id := wording.NameWithID(p.Project), p.Project.ID
	switch {
	case p.Cap == 0:
		return name + " has no limit any more; what waited for it continues."
	case p.Spent.Cost >= p.Cap:
		return fmt.Sprintf("%s has already cost %s, so nothing more of it starts. `!project cap %s off` lets it continue.", name, wording.DescribeCost(p), id)
	}
	return fmt.Sprintf("%s may cost %s in all; so far it's %s. What would go over that waits, and I tell you.", name, wording.Limit(p.Cap), wording.DescribeSpending(p.Spent))
}

// NoAmount refuses a text that is no amount of money. Starting says that a new
// project was asked for with it; about is the project that it is for otherwise.
func NoAmount(text string, starting bool, about org.ProjectID) string {
	text = wording.Clip(wording.Plain(text), 20)
	if starting {
		return fmt.Sprintf("I can't read %q as an amount, so nothing is started. Say dollars, like `cap=5`.", text)
	}
	return fmt.Sprintf("I can't read %q as an amount. Say dollars, like `!project cap %s 5`, or `!project cap %s off`.", text, about, about)
}

// CapOrGoal refuses a line that limits one project and starts another.
func CapOrGoal() string {
	return "That names a project and asks for a new one. Which of the two? Please leave the other out."
}

// CapTooLate refuses to limit a project that has ended.
func CapTooLate(p org.ProjectName) string {
	return fmt.Sprintf("%s %s, so it costs nothing more.", wording.NameProject(p), wording.HasEnded(p.State))
}

// NeedsGoal asks what a project is to achieve.
func NeedsGoal(example string) string {
	return fmt.Sprintf("What should the project achieve? Say it after the command, or send a roadmap with it. For example: `!%s`", example)
}

// Starting confirms that a project was ordered; that it is begun, and under which
// title, is said next. Limit is what it may cost; 0 without one.
func Starting(what string, limit org.NanoUSD) string {
	text := "Got it, as a project: " + wording.Clip(wording.Plain(what), 300)
	if limit > 0 {
		text += fmt.Sprintf("\nIt may cost %s in all; what would go over that waits, and I tell you.", wording.Limit(limit))
	}
	return text
}
