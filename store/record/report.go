package record

import (
	"context"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/sqldb"
)

func MissionsIn(ctx context.Context, q sqldb.Getter, project org.ProjectID) ([]MissionRow, error) {
	var rows []MissionRow
	err := sqldb.Many(ctx, q, &rows, `
		SELECT `+MissionColumns+` FROM missions WHERE project_id = ? ORDER BY seq`, project)
	if err != nil {
		return nil, fmt.Errorf("list missions of %s: %w", project, err)
	}
	return rows, nil
}
