-- Questions of one project that come within a minute are asked in one message: the first of
-- them, empty for a question that has a message of its own or is that first one.

-- +goose Up

ALTER TABLE escalations ADD COLUMN asked_with TEXT NOT NULL DEFAULT '';
CREATE INDEX escalations_together ON escalations(asked_with) WHERE asked_with <> '';

-- +goose Down
SELECT 'released migrations are not undone';
