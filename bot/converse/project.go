package converse

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/classify"
	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/policy"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/roadmap"
)

// startProject makes the project that a message starts, and the reply to it. Nil
// means that nothing can be started, and the reply says why.
func (h *Handler) startProject(x exchange, route org.Action, plan *org.Roadmap) (*org.NewProject, string) {
	offline := h.Client.Offline()
	if plan != nil && plan.Code() || plan == nil && ordersCode(x) {
		if why := refuseCode(x, plan); why != "" {
			return nil, why
		}
	}
	if plan == nil && ordersCode(x) {
		if coding.MeantRepository(x.message.Repository, x.message.Text+"\n"+x.chief.findTitle(), x.code) == "" {
			return nil, messages.ChatWhichRepository(x.code)
		}
		plan = buildChangePlan(x)
	}
	if offline && plan == nil {
		r, ok := roadmap.FromProse(readRequest(x.message))
		if !ok {
			// The chief's own words announce a start, so they are left out.
			return nil, messages.ChatNeedsList
		}
		r.Title = classify.Title(x.message)
		plan = &r
	}
	p := &org.NewProject{
		Title: makeTitle(x, plan), Goal: chooseGoal(x, plan), Depth: org.DepthStandard,
		Offline: offline, URLs: slices.DeleteFunc(prose.Links(x.message.Text), prose.IsChat),
	}
	w := x.chief.findWork()
	if w != nil {
		if slices.Contains([]org.Mode{org.ModeResearch, org.ModeContent, org.ModeOperations}, w.Mode) {
			p.Mode = w.Mode
		}
		if slices.Contains([]org.Depth{org.DepthSimple, org.DepthStandard, org.DepthDeep}, w.Depth) {
			p.Depth = w.Depth
		}
	}
	chooseForm(x, plan, p)
	switch {
	case plan != nil:
		p.Roadmap = plan
		for i, label := range plan.Phases {
			p.Phases = append(p.Phases, org.Phase{Index: i, Label: label})
		}
	case route == org.ActionProposal:
		p.Single = true
		if w == nil {
			p.Depth = org.DepthSimple
		}
		p.Phases = []org.Phase{{Label: p.Title, Task: p.Goal}}
	default:
		p.Phases = buildPhases(w, p.Title)
	}
	p.Gates = findGates(x, plan)
	return p, messages.ChatStarted(x.chief.Message, p)
}

// refuseCode says why an order that changes code cannot begin where it says; empty when it can.
func refuseCode(x exchange, plan *org.Roadmap) string {
	meant := coding.MeantRepository(x.message.Repository, x.message.Text+"\n"+x.chief.findTitle(), x.code)
	if slices.Contains(x.shut, meant) {
		return messages.ChatReadOnly(meant)
	}
	source := ""
	if plan != nil {
		source = plan.Source
	}
	named := cmp.Or(x.message.Base, coding.NameBase(x.message.Text, source))
	i := slices.IndexFunc(x.repos, func(r coding.Repository) bool { return r.Name == meant })
	if named == "" || i < 0 {
		return ""
	}
	if _, ok := coding.FindBase(named, x.repos[i], x.branches); !ok {
		return messages.ChatBaseUnknown(named, x.repos[i], x.branches)
	}
	return ""
}

// ordersCode reports whether a message wants the code of a repository changed: it names
// one, or the chief reads it so and there is one.
func ordersCode(x exchange) bool {
	w := x.chief.findWork()
	return x.message.Repository != "" || w != nil && w.Mode == modeCode && len(x.code) > 0
}

