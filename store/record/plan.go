package record

import (
	"context"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/sqldb"
)

func SteeringOf(ctx context.Context, q sqldb.Getter, p org.ProjectID) ([]string, error) {
	var out []string
	err := sqldb.Many(ctx, q, &out, `SELECT body FROM steering WHERE project_id = ? ORDER BY at, length(message_id), message_id`, p)
	if err != nil {
		return nil, fmt.Errorf("read steering of %s: %w", p, err)
	}
	notes, err := GuidanceOf(ctx, q, `project_id = ? AND step_id IS NULL`, string(p))
	return append(out, notes...), err
}

// GuidanceOf reads what the founder said with commands.
func GuidanceOf(ctx context.Context, q sqldb.Getter, where, arg string) ([]string, error) {
	var out []string
	if err := sqldb.Many(ctx, q, &out, `SELECT body FROM guidance WHERE `+where+` ORDER BY n`, arg); err != nil {
		return nil, fmt.Errorf("read guidance of %s: %w", arg, err)
	}
	return out, nil
}

// OneTask is the condition on projects that all there is to one is a single
// step: it is answered where it was asked for, without a thread, a plan or a
// card. One that has its thread already keeps to it.
const OneTask = `(projects.single = 1 OR (
	(SELECT count(*) FROM steps o WHERE o.project_id = projects.id AND o.superseded = 0 AND o.kind <> 'assembly') = 1
	AND (SELECT count(*) FROM phases o WHERE o.project_id = projects.id) <= 1
	AND (SELECT count(*) FROM missions o WHERE o.project_id = projects.id) = 1
	AND (SELECT count(*) FROM roadmap_items o WHERE o.project_id = projects.id AND o.done = 0) <= 1
	AND NOT EXISTS (SELECT 1 FROM threads o WHERE o.project_id = projects.id)))`
