package work

import "github.com/frasier-cos/frasier/internal/org"

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
	// Stages keep what the stages of planning gave, for them to be done again.
	Stages []org.StageResult
}

// Question is one that only the founder can answer about a plan.
type Question struct {
	Topic org.EscalationKind
	Text  string
}

// PlanNotes holds the parts of a plan beside its steps.
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
	// Foreseen estimates the steps; nil where no model is asked.
	Foreseen *Foreseen `json:"foreseen,omitempty"`
	// Shelf lists what there was to work from when the project's first plan was made; nil in later ones.
	Shelf *Shelf `json:"shelf,omitempty"`
	// Serves are the requirements that each step serves, by its key.
	Serves map[string][]string `json:"serves,omitempty"`
}

// Shelf lists the sources that there are to work from, for the planner.
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
	Agent    org.AgentID
}

// PlannedStep is one step before it is stored. Needs may name keys of earlier
// missions of the same project.
type PlannedStep struct {
	Key      string
	Title    string
	Goal     string
	Kind     org.StepKind
	Depth    org.Depth
	Role     string
	Category string
	Agent    org.AgentID
	Tier     org.Tier
	Group    int
	Needs    []string
	Soft     bool // its needs are soft: it starts when they have ended
	// BuildsOn are keys of steps whose results it is to use. It starts when they have
	// ended, and is told which are missing.
	BuildsOn []string `json:",omitempty"`
	Grave    bool     `json:",omitempty"` // it spends, decides or goes outside: see tiers.Gravest
	// Instead is delivered in place of what nobody here can do; empty when it
	// does what was asked.
	Instead    string `json:",omitempty"`
	Final      bool
	Critical   bool
	Entities   []string
	Serves     []string
	Acceptance []org.Criterion
	Item       string   // key of the roadmap item it stands for; empty for invented steps
	Code       bool     // it changes the project's repository
	Patches    []string // names of the founder's files that hold the change
	Change     string   `json:",omitempty"` // the kind of a change of code; empty where nobody named it
	ChangeFrom string   `json:",omitempty"` // ChangeOrdered or ChangePlanned
	Minutes    int      // expected, for the order of claims; 0 when unknown
}

// Who named the kind of a change of code.
const (
	ChangeOrdered = "order"
	ChangePlanned = "plan"
)
