-- Steps that spend the founder's money, decide, or go outside, which somebody of another
-- family of models reads; and what is delivered in place of what nobody here can do.

-- +goose Up

ALTER TABLE steps ADD COLUMN grave INTEGER NOT NULL DEFAULT 0 CHECK (grave IN (0, 1));
ALTER TABLE steps ADD COLUMN instead TEXT NOT NULL DEFAULT '';
-- Work under way was planned before anybody said so: what decides is grave.
UPDATE steps SET grave = 1 WHERE kind = 'strategy' AND state IN ('pending', 'in_progress', 'in_review');

-- +goose Down
SELECT 'released migrations are not undone';
