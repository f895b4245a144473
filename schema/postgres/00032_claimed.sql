-- Who looks for claims that ran out or whose holders died asks for the missions that
-- are claimed: a few, of all that there ever were.

-- +goose Up

CREATE INDEX missions_claimed ON missions(claim_until) WHERE state IN ('planning', 'in_progress', 'paused') AND claimed_by IS NOT NULL;

-- +goose Down
SELECT 'released migrations are not undone';
