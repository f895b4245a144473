-- What can be connected is of more kinds than forges: which there are is for the code to know.

-- +goose Up

ALTER TABLE connections DROP CONSTRAINT connections_service_check;
ALTER TABLE connections ADD CONSTRAINT connections_service_check CHECK (service <> '');

-- +goose Down
SELECT 'released migrations are not undone';
