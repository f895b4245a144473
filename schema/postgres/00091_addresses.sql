-- Repositories that are known by an address, and branches that are pushed there.

-- +goose Up

ALTER TABLE repositories DROP CONSTRAINT repositories_kind_check;
ALTER TABLE repositories ADD CONSTRAINT repositories_kind_check CHECK (kind IN ('path', 'folder', 'url')); -- machine is empty for an address, which every machine reaches

ALTER TABLE integrations ADD COLUMN push TEXT NOT NULL DEFAULT '' CHECK (push IN ('', 'due', 'there', 'refused')); -- empty: it is not pushed
ALTER TABLE integrations ADD COLUMN push_why TEXT NOT NULL DEFAULT ''; -- why it was refused
ALTER TABLE integrations ADD COLUMN push_at BIGINT NOT NULL DEFAULT 0;
CREATE INDEX integrations_push ON integrations(project_id) WHERE push = 'due';

-- +goose Down
SELECT 'released migrations are not undone';
