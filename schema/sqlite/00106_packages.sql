-- A question may be about packages that a change wants: his yes lets them be fetched for all tries of its step.

-- +goose Up

ALTER TABLE code_offers ADD COLUMN packages TEXT NOT NULL DEFAULT '';

-- +goose Down
SELECT 'released migrations are not undone';
