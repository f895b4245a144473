-- What the project that a message orders may cost in all.

-- +goose Up

ALTER TABLE messages ADD COLUMN cap INTEGER NOT NULL DEFAULT 0 CHECK (cap >= 0); -- nano-USD; 0 for no cap

-- +goose Down
SELECT 'released migrations are not undone';
