-- What people ask at a forge for a review by our account.

-- +goose Up

ALTER TABLE watches ADD COLUMN asked TEXT NOT NULL DEFAULT '{}'; -- pull requests that we are asked to review, and since when (JSON)

-- +goose Down
SELECT 'released migrations are not undone';
