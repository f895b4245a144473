-- A check may start services for itself, such as a database. People see which, how each became ready and how long that took.

-- +goose Up

ALTER TABLE trials ADD COLUMN services TEXT NOT NULL DEFAULT '[]'; -- coding.ServiceRun as a JSON list; empty where an older version kept one

-- +goose Down
SELECT 'released migrations are not undone';
