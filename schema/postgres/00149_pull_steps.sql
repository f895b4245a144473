-- One pull request for each change of a project, where the repository's setting says so: each is of a step, and what goes on with a
-- branch goes on with that of one pull request.

-- +goose Up

ALTER TABLE actions ADD COLUMN step_id TEXT NOT NULL DEFAULT '';           -- whose change a pull request is; empty: all of its project's
ALTER TABLE projects ADD COLUMN continues_pull TEXT NOT NULL DEFAULT '';   -- the action that opened what it goes on with; empty in rows of older versions

-- +goose Down
SELECT 'released migrations are not undone';
