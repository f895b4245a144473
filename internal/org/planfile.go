package org

// PlanFile is plan.json: every step of a project over all its missions. Its names
// are an interface.
type PlanFile struct {
	Project string         `json:"project"`
	Title   string         `json:"title"`
	Outcome string         `json:"outcome"`
	Steps   []PlanFileStep `json:"steps"`
}

// PlanFileStep is one step of a PlanFile.
type PlanFileStep struct {
	ID         string   `json:"id"`
	Key        string   `json:"key"`
	Title      string   `json:"title"`
	Phase      string   `json:"phase"`
	Group      int      `json:"group"`
	Kind       string   `json:"kind"`
	Role       string   `json:"role"`
	Agent      string   `json:"agent"`
	Tier       string   `json:"tier"`
	State      string   `json:"state"`
	DependsOn  []string `json:"depends_on"`
	Acceptance []string `json:"acceptance"`
	Result     string   `json:"result"`
}

// PlanFileOf makes the file of a project's steps. Its lists are empty, never
// absent.
func PlanFileOf(p Project, outcome string, steps []Step) PlanFile {
	out := PlanFile{Project: string(p.ID), Title: p.Title, Outcome: outcome, Steps: []PlanFileStep{}}
	for _, s := range steps {
		f := PlanFileStep{
			ID: string(s.ID), Key: s.Key, Title: s.Title, Group: s.Group, Kind: string(s.Kind), Role: s.Role,
			Agent: string(s.Agent), Tier: string(s.Tier), State: string(s.State), DependsOn: []string{}, Acceptance: []string{}, Result: s.Result,
		}
		for _, ph := range p.Phases {
			if ph.Index == s.Phase {
				f.Phase = ph.Label
			}
		}
		for _, d := range s.DependsOn {
			f.DependsOn = append(f.DependsOn, string(d))
		}
		for _, a := range s.Acceptance {
			f.Acceptance = append(f.Acceptance, a.Text)
		}
		out.Steps = append(out.Steps, f)
	}
	return out
}
