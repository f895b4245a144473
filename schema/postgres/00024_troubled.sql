-- A mission's steps that failed or were sent back. The end of each step asks
-- whether there is one, which should not cost more the longer the mission is.

-- +goose Up

CREATE INDEX steps_troubled ON steps(mission_id) WHERE state = 'failed' OR strikes > 0 OR rounds > 0;

-- +goose Down
SELECT 'released migrations are not undone';
