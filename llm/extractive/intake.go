package extractive

import (
	"path"
	"regexp"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/roadmap"
)

// structuralConfidence is the confidence in a class that follows from the form
// of a message alone. Everything else stays below the floor.
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

// classify goes by form: a roadmap is a project, a greeting is talk, a sentence
// that begins with a verb is a task.
func classify(m org.Message, known *org.Classification) classification {
	c := classification{Evidence: []string{}, Rules: []string{}, Class: string(org.ClassCasual), Confidence: org.UngroundedConfidence}
	switch {
	case known != nil && (known.Structural || known.Command != ""), plan(m) != "", m.Explicit:
		c.Class, c.Confidence, c.Title = string(org.ClassFullProject), structuralConfidence, title(m)
	default:
		if n := len(orders(m.Text)); n > 0 {
			c.Class, c.Title = string(org.ClassSimpleTask), title(m)
			if n > 1 || broad(m.Text) {
				c.Class = string(org.ClassFullProject)
			}
			c.Evidence = append(c.Evidence, shorten(orders(m.Text)[0], 300))
		} else if broad(m.Text) {
			c.Class, c.Title = string(org.ClassFullProject), title(m)
		}
	}
	return c
}

// plan returns the text of the first roadmap in a message: an attachment in
// Markdown, or the message itself.
func plan(m org.Message) string {
	for _, a := range m.Attachments {
		ext := strings.ToLower(path.Ext(a.Name))
		if (ext == ".md" || ext == ".markdown") && planned(a.Text) {
			return a.Text
		}
	}
	if planned(m.Text) && roadmap.Asked(m.Text) == "" {
		return m.Text
	}
	return ""
}

func planned(text string) bool {
	headings, items := roadmap.Counts(text)
	return headings >= org.RoadmapHeadings || items >= org.RoadmapItems
}

// orders lists the sentences that say what to do.
func orders(text string) []string {
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

// broad reports whether a text asks for several things at once: three clauses
// that say what to do, four parts named after a colon, or the word itself.
func broad(text string) bool {
	const clauses, parts = 3, 4
	low := strings.ToLower(text)
	if regexp.MustCompile(`\b(?:new project|as a project|(?:start|begin|run) (?:a|the|this)(?: \w+)? project)\b`).MatchString(low) {
		return true
	}
	n := 0
	for _, c := range regexp.MustCompile(`[.;:,!?\n]\s*|\s+and\s+`).Split(text, -1) {
		if len(orders(c)) > 0 {
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

// title names a message by its roadmap's title or its first order.
func title(m org.Message) string {
	name := "roadmap.md"
	for _, a := range m.Attachments {
		name = a.Name
		break
	}
	if src := plan(m); src != "" {
		if r, err := roadmap.Parse(name, src); err == nil && r.Title != "" {
			return shorten(r.Title, 80)
		}
	}
	if o := orders(m.Text); len(o) > 0 {
		return shorten(o[0], 80)
	}
	if t := strings.TrimSpace(strings.SplitN(strings.TrimSpace(m.Text), "\n", 2)[0]); t != "" {
		return shorten(strings.TrimLeft(t, "# "), 80)
	}
	return shorten(strings.TrimSuffix(name, path.Ext(name)), 80)
}

type reply struct {
	Message string   `json:"message"`
	Actions []action `json:"actions"`
}

type action struct {
	Do     string   `json:"do"`
	Target string   `json:"target"`
	Choice string   `json:"choice"`
	Work   *ordered `json:"work"`
}

type ordered struct {
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

// chief answers in fixed words. It starts what the message orders by its form
// and says what kind of result that gives.
func chief(m org.Message, known *org.Classification) reply {
	structural := known != nil && known.Structural
	switch n := len(orders(m.Text)); {
	case plan(m) != "" || structural || m.Explicit:
		return reply{"One step for each item.", start(m, "project")}
	case n > 1:
		return reply{"One step for each thing you asked for.", start(m, "project")}
	case n == 1:
		return reply{"On it.", start(m, "task")}
	}
	return reply{
		"No AI model is set up, so questions can't be answered yet. What works: send a roadmap, or a sentence such as \"Find the prices of ...\", and you get what your documents say about it. How to add a model: `frasier doctor`.",
		[]action{},
	}
}

func start(m org.Message, size string) []action {
	name := title(m)
	goal := shorten(strings.TrimSpace(m.Text), 2000)
	if goal == "" {
		goal = name
	}
	return []action{{Do: "start", Work: &ordered{
		Title: name, Goal: goal, Size: size, Mode: string(org.ModeResearch), Depth: string(org.DepthStandard),
		Phases: []phase{{shorten(name, 60), "an evidence sheet for each item"}},
	}}}
}
