-- Pull requests that conflict with their base are brought together with it.

-- +goose Up

ALTER TABLE projects ADD COLUMN joins TEXT NOT NULL DEFAULT ''; -- the branch of the address that its only change brings the one below it together with; empty for none
ALTER TABLE integration_steps ADD COLUMN joins_sha TEXT NOT NULL DEFAULT ''; -- the commit of that branch, as a second parent; the patch is on it then

-- +goose Down
SELECT 'released migrations are not undone';
