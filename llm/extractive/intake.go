package extractive

import (
	"path"
	"regexp"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/roadmap"
)

// So sure is a class that follows from the form of a message alone. Everything else stays below
// the floor.
const structuralConfidence = 0.95

type classification struct {
	Evidence   []string `json:"evidence"`
	Class      string   `json:"class"`
	Confidence float64  `json:"confidence"`
	Title      string   `json:"title"`
	Question   bool     `json:"is_question"`
	Rules      []string `json:"rules"`
	Ask        string   `json:"ask_back"`
}

// By its form a roadmap is a project, a greeting is talk, a sentence that begins with a verb is a
// task.
func classifyByForm(m org.Message, known *org.Classification) classification {
	c := classification{Evidence: []string{}, Rules: []string{}, Class: string(org.ClassCasual), Confidence: org.UngroundedConfidence}
	switch {
	case known != nil && (known.Structural || known.Command != ""), findRoadmap(m) != "", m.Explicit:
		c.Class, c.Confidence, c.Title = string(org.ClassFullProject), structuralConfidence, nameMessage(m)
	default:
		if n := len(listOrders(m.Text)); n > 0 {
			c.Class, c.Title = string(org.ClassSimpleTask), nameMessage(m)
			if n > 1 || asksSeveralThings(m.Text) {
				c.Class = string(org.ClassFullProject)
			}
			c.Evidence = append(c.Evidence, shortenAtWord(listOrders(m.Text)[0], 300))
		} else if asksSeveralThings(m.Text) {
			c.Class, c.Title = string(org.ClassFullProject), nameMessage(m)
		}
	}
	return c
}

// The roadmap is an attachment in Markdown, or the message itself.
func findRoadmap(m org.Message) string {
	for _, a := range m.Attachments {
		ext := strings.ToLower(path.Ext(a.Name))
		if (ext == ".md" || ext == ".markdown") && isRoadmap(a.Text) {
			return a.Text
		}
	}
	if isRoadmap(m.Text) && roadmap.Asked(m.Text) == "" {
		return m.Text
	}
	return ""
}

func isRoadmap(text string) bool {
	headings, items := roadmap.Counts(text)
	return headings >= org.RoadmapHeadings || items >= org.RoadmapItems
}

func listOrders(text string) []string {
	r, ok := roadmap.FromProse(text)
	if !ok {
		return nil
	}
	var out []string
	for _, i := range r.Items {
		if !regexp.MustCompile(`(?i)^do (?:you|we|they|i)\b`).MatchString(i.Title) { // a question, no order
			out = append(out, i.Title)
		}
	}
	return out
}

// Several things are three clauses that say what to do, four parts named after a colon, or the
// word itself.
func asksSeveralThings(text string) bool {
	const clauses, parts = 3, 4
	low := strings.ToLower(text)
	if regexp.MustCompile(`\b(?:new project|as a project|(?:start|begin|run) (?:a|the|this)(?: \w+)? project)\b`).MatchString(low) {
		return true
	}
	n := 0
	for _, c := range regexp.MustCompile(`[.;:,!?\n]\s*|\s+and\s+`).Split(text, -1) {
		if len(listOrders(c)) > 0 {
			n++
		}
	}
	if n >= clauses {
		return true
	}
	_, list, found := strings.Cut(text, ": ")
	list, _, _ = strings.Cut(list, ". ")
	return found && strings.Count(list, ", ")+1 >= parts
}

// The roadmap's title or the first order names it.
func nameMessage(m org.Message) string {
	name := "roadmap.md"
	for _, a := range m.Attachments {
		name = a.Name
		break
	}
	if src := findRoadmap(m); src != "" {
		if r, err := roadmap.Parse(name, src); err == nil && r.Title != "" {
			return shortenAtWord(r.Title, 80)
		}
	}
	if o := listOrders(m.Text); len(o) > 0 {
		return shortenAtWord(o[0], 80)
	}
	if t := strings.TrimSpace(strings.SplitN(strings.TrimSpace(m.Text), "\n", 2)[0]); t != "" {
		return shortenAtWord(strings.TrimLeft(t, "# "), 80)
	}
	return shortenAtWord(strings.TrimSuffix(name, path.Ext(name)), 80)
}

type reply struct {
	Message string   `json:"message"`
	Actions []action `json:"actions"`
}

type action struct {
	Do     string       `json:"do"`
	Target string       `json:"target"`
	Choice string       `json:"choice"`
	Work   *orderedWork `json:"work"`
}

type orderedWork struct {
	Title  string  `json:"title"`
	Goal   string  `json:"goal"`
	Size   string  `json:"size"`
	Mode   string  `json:"mode"`
	Depth  string  `json:"depth"`
	Phases []phase `json:"phases"`
}

type phase struct {
	Label string `json:"label"`
	Task  string `json:"task"`
}

// The words are fixed. What the message orders by its form is started, and the reply says what
// kind of result that gives.
func answerChief(m org.Message, known *org.Classification) reply {
	structural := known != nil && known.Structural
	switch n := len(listOrders(m.Text)); {
	case findRoadmap(m) != "" || structural || m.Explicit:
		return reply{"One step for each item.", startWork(m, "project")}
	case n > 1:
		return reply{"One step for each thing you asked for.", startWork(m, "project")}
	case n == 1:
		return reply{"On it.", startWork(m, "task")}
	}
	return reply{
		"No AI model is set up, so questions can't be answered yet. What works: send a roadmap, or a sentence such as \"Find the prices of ...\", and you get what your documents say about it. How to add a model: `frasier doctor`.",
		[]action{},
	}
}

func startWork(m org.Message, size string) []action {
	name := nameMessage(m)
	goal := shortenAtWord(strings.TrimSpace(m.Text), 2000)
	if goal == "" {
		goal = name
	}
	return []action{{Do: "start", Work: &orderedWork{
		Title: name, Goal: goal, Size: size, Mode: string(org.ModeResearch), Depth: string(org.DepthStandard),
		Phases: []phase{{shortenAtWord(name, 60), "an evidence sheet for each item"}},
	}}}
}
