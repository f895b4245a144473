package converse

import (
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/classify"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/roadmap"
)

// project makes the project that a message starts, and the reply to it. Nil
// means that nothing can be started, and the reply says why.
func (d *Handler) project(h exchange, route org.Action, plan *org.Roadmap) (*org.NewProject, string) {
	offline := d.Client.Offline()
	if offline && plan == nil {
		r, ok := roadmap.FromProse(request(h.message))
		if !ok {
			// The chief's own words announce a start, so they are left out.
			return nil, "Without a model I can only work from a list: send a roadmap (a markdown file with one line for each piece of work) " +
				"or sentences that each ask for one thing. Nothing was started."
		}
		r.Title = classify.Title(h.message)
		plan = &r
	}
	p := &org.NewProject{
		Title: title(h, plan), Goal: goal(h, plan), Depth: org.DepthStandard,
		Offline: offline, URLs: org.Links(h.message.Text),
	}
	if c := h.chief.Project; c != nil {
		if slices.Contains([]org.Mode{org.ModeResearch, org.ModeContent, org.ModeOperations}, c.Mode) {
			p.Mode = c.Mode
		}
		if slices.Contains([]org.Depth{org.DepthSimple, org.DepthStandard, org.DepthDeep}, c.Depth) {
			p.Depth = c.Depth
		}
	}
	form(h, plan, p)
	switch {
	case plan != nil:
		p.Roadmap = plan
		for i, label := range plan.Phases {
			p.Phases = append(p.Phases, org.Phase{Index: i, Label: label})
		}
	case route == org.ActionProposal:
		p.Single = true
		if h.chief.Project == nil {
			p.Depth = org.DepthSimple
		}
		p.Phases = []org.Phase{{Label: p.Title, Task: p.Goal}}
	default:
		p.Phases = phases(h, p.Title)
	}
	p.Gates = gates(h, plan)
	return p, started(h, p)
}

// gates are where the founder's own words, or lines of his roadmap such as
// "gates: after planning", ask the work to stop.
func gates(h exchange, plan *org.Roadmap) []org.GatePoint {
	if plan == nil {
		return org.GatesIn(request(h.message))
	}
	said := ""
	if h.message.Text != plan.Source {
		said = h.message.Text + "\n"
	}
	for line := range strings.Lines(plan.Source) {
		switch name, _, _ := strings.Cut(strings.ToLower(line), ":"); strings.TrimSpace(name) {
		case "gate", "gates", "checkpoint", "checkpoints", "triggeron":
			said += line
		}
	}
	return org.GatesIn(said)
}

// form gives a project the form of its document: the one that the founder
// names, else the one that his words speak of; and the mode that goes with it,
// unless the chief said another.
func form(h exchange, plan *org.Roadmap, p *org.NewProject) {
	text := request(h.message)
	if plan != nil && plan.Source != "" {
		text = plan.Source
	}
	named, note := org.NamedTemplate(text)
	if note != "" && plan != nil {
		plan.Notes = append(plan.Notes, note)
	}
	if p.Template = named; named == "" {
		p.Template = org.WordedTemplate(p.Title, p.Goal, p.Mode)
	}
	if p.Mode == "" {
		p.Mode = p.Template.Mode()
	}
}

func phases(h exchange, title string) []org.Phase {
	var out []org.Phase
	if c := h.chief.Project; c != nil {
		for _, ph := range c.Phases {
			if ph.Label != "" {
				out = append(out, org.Phase{Index: len(out), Label: ph.Label, Task: produces(ph.Label, ph.Task)})
			}
		}
	}
	if len(out) == 0 {
		out = []org.Phase{{Label: title}}
	}
	return out
}

// produces is what a phase produces: what the chief said, else what the life
// cycle says of a phase of that name (F-043, F-166).
func produces(label, task string) string {
	for _, known := range org.Lifecycle() {
		if task == "" && org.Fold(known.Label) == org.Fold(label) {
			return known.Task
		}
	}
	return task
}

func title(h exchange, plan *org.Roadmap) string {
	c := h.chief.Project
	switch {
	case plan != nil && plan.Title != "":
		return plan.Title
	case c != nil && strings.TrimSpace(c.Title) != "":
		return strings.TrimSpace(c.Title)
	case h.class.Title != "":
		return h.class.Title
	default:
		return classify.Title(h.message)
	}
}

// goal is the founder's own words; a chief's rewording never replaces them.
func goal(h exchange, plan *org.Roadmap) string {
	text := strings.TrimSpace(h.message.Text)
	if plan != nil {
		if text == "" || text == plan.Source {
			return plan.Title
		}
		return text
	}
	if text != "" {
		return text
	}
	const atMost = 2000
	if r := []rune(strings.TrimSpace(request(h.message))); len(r) > 0 {
		return strings.TrimSpace(string(r[:min(len(r), atMost)]))
	}
	if h.chief.Project != nil {
		return h.chief.Project.Goal
	}
	return classify.Title(h.message)
}

// request is what a message says: its words, or those of its files when it has
// none.
func request(m org.Message) string {
	if strings.TrimSpace(m.Text) != "" {
		return m.Text
	}
	var parts []string
	for _, a := range m.Attachments {
		if a.Text != "" {
			parts = append(parts, a.Text)
		}
	}
	return strings.Join(parts, "\n\n")
}

// started is the reply to a message that starts work: what was understood and
// what happens now.
func started(h exchange, p *org.NewProject) string {
	var b strings.Builder
	if m := strings.TrimSpace(h.chief.Message); m != "" {
		b.WriteString(m + "\n\n")
	}
	switch {
	case p.Roadmap != nil:
		open := 0
		for _, i := range p.Roadmap.Items {
			if !i.Done {
				open++
			}
		}
		fmt.Fprintf(&b, "I heard: **%s**, %s in %s. I am planning it now and start at once.", p.Title, org.Count(open, "open item"), org.Count(len(p.Phases), "phase"))
		for _, n := range p.Roadmap.Notes {
			b.WriteString("\n- " + n)
		}
	case p.Single && b.Len() > 0: // the chief has said it
	case p.Single:
		fmt.Fprintf(&b, "I take this as one piece of work: **%s**. I start at once.", p.Title)
	default:
		fmt.Fprintf(&b, "I heard: **%s**. I am planning it now and start at once.", p.Title)
	}
	for _, g := range p.Gates {
		fmt.Fprintf(&b, "\n\nI stop %s and wait for your yes.", g.Phrase())
	}
	if p.Offline {
		b.WriteString("\n\nOffline mode: no model is configured, so you will get sentences found in your documents, not analysis.")
	}
	return b.String()
}
