-- What is done at others is of more kinds than one: which there are is for the code to know.

-- +goose Up

ALTER TABLE actions DROP CONSTRAINT actions_kind_check;
ALTER TABLE actions ADD CONSTRAINT actions_kind_check CHECK (kind <> '');

-- +goose Down
SELECT 'released migrations are not undone';
