-- The projects that came of an order are shown with it, beside all that the company ever did.

-- +goose Up

CREATE INDEX projects_for_memo ON projects(for_memo) WHERE for_memo <> '';

-- +goose Down
SELECT 'released migrations are not undone';
