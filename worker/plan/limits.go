package plan

const (
	// hiresPerPlan bounds the hires of one plan, and maxAgents those of Frasier.
	hiresPerPlan = 3
	maxAgents    = 60
)
