-- How often calls of a day were written, so that what a past day cost is summed again only when it changed.

-- +goose Up

ALTER TABLE spending ADD COLUMN changes BIGINT NOT NULL DEFAULT 0;
CREATE INDEX spending_changes ON spending(scope, project_id, subject, changes) WHERE project_id = '';

-- +goose Down
SELECT 'released migrations are not undone';
