package staff

import (
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
)

// The words of titles may mean a routing category under another name, or several: "Chief of Staff
// / COO" is the chief's and operations'.
func routeAliases() map[string]string {
	return map[string]string{
		"chief": "chief", "ceo": "chief", "coo": "operations", "business": "strategy", "founder": "strategy",
		"test": "quality", "tester": "quality", "qa": "quality", "reviewer": "quality", "auditor": "quality",
		"writer": "content", "editor": "content", "copywriter": "content", "author": "content", "journalist": "content",
		"archivist": "knowledge", "librarian": "knowledge", "historian": "knowledge", "curator": "knowledge",
		"developer": "engineering", "programmer": "engineering", "architect": "engineering", "cto": "engineering", "devops": "engineering",
		"marketer": "marketing", "cmo": "marketing", "seller": "marketing", "sales": "marketing", "lawyer": "legal", "counsel": "legal",
		"attorney": "legal", "accountant": "finance", "cfo": "finance", "controller": "finance", "bookkeeper": "finance", "scientist": "research",
		"researcher": "research", "analyst": "research", "investigator": "research",
	}
}

// Aliases returns the categories that the words of a title stand for, in
// their order, each once; nil when none does.
func Aliases(title string) []string {
	var out []string
	for _, w := range prose.Words(title) {
		if c, ok := routeAliases()[w]; ok && !slices.Contains(out, c) {
			out = append(out, c)
		}
	}
	return out
}

func skillWords() map[string][]string {
	return map[string][]string{
		"competitor analysis": {"competitor", "competitors", "rival", "rivals", "compare", "comparison"},
		"market sizing":       {"market", "tam", "segment", "demand", "size"},
		"pricing":             {"price", "prices", "pricing", "tariff", "fee", "fees"},
		"finding figures":     {"statistics", "figures", "data", "numbers", "rate", "share"},
		"regulation":          {"law", "legal", "regulation", "licence", "license", "compliance", "gdpr"},
		"unit economics":      {"margin", "cost", "costs", "revenue", "cash", "profit", "budget"},
		"copywriting":         {"copy", "headline", "landing", "email", "newsletter", "post", "slogan"},
		"long-form writing":   {"guide", "report", "article", "brief", "document", "essay", "write"},
		"launch planning":     {"launch", "campaign", "channel", "channels", "ads", "seo"},
		"system design":       {"architecture", "api", "schema", "database", "software", "prototype", "code"},
		"process design":      {"process", "checklist", "workflow", "supplier", "suppliers", "logistics"},
		"decision making":     {"decide", "choose", "recommend", "strategy", "priorities", "roadmap"},
	}
}

// Skills names the skills that a task calls for by its words, in the order of
// their names.
func Skills(task string) []string {
	words := prose.Words(task)
	var out []string
	for skill, list := range skillWords() {
		if slices.ContainsFunc(words, func(w string) bool { return slices.Contains(list, w) }) {
			out = append(out, skill)
		}
	}
	slices.Sort(out)
	return out
}

// Near returns the agent whose title is so near a role's that nobody needs to
// be hired for it: not a reviewer, not one without a team.
func Near(agents []org.Agent, role string) (org.Agent, bool) {
	const near = 0.6
	var out org.Agent
	best := 0.0
	for _, a := range agents {
		if a.Reviewer != "" || a.Team == "" {
			continue
		}
		if o := prose.Overlap(a.Role, role); o >= near && o > best {
			out, best = a, o
		}
	}
	return out, best > 0
}

// Team returns the team that a hire for a category joins.
func Team(category string) string {
	if category = strings.ToLower(strings.TrimSpace(category)); category == "" {
		category = "research"
	}
	return "team-" + category
}

// Expert returns who of the team works in a step's own category, from all active agents with a
// team: never the author, and nobody who reviews it anyway. ok is false when there is nobody.
func Expert(agents []org.Agent, author org.AgentID, category string) (org.Agent, bool) {
	if category == "marketing" {
		category = "growth"
	}
	i := slices.IndexFunc(agents, func(a org.Agent) bool {
		return a.Category == category && a.ID != author && a.Reviewer == "" && a.Team != "" && !a.ID.IsRole()
	})
	if i < 0 {
		return org.Agent{}, false
	}
	return agents[i], true
}
