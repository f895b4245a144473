package llmtest

import (
	"cmp"
	"regexp"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/llm/prompt"
)

// message is the founder's words that a stage is about.
func (s sheet) message() string {
	switch s.Stage {
	case org.StageClassify:
		return cmp.Or(contract[prompt.ClassifyContract](s.brief).Text, onlyFiles)
	case org.StageChief:
		return cmp.Or(contract[prompt.ChiefContract](s.brief).Text, onlyFiles)
	case org.StageRoles:
		c := contract[prompt.RolesContract](s.brief)
		return cmp.Or(c.Project.Goal, c.Request)
	case org.StagePlan:
		c := contract[prompt.PlanContract](s.brief)
		return cmp.Or(c.Job.Project.Goal, c.Job.Request)
	}
	return s.task.Request
}

// onlyFiles is the text of a message that has none.
const onlyFiles = "(no text, only files)"

// attachments are the files of the message that a stage is about.
func (s sheet) attachments() []org.Attachment {
	if s.Stage == org.StageChief {
		return contract[prompt.ChiefContract](s.brief).Attachments
	}
	return contract[prompt.ClassifyContract](s.brief).Attachments
}

var headingLine = regexp.MustCompile(`(?m)^\s*#`)

var listItem = regexp.MustCompile(`(?m)^\s*(?:[-*+]|[0-9]+[.)]) `)

// classed is what a diligent reader makes of a message.
func (s sheet) classed(message string) (class org.Class, confidence float64) {
	words := org.Words(message)
	switch {
	case s.roadmapAttached():
		return org.ClassFullProject, 0.95
	case len(words) == 0:
		return org.ClassCasual, 0.9
	case len(listItem.FindAllString(message, -1)) >= 5:
		return org.ClassFullProject, 0.92
	case anyOf(message, "how far", "status", "thanks", "thank you") && len(words) < 12:
		return org.ClassCasual, 0.88
	case anyOf(message, "project", "roadmap", "launch", "go to market", "business plan", "build a", "build an", "build me", "build us", "set up a"):
		return org.ClassFullProject, 0.88
	case message == onlyFiles:
		return org.ClassSimpleTask, 0.75
	case anyOf(message, verbs()...) && len(words) >= 3:
		if len(words) > 60 {
			return org.ClassFullProject, 0.8
		}
		return org.ClassSimpleTask, 0.86
	case strings.Contains(message, "?") && anyOf(message, "what does", "what do", "how much", "how many", "which", "price", "prices", "cost", "costs"):
		return org.ClassSimpleTask, 0.8
	default:
		return org.ClassCasual, 0.9
	}
}

func verbs() []string {
	return []string{
		"analyse", "analyze", "assess", "calculate", "check", "collect", "compare", "compile", "describe", "design", "document",
		"draft", "estimate", "evaluate", "explain", "find", "gather", "identify", "investigate", "list", "make", "map", "outline",
		"plan", "prepare", "price", "propose", "rank", "recommend", "report", "research", "review", "rewrite", "study", "summarise",
		"summarize", "survey", "translate", "write",
	}
}

// roadmapAttached reports whether a file has the headings or the list of a roadmap.
func (s sheet) roadmapAttached() bool {
	for _, a := range s.attachments() {
		if len(headingLine.FindAllString(a.Text, -1)) >= org.RoadmapHeadings || len(listItem.FindAllString(a.Text, -1)) >= org.RoadmapItems {
			return true
		}
	}
	return false
}

func (s sheet) classify() any {
	m := s.message()
	class, confidence := s.classed(m)
	title := titleFrom(m)
	if class == org.ClassCasual {
		title = ""
	}
	evidence := []string{}
	if q := firstSentence(m); q != "" {
		evidence = append(evidence, clause(q))
	}
	return map[string]any{
		"evidence": evidence, "class": string(class), "confidence": confidence,
		"title": title, "needs_clarification": false, "question": "",
	}
}

func (s sheet) chief() any {
	m := s.message()
	class, _ := s.classed(m)
	title := titleFrom(m)
	switch class {
	case org.ClassFullProject:
		return map[string]any{
			"message": "I start the project \"" + title + "\" now and report here when there is something to read.",
			"action":  string(org.ActionNewProject), "project": project(m, title, "Findings", "Recommendation"),
		}
	case org.ClassSimpleTask:
		return map[string]any{
			"message": "I take this as one task, \"" + title + "\", and bring the result here.",
			"action":  string(org.ActionProposal), "project": project(m, title, title),
		}
	case org.ClassCasual, org.ClassNone:
	}
	return map[string]any{
		"message": "Good to hear from you. Tell me what you want worked out, or send a roadmap, and the office starts on it.",
		"action":  string(org.ActionResponse), "project": nil,
	}
}

func project(message, title string, phases ...string) map[string]any {
	goal := short(message, 1900)
	if goal == "" {
		goal = title
	}
	list := []any{}
	for _, p := range phases {
		list = append(list, map[string]any{"label": short(p, 58), "task": short(goal, 280)})
	}
	return map[string]any{
		"title": title, "goal": goal, "mode": string(org.ModeResearch), "depth": string(org.DepthStandard), "phases": list,
	}
}

// titleFrom makes a title of the first sentence.
func titleFrom(message string) string {
	t := strings.TrimRight(short(firstSentence(message), 70), ".!?:")
	t = strings.TrimSpace(strings.TrimLeft(t, "#-* "))
	if t == "" {
		return "Untitled"
	}
	return t
}

// firstSentence returns the beginning of text up to its first full stop.
func firstSentence(text string) string {
	for l := range strings.Lines(text) {
		if l = strings.TrimSpace(l); l != "" {
			if all := sentences(l); len(all) > 0 {
				return all[0]
			}
			return l
		}
	}
	return ""
}

// clause returns the first words of a sentence, verbatim.
func clause(sentence string) string {
	if i := strings.IndexAny(sentence, ",;:"); i > 12 {
		sentence = sentence[:i]
	}
	return short(sentence, 120)
}

func (s sheet) roles(v verdicts) any {
	goal := s.message()
	covers := []string{short(firstSentence(goal), 180)}
	role := func(title, category, why string) map[string]any {
		return map[string]any{"why": why, "title": title, "category": category, "covers": covers, "existing_agent": s.teammate(category)}
	}
	list := []any{
		role("Market Research Lead", "research", "Finds and checks the facts that the work stands on."),
		role("Content Lead", "content", "Owns the final document and its wording."),
	}
	if v.good { // somebody whom the team lacks
		list = append(list, map[string]any{
			"why": "Duties on grain differ by country and by month.", "title": "Grain tariff specialist", "category": "finance", "covers": covers,
			"existing_agent": nil,
		})
	}
	return map[string]any{"roles": list}
}

// teammate finds an agent of a category in the team, nil when there is none.
func (s sheet) teammate(category string) any {
	for _, a := range contract[prompt.RolesContract](s.brief).Team {
		if a.Category == category {
			return string(a.ID)
		}
	}
	return nil
}
