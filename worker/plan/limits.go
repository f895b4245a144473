package plan

const (
	// reviewFrom is the number of steps from which somebody of another family looks at a
	// plan (our choice): a plan of five is read through at a glance.
	reviewFrom = 6
	// hiresPerPlan bounds who joins with one plan, and maxAgents Frasier.
	hiresPerPlan = 3
	maxAgents    = 60
)
