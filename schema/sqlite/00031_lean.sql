-- The number of a step is where it stands here, so it costs nothing; see the file
-- of PostgreSQL.

-- +goose Up

-- When steps ended is found by the journal and their missions.
DROP INDEX steps_ended;

-- +goose Down
SELECT 'released migrations are not undone';
