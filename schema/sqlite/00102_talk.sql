-- A step that was to change code may end with an answer: what it was asked for is not so, and a test shows it.

-- +goose Up

ALTER TABLE code_steps ADD COLUMN answer TEXT NOT NULL DEFAULT '';

-- +goose Down
SELECT 'released migrations are not undone';
