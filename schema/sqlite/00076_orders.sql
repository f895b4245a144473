-- The founder's orders to the company are listed beside all that came of them.

-- +goose Up

CREATE INDEX memos_orders ON memos(seq) WHERE kind = 'directive';

-- +goose Down
SELECT 'released migrations are not undone';
