package worker

import (
	"context"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/work"
)

// surroundings hold what may change around a step while it is worked on. They are kept with
// the round, so that an attempt that starts again, now or in a year, reads what the first one
// read.
type surroundings struct {
	Persona string          `json:"persona"`
	Lessons []string        `json:"lessons"`
	Worked  []work.Approach `json:"worked"`
	Avoid   []work.Approach `json:"avoid"`
	// Upstream is nil in rounds that began before it was kept, and empty where there was
	// nothing.
	Upstream []work.Upstream `json:"upstream"`
	Earlier  []work.Citation `json:"earlier,omitempty"`
}

// asCalled returns the persona of a hire who works in a trade of his field other than the one that
// he was hired for, as that: a laundry's equipment buyer who ranks risks does it as a risk
// manager.
func asCalled(a org.Agent, role string) string {
	const near = 0.6
	head, rest, _ := strings.Cut(a.Persona, "\n")
	hired := a.Role != "" && strings.Contains(head, a.Role) && !strings.Contains(head, a.Name)
	if role = strings.TrimSpace(role); !hired || role == "" || slices.Contains(org.Categories(), prose.Fold(role)) || prose.Overlap(role, a.Role) >= near {
		return a.Persona
	}
	return strings.Replace(head, a.Role, prose.Capital(role), 1) + "\n" + rest
}

// withRole adds to a persona what its role learnt over the years.
func withRole(persona string, notes []string) string {
	if len(notes) == 0 {
		return persona
	}
	return strings.TrimSpace(persona) + "\n\n" + noteHead + "- " + strings.Join(notes, "\n- ")
}

const noteHead = "Notes of your role, which held in project after project:\n"

func (r *documentRun) noteSurroundings(context.Context) (surroundings, error) {
	return surroundings{Persona: withRole(asCalled(r.about.Agent, r.step.Role), r.about.Notes), Lessons: r.about.Lessons, Worked: r.about.Worked, Avoid: r.about.Avoid, Upstream: append([]work.Upstream{}, r.about.Upstream...), Earlier: r.about.Earlier}, nil
}

func (r *documentRun) takeSurroundings(s surroundings) {
	r.about.Agent.Persona, r.about.Lessons, r.about.Worked, r.about.Avoid = s.Persona, s.Lessons, s.Worked, s.Avoid
	r.about.Earlier = s.Earlier
	if s.Upstream != nil {
		r.about.Upstream = s.Upstream
	}
}
