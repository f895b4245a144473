// Package staff knows who works here: which agent fills a role. It imports
// the vocabulary only and reads nothing; the agents come in as values.
package staff

import (
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
)

// Of the first team's categories that serve a routing category the best comes first.
func routeTable(category string) []string {
	switch category {
	case "research", "finance", "legal":
		return []string{category, "research", "knowledge"}
	case "strategy":
		return []string{"strategy", "research", "growth", "chief"}
	case "content":
		return []string{"content", "growth"}
	case "marketing":
		return []string{"growth", "marketing", "content"}
	case "engineering", "design":
		return []string{category, "engineering", "content"}
	case "operations":
		return []string{"operations", "knowledge", "chief"}
	case "quality":
		return []string{"quality"}
	default:
		return []string{category}
	}
}

func routeKeywords() map[string][]string {
	return map[string][]string{
		"research":    {"research", "find", "market", "competitor", "competitors", "survey", "benchmark", "sources", "study", "analyst", "analyse", "analyze", "analysis", "data"},
		"strategy":    {"strategy", "strategist", "positioning", "pricing", "plan", "roadmap", "model", "priorities"},
		"content":     {"write", "writer", "content", "copy", "article", "blog", "guide", "report", "brief", "editor", "newsletter", "post"},
		"marketing":   {"marketing", "growth", "launch", "ads", "seo", "campaign", "social", "channel", "channels", "audience"},
		"engineering": {"engineer", "engineering", "code", "software", "api", "prototype", "technical", "architecture", "backend", "frontend"},
		"design":      {"design", "designer", "ux", "ui", "brand", "logo", "layout"},
		"finance":     {"finance", "financial", "cost", "costs", "budget", "revenue", "margin", "cash", "forecast"},
		"legal":       {"legal", "contract", "licence", "license", "compliance", "regulation", "privacy", "terms"},
		"operations":  {"operations", "logistics", "supplier", "suppliers", "process", "checklist", "hiring", "support"},
		"quality":     {"quality", "test", "qa", "audit"},
	}
}

// Category guesses the routing category of a role or task from its words; the
// default is research.
func Category(text string) string {
	_, c := guessRoute(text)
	return c
}

func guessRoute(text string) (hits int, category string) {
	words := prose.Words(text)
	best, most := "research", 0
	for _, c := range org.Categories() {
		n := 0
		for _, w := range words {
			if slices.Contains(routeKeywords()[c], w) {
				n++
			}
		}
		if n > most {
			best, most = c, n
		}
	}
	return most, best
}

// RoleCategory returns the routing category of a role by its title, and by the text of its task
// only when the title says nothing: the founder's "@writer" is one whatever he is to write about.
func RoleCategory(title, text string) string {
	if c := prose.Fold(title); slices.Contains(org.Categories(), c) {
		return c
	}
	if n, c := guessRoute(title); n > 0 {
		return c
	}
	for _, c := range Aliases(title) {
		if slices.Contains(org.Categories(), c) {
			return c
		}
	}
	return Category(text)
}

// OfTitle returns the category that the words of a title speak for; empty when they speak for
// none.
func OfTitle(title string) string {
	if n, c := guessRoute(title); n > 0 {
		return c
	}
	return ""
}

// OfMark returns the category that a founder's mark names: one of the categories, or a single word
// that means one ("writer", "lawyer"); empty for a title.
func OfMark(mark string) string {
	folded := prose.Fold(mark)
	if slices.Contains(org.Categories(), folded) {
		return folded
	}
	if len(prose.Words(mark)) != 1 {
		return ""
	}
	for _, c := range Aliases(mark) {
		if slices.Contains(org.Categories(), c) {
			return c
		}
	}
	return ""
}

// Title names somebody of a category when nothing else is known of the role.
func Title(category string) string {
	switch category {
	case "strategy":
		return "Strategist"
	case "content":
		return "Writer"
	case "marketing":
		return "Marketer"
	case "engineering":
		return "Engineer"
	case "design":
		return "Designer"
	case "finance":
		return "Financial analyst"
	case "legal":
		return "Legal adviser"
	case "operations":
		return "Operations manager"
	case "quality":
		return "Quality manager"
	}
	return "Researcher"
}

// Covers returns the agent whose own field a category is. Reviewers, agents
// without a team and those who joined by a file cover nothing.
func Covers(agents []org.Agent, category string) (org.Agent, bool) {
	fields := []string{category}
	switch category {
	case "research":
		fields = append(fields, "knowledge")
	case "marketing":
		fields = append(fields, "growth")
	}
	for _, f := range fields {
		for _, a := range agents {
			if a.Category == f && a.Reviewer == "" && a.Team != "" && !a.ID.IsRole() {
				return a, true
			}
		}
	}
	return org.Agent{}, false
}

// Match returns the agent who fills a role: one of that name or id, else one
// whose title is near the role's words, else the first whose category serves
// the role's, else the first. Reviewers are given no work, since nobody reviews
// his own, nor is an agent without a team: ok is false when
// there is nobody else.
func Match(agents []org.Agent, role, category string) (agent org.Agent, ok bool) {
	workers := slices.DeleteFunc(slices.Clone(agents), func(a org.Agent) bool { return a.Reviewer != "" || a.Team == "" })
	if len(workers) == 0 {
		return org.Agent{}, false
	}
	best := 0.0
	for _, a := range workers {
		const near = 0.6
		if named := prose.Fold(role); named != "" && (named == prose.Fold(a.Name) || named == prose.Fold(string(a.ID))) {
			return a, true
		}
		if o := prose.Overlap(a.Role, role); o >= near && o > best {
			best, agent, ok = o, a, true
		}
	}
	if ok {
		return agent, true
	}
	if others := slices.DeleteFunc(slices.Clone(workers), func(a org.Agent) bool { return a.ID.IsRole() }); len(others) > 0 {
		workers = others
	}
	for _, c := range routeTable(strings.ToLower(category)) {
		for _, a := range workers {
			if a.Category == c {
				return a, true
			}
		}
	}
	return workers[0], true
}
