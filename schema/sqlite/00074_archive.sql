-- When a project was deleted: it is shown in no list any more, and nothing of it is lost.

-- +goose Up

ALTER TABLE projects ADD COLUMN archived_at INTEGER NOT NULL DEFAULT 0; -- 0: it was not

-- +goose Down
SELECT 'released migrations are not undone';
