-- Where a reader finds a page that was asked for at another address.

-- +goose Up

ALTER TABLE step_documents ADD COLUMN cited TEXT NOT NULL DEFAULT ''; -- empty: at url

-- +goose Down
SELECT 'released migrations are not undone';
