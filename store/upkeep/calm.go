package upkeep

import (
	"context"

	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// CalmStatement counts what is under way. Each part has an index of its own,
// whose condition it repeats literally and whose order it asks for where a
// server might think that many rows are ready.
const CalmStatement = `
	SELECT count(*) FROM (
	       SELECT 1 FROM (SELECT 1 FROM steps WHERE state IN ('in_progress', 'in_review') AND claim_until IS NOT NULL LIMIT 1) AS claimed
	       UNION ALL SELECT 1 FROM (SELECT 1 FROM steps WHERE ` + record.Ready + ` ORDER BY priority DESC, seq LIMIT 1) AS waiting
	       UNION ALL SELECT 1 FROM (SELECT 1 FROM steps WHERE state = 'pending' AND run_after IS NOT NULL LIMIT 1) AS timed
	       UNION ALL SELECT 1 FROM (SELECT 1 FROM missions WHERE state = 'planning' LIMIT 1) AS unplanned
	       UNION ALL SELECT 1 FROM (SELECT 1 FROM messages WHERE state = 'received' LIMIT 1) AS unanswered
	       UNION ALL SELECT 1 FROM (SELECT 1 FROM deliveries WHERE state IN ('queued', 'sending') AND state = 'sending' LIMIT 1) AS leaving
	     ) AS found`

// Calm reports whether nothing is under way: no step is worked on, ready or
// waits for a time, no mission waits for its plan and no message for its
// answer, and nothing is being sent. Whatever ends the calm wakes everybody who
// asked for it (see Wake), so whoever finds it calm need not look again soon.
func (d *Upkeep) Calm(ctx context.Context) (bool, error) {
	calm, err := d.db.Idle(ctx, CalmStatement)
	return calm, sqldb.Wrap("look whether anything is under way", err)
}
