// Package planfile is a plan as the JSON file that founders are given. It is pure.
package planfile

import "github.com/frasier-cos/frasier/internal/org"

// File is plan.json: every step of a project over all its missions. Its names
// are an interface.
type File struct {
	Project string `json:"project"`
	Title   string `json:"title"`
	Outcome string `json:"outcome"`
	Steps   []Step `json:"steps"`
}

// Step is one step of a plan in a file.
type Step struct {
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

// Of makes the file of a project's steps. Its lists are empty, never
// absent.
func Of(p org.Project, outcome string, steps []org.Step) File {
	out := File{Project: string(p.ID), Title: p.Title, Outcome: outcome, Steps: []Step{}}
	for _, s := range steps {
		f := Step{
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
