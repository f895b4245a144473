package org

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Plan is one mission's plan, saved whole or not at all.
type Plan struct {
	Notes PlanNotes
	Steps []PlannedStep // without the assembly step, which the store adds
	Roles []RoleAssignment
	// Picture shows the steps and what they need, as a PNG; nil for none.
	Picture []byte
	Hires   []Hire // who joins for it; steps and roles name them by their ids
	// Questions are for the founder; nothing waits for the answers.
	Questions []Question
	// Stages is what the stages of planning gave, for them to be done again.
	Stages []StageResult
}

// Question is one that only the founder can answer about a plan.
type Question struct {
	Topic EscalationKind
	Text  string
}

// Renamed returns the plan with agents under the ids they got.
func (p Plan) Renamed(ids map[AgentID]AgentID) Plan {
	if len(ids) == 0 {
		return p
	}
	p.Steps, p.Roles = slices.Clone(p.Steps), slices.Clone(p.Roles)
	for i, s := range p.Steps {
		if id, ok := ids[s.Agent]; ok {
			p.Steps[i].Agent = id
		}
	}
	for i, r := range p.Roles {
		if id, ok := ids[r.Agent]; ok {
			p.Roles[i].Agent = id
		}
	}
	return p
}

// PlanNotes is what a plan says beside its steps.
type PlanNotes struct {
	Title       string   `json:"title"`
	Objective   string   `json:"objective"`
	Needs       []Need   `json:"requirements"`
	Assumptions []string `json:"assumptions"`
	OutOfScope  []string `json:"out_of_scope"`
	Risk        string   `json:"risk"`    // the riskiest assumption
	Quality     string   `json:"quality"` // "model", "roadmap", "single", "fallback"
	Review      string   `json:"review"`
	Lint        []string `json:"lint"` // what the lint noted or changed, in sentences
	// Foreseen is what the steps were expected to take; nil where no model is asked.
	Foreseen *Foreseen `json:"foreseen,omitempty"`
	// Shelf is what there was to work from when the project's first plan was made; nil in later ones.
	Shelf *Shelf `json:"shelf,omitempty"`
	// Serves are the requirements that each step serves, by its key.
	Serves map[string][]string `json:"serves,omitempty"`
}

// Shelf is what there is to work from, as far as a planner has to know it.
type Shelf struct {
	NoWeb     bool     `json:"no_web,omitempty"`    // nothing can be searched on the web
	Documents []string `json:"documents,omitempty"` // that every step can read: title, date and size of each
}

// Need is one requirement of the directive.
type Need struct {
	ID    string `json:"id"`
	Text  string `json:"text"`
	Kind  string `json:"kind"` // explicit, implicit
	Quote string `json:"quote"`
}

// RoleAssignment is one role of a mission and the agent who fills it.
type RoleAssignment struct {
	Title    string
	Category string
	Why      string
	Agent    AgentID
}

// PlannedStep is one step before it is stored. Needs may name keys of earlier
// missions of the same project.
type PlannedStep struct {
	Key        string
	Title      string
	Goal       string
	Kind       StepKind
	Depth      Depth
	Role       string
	Category   string
	Agent      AgentID
	Tier       Tier
	Group      int
	Needs      []string
	Soft       bool // its needs are soft: it starts when they have ended
	Final      bool
	Critical   bool
	Entities   []string
	Serves     []string
	Acceptance []Criterion
	Item       string // key of the roadmap item it stands for; empty for invented steps
	Minutes    int    // expected, for the order of claims; 0 when unknown
}

// Errors of a plan. They wrap a sentence that names the steps.
var (
	ErrCycle       = errors.New("steps wait for each other")
	ErrUnknownStep = errors.New("unknown step")
	ErrDuplicate   = errors.New("two steps have one key")
)

// Order returns the indices of steps in an order in which every step comes
// after what it needs, stable for equal input. known holds keys that exist
// already. It returns ErrDuplicate, ErrUnknownStep or ErrCycle.
func Order(steps []PlannedStep, known map[string]bool) ([]int, error) {
	at := make(map[string]int, len(steps))
	for i, s := range steps {
		if _, twice := at[s.Key]; twice {
			return nil, fmt.Errorf("%w: %q", ErrDuplicate, s.Key)
		}
		at[s.Key] = i
	}
	open := make([]int, len(steps))
	next := make([][]int, len(steps))
	for i, s := range steps {
		for _, n := range slices.Compact(slices.Sorted(slices.Values(s.Needs))) {
			j, ok := at[n]
			if !ok && known[n] {
				continue
			}
			if !ok {
				return nil, fmt.Errorf("%w: %q needs %q", ErrUnknownStep, s.Title, n)
			}
			open[i]++
			next[j] = append(next[j], i)
		}
	}
	order := make([]int, 0, len(steps))
	for i := range steps {
		if open[i] == 0 {
			order = append(order, i)
		}
	}
	for k := 0; k < len(order); k++ {
		for _, i := range next[order[k]] {
			if open[i]--; open[i] == 0 {
				order = append(order, i)
			}
		}
	}
	if len(order) < len(steps) {
		return nil, fmt.Errorf("%w: %s", ErrCycle, strings.Join(waiting(steps, open), ", "))
	}
	return order, nil
}

func waiting(steps []PlannedStep, open []int) []string {
	var out []string
	for i, s := range steps {
		if open[i] > 0 {
			out = append(out, fmt.Sprintf("%q", s.Title))
		}
	}
	return out
}

// DepthOf returns the number of steps on the longest chain of needs, for
// steps in which Order finds no fault; 0 otherwise.
func DepthOf(steps []PlannedStep) int {
	known := map[string]bool{}
	order, err := Order(steps, known)
	if err != nil {
		return 0
	}
	long := map[string]int{}
	deepest := 0
	for _, i := range order {
		d := 1
		for _, n := range steps[i].Needs {
			d = max(d, long[n]+1)
		}
		long[steps[i].Key] = d
		deepest = max(deepest, d)
	}
	return deepest
}