// buildChangePlan makes the plan of words that want code changed: what the chief calls the parts, one
// after the other, else one item; each with the founder's own words.
func buildChangePlan(x exchange) *org.Roadmap {
	plan := buildAppliedPlan(x.message, nil)
	w := x.chief.findWork()
	if w == nil {
		return plan
	}
	if t := strings.TrimSpace(w.Title); t != "" {
		plan.Title, plan.Phases, plan.Items[0].Title = t, []string{t}, t
	}
	if g := strings.TrimSpace(w.Goal); g != "" && prose.Fold(g) != prose.Fold(plan.Items[0].Detail) {
		plan.Items[0].Detail += "\n" + g // an answer to a question says little without what was asked before
	}
	if len(w.Phases) < 2 {
		return plan
	}
	whole := plan.Items[0]
	plan.Items = nil
	for i, ph := range w.Phases {
		it := whole
		it.Key, it.Title, it.Line = fmt.Sprintf("i%d", i+1), strings.TrimSpace(ph.Label), i+1
		it.Detail = strings.TrimSpace(ph.Task) + "\nIt is a part of this: " + whole.Detail
		if i > 0 {
			it.Needs = []string{fmt.Sprintf("i%d", i)}
		}
		plan.Items = append(plan.Items, it)
	}
	return plan
}

// The founder's own words ask the work to stop somewhere, or lines of his roadmap such as "gates:
// after planning".
func findGates(x exchange, plan *org.Roadmap) []org.GatePoint {
	if plan == nil {
		return policy.GatesIn(readRequest(x.message))
	}
	said := ""
	if x.message.Text != plan.Source {
		said = x.message.Text + "\n"
	}
	for line := range strings.Lines(plan.Source) {
		switch name, _, _ := strings.Cut(strings.ToLower(line), ":"); strings.TrimSpace(name) {
		case "gate", "gates", "checkpoint", "checkpoints", "triggeron":
			said += line
		}
	}
	return policy.GatesIn(said)
}

// chooseForm gives a project the form of its document: the one that the founder
// names, else the one that his words speak of; and the mode that goes with it,
// unless the chief said another.
func chooseForm(x exchange, plan *org.Roadmap, p *org.NewProject) {
	text := readRequest(x.message)
	if plan != nil && plan.Source != "" {
		text = plan.Source
	}
	named, note := namedTemplate(text)
	if note != "" && plan != nil {
		plan.Notes = append(plan.Notes, note)
	}
	if p.Template = named; named == "" {
		p.Template = wordedTemplate(p.Title, p.Goal, p.Mode)
	}
	if p.Mode == "" {
		p.Mode = modeOf(p.Template)
	}
}

func buildPhases(w *order, title string) []org.Phase {
	var out []org.Phase
	if w != nil {
		for _, ph := range w.Phases {
			if ph.Label != "" {
				out = append(out, org.Phase{Index: len(out), Label: ph.Label, Task: describeProduct(ph.Label, ph.Task)})
			}
		}
	}
	if len(out) == 0 {
		out = []org.Phase{{Label: title}}
	}
	return out
}

// describeProduct says what a phase produces: what the chief said, else what the life
// cycle says of a phase of that name.
func describeProduct(label, task string) string {
	for _, known := range buildLifecycle() {
		if task == "" && prose.Fold(known.Label) == prose.Fold(label) {
			return known.Task
		}
	}
	return task
}

func makeTitle(x exchange, plan *org.Roadmap) string {
	w := x.chief.findWork()
	switch {
	case plan != nil && plan.Title != "":
		return plan.Title
	case w != nil && strings.TrimSpace(w.Title) != "":
		return strings.TrimSpace(w.Title)
	case x.class.Title != "":
		return x.class.Title
	default:
		return classify.Title(x.message)
	}
}

// The goal is the founder's own words; a chief's rewording never replaces them.
func chooseGoal(x exchange, plan *org.Roadmap) string {
	text := strings.TrimSpace(x.message.Text)
	if plan != nil {
		if text == "" || text == plan.Source {
			return cmp.Or(plan.Intro, plan.Title)
		}
		return text
	}
	if text != "" {
		return text
	}
	const atMost = 2000
	if said := strings.TrimSpace(readRequest(x.message)); said != "" {
		return strings.TrimSpace(prose.First(said, atMost))
	}
	if w := x.chief.findWork(); w != nil {
		return w.Goal
	}
	return classify.Title(x.message)
}

// A message without words asks by the words of its files.
func readRequest(m org.Message) string {
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
