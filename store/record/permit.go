package record

import "fmt"

// PermitLevel is the level that holds of a sink for a project, as SQL of both: what was said of that project, else what was said of all, else what
// is given. It is outward.Decide where a query decides.
func PermitLevel(project, sink, otherwise string) string {
	const said = `(SELECT x.level FROM permits x WHERE x.project_id = %s AND x.sink = %s)`
	return "coalesce(" + fmt.Sprintf(said, project, sink) + ", " + fmt.Sprintf(said, "''", sink) + ", '" + otherwise + "')"
}
