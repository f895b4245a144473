-- Repositories that are known by an address, and branches that are pushed there.

-- +goose Up

ALTER TABLE repositories DROP CONSTRAINT repositories_kind_check;
ALTER TABLE repositories ADD CONSTRAINT repositories_kind_check CHECK (kind IN ('path', 'folder', 'url')); -- machine is empty for an address, which every machine reaches

ALTER TABLE integrations ADD COLUMN push TEXT NOT NULL DEFAULT '' CHECK (push IN ('', 'due', 'there', 'refused')); -- empty: it is not pushed
ALTER TABLE integrations ADD COLUMN push_why TEXT NOT NULL DEFAULT ''; -- why it was refused
ALTER TABLE integrations ADD COLUMN push_at BIGINT NOT NULL DEFAULT 0;
CREATE INDEX integrations_push ON integrations(project_id) WHERE push = 'due';

ALTER TABLE repositories ADD COLUMN removed BIGINT NOT NULL DEFAULT 0; -- 1: by a founder, and its name is free again

ALTER TABLE alerts DROP COLUMN read_at; -- nobody read it

-- Addresses that somebody named in a chat, and no worker has looked at yet.
CREATE TABLE repository_requests (
  source    TEXT NOT NULL,
  transport TEXT NOT NULL,               -- where the answer goes
  channel   TEXT NOT NULL,
  name      TEXT NOT NULL,               -- that it is to have; empty: its address's
  at        BIGINT NOT NULL,
  PRIMARY KEY (source, transport, channel)
);

-- +goose Down
SELECT 'released migrations are not undone';
