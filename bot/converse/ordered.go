package converse

import (
	"github.com/frasier-cos/frasier/bot/classify"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/roadmap"
)

// DescribeOrder makes the project that the words of a program order. No model reads them first, so they are a goal and nothing else: no command, no
// answer, no rule, no step of a roadmap, and no change of code. It returns false without a model for words that plainly ask for nothing, as of a
// founder's.
func DescribeOrder(text string, offline bool) (org.NewProject, bool) {
	m := org.Message{Text: text, Explicit: true}
	p := org.NewProject{Title: classify.Title(m), Goal: text, Depth: org.DepthStandard, Offline: offline}
	p.Template = wordedTemplate(p.Title, p.Goal, "")
	p.Mode = modeOf(p.Template)
	p.Phases = []org.Phase{{Label: p.Title}}
	if !offline {
		return p, true
	}
	r, ok := roadmap.FromProse(text)
	if !ok || r.Code() {
		return org.NewProject{}, false
	}
	r.Title = p.Title
	p.Roadmap, p.Phases = &r, nil
	for i, label := range r.Phases {
		p.Phases = append(p.Phases, org.Phase{Index: i, Label: label})
	}
	return p, true
}
