package plan

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm/prompt"
	"github.com/frasier-cos/frasier/worker/staff"
)

// Steps of one plan go to those who work here, and somebody is hired for work that nobody covers.
// roles has what was assigned so far, hires whom it hired.
type planStaff struct {
	job     work.PlanningJob
	prompts *prompt.Set // nil when nobody may be hired
	roles   []work.RoleAssignment
	hires   []work.Hire
	trade   string // the project's line of business, which a hire knows; empty when unknown
}

// Nobody is hired where there is no model: his work would be quotations, which whoever is here
// gives as well.
func (p *Planner) newStaff(job work.PlanningJob) *planStaff {
	w := &planStaff{job: job}
	if !p.Client.Offline() {
		w.prompts = p.Prompts
	}
	return w
}

// rolePlan says who shall do a step.
type rolePlan struct {
	Mark     string // the founder's own word, "@finance" or "@pricing analyst" without the @; wins
	Title    string // a model's: "pricing analyst"
	Category string // a model's: where such work belongs
}

// words are those of the task, title is its name. The role is filled.
func (w *planStaff) assignRole(n rolePlan, words, title string) (work.RoleAssignment, error) {
	if prompt.Unfit(n.Title) != "" || isGeneric(n.Title) { // it stands in later prompts, and founders read it
		n.Title = ""
	}
	if slices.Contains(org.Categories(), prose.Fold(n.Title)) { // a field, and nobody is called by it
		n.Title = ""
	}
	if a, ok := w.findAgent(n.Mark); ok {
		return w.addRole(work.RoleAssignment{Title: a.Role, Category: a.Category, Why: "you named " + a.Name, Agent: a.ID}), nil
	}
	role := work.RoleAssignment{Title: n.Title, Category: n.Category}
	if c := staff.OfMark(n.Mark); c != "" {
		role.Category = c
		if n.Category != c {
			role.Title = ""
		}
	} else if n.Mark != "" {
		role.Title, role.Category = n.Mark, cmp.Or(staff.OfTitle(n.Mark), n.Category)
	}
	if !slices.Contains(org.Categories(), role.Category) {
		role.Category = staff.RoleCategory(role.Title, words)
	}
	role.Title = cmp.Or(strings.TrimSpace(role.Title), staff.Title(role.Category))
	for _, r := range w.roles {
		if prose.Fold(r.Title) == prose.Fold(role.Title) {
			return r, nil
		}
	}
	role.Why = fmt.Sprintf("for %q", title)
	return w.fillRole(role)
}

// mark is a name or an id.
func (w *planStaff) findAgent(mark string) (org.Agent, bool) {
	for _, a := range w.job.Agents {
		if m := prose.Fold(mark); m != "" && a.Reviewer == "" && a.Team != "" && (m == prose.Fold(a.Name) || m == prose.Fold(string(a.ID))) {
			return a, true
		}
	}
	return org.Agent{}, false
}

// A generic title names nobody in particular.
func isGeneric(title string) bool {
	return slices.Contains([]string{"assistant", "ba", "po", "pm", "helper", "agent", "expert", "specialist"}, prose.Fold(title))
}

func (w *planStaff) addRole(r work.RoleAssignment) work.RoleAssignment {
	if !slices.Contains(w.roles, r) {
		w.roles = append(w.roles, r)
	}
	return r
}

// Whoever's title is near or whose category covers the role gets it, else a hire. Where nobody may
// be hired any more, the nearest category serves.
func (w *planStaff) fillRole(role work.RoleAssignment) (work.RoleAssignment, error) {
	here := slices.Clone(w.job.Agents)
	for _, h := range w.hires {
		here = append(here, h.Agent)
	}
	a, ok := staff.Near(here, role.Title)
	if !ok {
		a, ok = staff.Covers(here, role.Category)
	}
	if !ok && (w.prompts == nil || len(w.hires) >= hiresPerPlan || len(here) >= maxAgents) {
		a, ok = staff.Match(here, role.Title, role.Category)
		if !ok {
			return role, errNobody
		}
	}
	if !ok {
		hired, err := w.hireAgent(role, here)
		if err != nil {
			return role, err
		}
		a = hired
	}
	role.Agent = a.ID
	return w.addRole(role), nil
}

// The hire's persona is made of his trade.
func (w *planStaff) hireAgent(role work.RoleAssignment, here []org.Agent) (org.Agent, error) {
	title := strings.ToUpper(role.Title[:1]) + role.Title[1:]
	persona, err := w.prompts.Hire(prompt.Hire{Title: title, Category: role.Category, Trade: w.trade})
	if err != nil {
		return org.Agent{}, fmt.Errorf("hire %s: %w", role.Title, err)
	}
	name, id := staff.Name(string(w.job.Mission.ID)+"/"+role.Title, func(name string) bool {
		return slices.ContainsFunc(here, func(a org.Agent) bool { return a.Name == name })
	})
	a := org.Agent{ID: id, Name: name, Role: title, Category: role.Category, Team: staff.Team(role.Category), Persona: persona, Version: 1}
	w.hires = append(w.hires, work.Hire{Why: "Nobody here covers " + role.Category + " yet: " + role.Why, Agent: a})
	return a, nil
}
