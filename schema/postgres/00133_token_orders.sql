-- A token may order projects, for so much a day; who ordered a project that no founder did.

-- +goose Up

ALTER TABLE tokens ADD COLUMN orders BIGINT NOT NULL DEFAULT 0 CHECK (orders IN (0, 1)); -- 1: it may order projects, and decide nothing
ALTER TABLE tokens ADD COLUMN daily BIGINT NOT NULL DEFAULT 0 CHECK (daily >= 0);       -- what it may order in a day, in nano-USD; 0: nothing yet
ALTER TABLE projects ADD COLUMN ordered_by TEXT NOT NULL DEFAULT '';                      -- the token; empty for all others
CREATE INDEX projects_ordered ON projects(ordered_by, created_at) WHERE ordered_by <> '';

-- +goose Down
SELECT 'released migrations are not undone';
