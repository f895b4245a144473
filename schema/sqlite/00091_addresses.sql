-- Repositories that are known by an address, and branches that are pushed there.

-- +goose Up

ALTER TABLE repositories ADD COLUMN source_kind TEXT NOT NULL DEFAULT 'path' CHECK (source_kind IN ('path', 'folder', 'url'));
UPDATE repositories SET source_kind = kind;
ALTER TABLE repositories DROP COLUMN kind;
ALTER TABLE repositories RENAME COLUMN source_kind TO kind; -- machine is empty for an address, which every machine reaches

ALTER TABLE integrations ADD COLUMN push TEXT NOT NULL DEFAULT '' CHECK (push IN ('', 'due', 'there', 'refused')); -- empty: it is not pushed
ALTER TABLE integrations ADD COLUMN push_why TEXT NOT NULL DEFAULT ''; -- why it was refused
ALTER TABLE integrations ADD COLUMN push_at INTEGER NOT NULL DEFAULT 0;
CREATE INDEX integrations_push ON integrations(project_id) WHERE push = 'due';

-- +goose Down
SELECT 'released migrations are not undone';
