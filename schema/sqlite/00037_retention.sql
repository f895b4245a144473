-- When what only served the making of a project was deleted (0: not yet), and how
-- large the database was on each day.

-- +goose Up

ALTER TABLE projects ADD COLUMN pruned_at INTEGER NOT NULL DEFAULT 0;

CREATE TABLE sizes (
  day   TEXT PRIMARY KEY,
  bytes INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- +goose Down
SELECT 'released migrations are not undone';
