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

ALTER TABLE repositories ADD COLUMN removed INTEGER NOT NULL DEFAULT 0; -- 1: by a founder, and its name is free again

ALTER TABLE alerts DROP COLUMN read_at; -- nobody read it

-- Addresses that somebody named in a chat, and no worker has looked at yet.
CREATE TABLE repository_requests (
  source    TEXT NOT NULL,
  transport TEXT NOT NULL,               -- where the answer goes
  channel   TEXT NOT NULL,
  name      TEXT NOT NULL,               -- that it is to have; empty: its address's
  at        INTEGER NOT NULL,
  PRIMARY KEY (source, transport, channel)
) STRICT, WITHOUT ROWID;

-- +goose Down
SELECT 'released migrations are not undone';
