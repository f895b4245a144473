package worker

import "github.com/frasier-cos/frasier/internal/work"

// The classes of causes.
const (
	CauseInfeasible    work.CauseClass = "infeasible_acceptance"
	CauseMissingInput  work.CauseClass = "missing_input"
	CauseSearch        work.CauseClass = "search_failure"
	CauseModel         work.CauseClass = "model_limit"
	CauseMiscalibrated work.CauseClass = "reviewer_miscalibrated"
	CauseAmbiguous     work.CauseClass = "ambiguous_task"
	CauseTool          work.CauseClass = "tool_error"
)
