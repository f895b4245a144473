-- What a run said, a column of its step says: a claim and an end write less.

-- +goose Up

-- When the present or the last claim began.
ALTER TABLE steps ADD COLUMN claimed_at BIGINT;
-- When it was last put back for another round: a wait until run_after began then.
ALTER TABLE steps ADD COLUMN put_back_at BIGINT;

-- The newest completed steps too: how long they took is read from them.
UPDATE steps SET claimed_at = (SELECT r.started_at FROM runs r WHERE r.step_id = steps.id AND r.fence = steps.fence)
 WHERE state IN ('in_progress', 'in_review')
    OR seq IN (SELECT seq FROM steps WHERE state = 'completed' ORDER BY ended_at DESC LIMIT 1000);
UPDATE steps SET put_back_at = (SELECT r.ended_at FROM runs r WHERE r.step_id = steps.id AND r.fence = steps.fence)
 WHERE state = 'pending' AND run_after IS NOT NULL;
DROP TABLE runs;
-- How long steps take is read from the newest completed ones when a plan is made.
DROP TABLE step_times;

-- +goose Down
SELECT 'released migrations are not undone';
