package worker

import "github.com/frasier-cos/frasier/internal/org"

// The classes of causes.
const (
	CauseInfeasible    org.CauseClass = "infeasible_acceptance"
	CauseMissingInput  org.CauseClass = "missing_input"
	CauseSearch        org.CauseClass = "search_failure"
	CauseModel         org.CauseClass = "model_limit"
	CauseMiscalibrated org.CauseClass = "reviewer_miscalibrated"
	CauseAmbiguous     org.CauseClass = "ambiguous_task"
	CauseTool          org.CauseClass = "tool_error"
)
