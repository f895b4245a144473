-- How a step that changes code is carried out: each value with where it came from, kept when the step begins.

-- +goose Up

ALTER TABLE repositories ADD COLUMN policy TEXT NOT NULL DEFAULT '{}'; -- org.CodePolicy as JSON

ALTER TABLE code_steps ADD COLUMN handle TEXT NOT NULL DEFAULT '';   -- its work's name for people; empty until it begins
ALTER TABLE code_steps ADD COLUMN decision TEXT NOT NULL DEFAULT ''; -- org.Placement as JSON; empty until it begins

-- +goose Down
SELECT 'released migrations are not undone';
