-- What a founder's words reply to.

-- +goose Up

-- The chat's id of the message that this one replies to; empty for none.
ALTER TABLE messages ADD COLUMN replies_to TEXT NOT NULL DEFAULT '';

-- +goose Down
SELECT 'released migrations are not undone';
