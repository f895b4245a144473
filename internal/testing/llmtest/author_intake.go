package llmtest

import (
	"cmp"
	"regexp"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/llm/prompt"
)

// message is the founder's words that a stage is about.
func (s sheet) message() string {
	switch s.Stage {
	case org.StageClassify:
		return cmp.Or(contract[prompt.ClassifyContract](s.brief).Text, onlyFiles)
	case org.StageChief:
		return cmp.Or(contract[prompt.ChiefContract](s.brief).Text, onlyFiles)
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

// What a diligent reader makes of a message.
func (s sheet) classed(message string) (class org.Class, confidence float64) {
	words := prose.Words(message)
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
		"draft", "estimate", "evaluate", "explain", "find", "fix", "gather", "identify", "investigate", "list", "make", "map", "outline",
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
	c := contract[prompt.ClassifyContract](s.brief)
	asks := strings.HasSuffix(strings.TrimSpace(m), "?") && (class == org.ClassCasual || c.Here != "")
	if c.Here != "" || prose.Fold(strings.Join(rules(m), " ")) == prose.Fold(m) {
		class, title = org.ClassCasual, ""
	}
	return map[string]any{
		"evidence": evidence, "class": string(class), "confidence": confidence, "title": title,
		"is_question": asks, "rules": rules(m), "ask_back": "",
	}
}

var (
	ruleHead = regexp.MustCompile(`(?i)^(please )?(always|never|from now on|rule:)\b`)
	noRule   = regexp.MustCompile(`(?i)^(never (mind|heard|knew|say|thought|done|been)|always (a|an|the|nice|good|great|wanted|loved|thought))\b`)
)

// rules are the sentences that order something for good.
func rules(m string) []string {
	out := []string{}
	for _, s := range sentences(m) {
		if ruleHead.MatchString(s) && !noRule.MatchString(s) && !strings.HasSuffix(s, "?") {
			out = append(out, s)
		}
	}
	return out
}

// What the chief says to what asks for nothing.
const talk = "Good to hear from you. Tell me what you want worked out, or send a roadmap, and the team starts on it."

func (s sheet) chief() any {
	m := s.message()
	c := contract[prompt.ChiefContract](s.brief)
	class, _ := s.classed(m)
	title := titleFrom(m)
	project, rest := s.about(m)
	switch {
	case c.Class.Question, c.Class.Class == org.ClassCasual && c.Class.Model == "", prose.Fold(strings.Join(c.Class.Directives, " ")) == prose.Fold(m):
		return acting(talk, "reply", "", "", nil)
	case project != "" && !strings.HasSuffix(strings.TrimSpace(rest), "?"):
		return s.guidance(project)
	case class == org.ClassFullProject:
		return acting("I start the project \""+title+"\" now and report here when there is something to read.", "start", "", "", ordered(m, title, "project", "Findings", "Recommendation"))
	case class == org.ClassSimpleTask && len(c.Repositories) > 0 && anyOf(m, "fix", "mend", "repair"):
		what := ordered(m, title, "task", title)
		what["mode"] = "code"
		return acting("I have it changed, with a test that shows it.", "start", "", "", what)
	case class == org.ClassSimpleTask:
		return acting("I take this as one task, \""+title+"\", and bring the result here.", "start", "", "", ordered(m, title, "task", title))
	}
	return acting(talk, "reply", "", "", nil)
}

var addressed = regexp.MustCompile(`(?i)^(?:(?:for|in|on|re|regarding|about|to)\s+)?(p\d+)(?:\s*[:,]|\s+[\x{2013}\x{2014}-]|\s)\s*(.*)$`)

// about is the project that a message is about: the one that it names, or the
// one in whose thread it stands; and the rest of the message.
func (s sheet) about(m string) (project org.ProjectID, rest string) {
	named := addressed.FindStringSubmatch(strings.TrimSpace(m))
	if named != nil && strings.HasPrefix(named[1], "p") {
		return org.ProjectID(named[1]), named[2]
	}
	for _, p := range contract[prompt.ChiefContract](s.brief).Projects {
		if named != nil && strings.EqualFold(string(p.ID), named[1]) {
			return p.ID, named[2]
		}
		if p.Here {
			project = p.ID
		}
	}
	return project, m
}

// guidance answers the only decision that waits in a project, or hands the
// words on to it.
func (s sheet) guidance(project org.ProjectID) any {
	c := contract[prompt.ChiefContract](s.brief)
	var waiting []org.Decision
	for _, d := range c.Decisions {
		if d.Project == project && (c.Answers == "" || c.Answers == d.ID) {
			waiting = append(waiting, d)
		}
	}
	if len(waiting) == 1 {
		for _, o := range waiting[0].Options {
			if o.Ask != "" {
				return acting("Thank you, that settles it.", "answer", waiting[0].ID, o.ID, nil)
			}
		}
	}
	return acting("Got it.", "steer", string(project), "", nil)
}

// acting is a reply of the chief's with one action.
func acting(message, do, target, choice string, work any) any {
	return map[string]any{
		"message": message, "actions": []any{map[string]any{"do": do, "target": target, "choice": choice, "work": work}},
	}
}

func ordered(message, title, size string, phases ...string) map[string]any {
	goal := short(message, 1900)
	if goal == "" {
		goal = title
	}
	list := []any{}
	for _, p := range phases {
		list = append(list, map[string]any{"label": short(p, 58), "task": short(goal, 280)})
	}
	return map[string]any{
		"title": title, "goal": goal, "size": size, "mode": string(org.ModeResearch), "depth": string(org.DepthStandard), "phases": list,
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
