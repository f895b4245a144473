package plan

const (
	// hiresPerPlan bounds who joins with one plan, and maxAgents Frasier.
	hiresPerPlan = 3
	maxAgents    = 60
)
