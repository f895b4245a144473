-- What is done at others is of more kinds than one: which there are is for the code to know.

-- +goose Up

CREATE TABLE actions_of_all_kinds (
  id          TEXT PRIMARY KEY,
  key         TEXT NOT NULL UNIQUE,       -- what is to be there once
  kind        TEXT NOT NULL CHECK (kind <> ''),
  connection  TEXT NOT NULL,
  project_id  TEXT NOT NULL REFERENCES projects(id),
  place       TEXT NOT NULL,              -- "acme/shop"
  effect      TEXT NOT NULL,              -- as a founder reads it
  body        TEXT NOT NULL,              -- what is sent (JSON)
  state       TEXT NOT NULL CHECK (state IN ('proposed', 'allowed', 'doing', 'done', 'refused', 'dropped')),
  allowed_by  TEXT NOT NULL DEFAULT '' CHECK (allowed_by <> '' OR state IN ('proposed', 'dropped')),
  link        TEXT NOT NULL DEFAULT '',
  answer      TEXT NOT NULL DEFAULT '',   -- what the other side has (JSON)
  why         TEXT NOT NULL DEFAULT '',
  tries       INTEGER NOT NULL DEFAULT 0,
  claimed_by  TEXT NOT NULL DEFAULT '',
  claim_until INTEGER NOT NULL DEFAULT 0,
  fence       INTEGER NOT NULL DEFAULT 0,
  at          INTEGER NOT NULL,
  due_at      INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
INSERT INTO actions_of_all_kinds SELECT id, key, kind, connection, project_id, place, effect, body, state, allowed_by, link, answer, why, tries, claimed_by, claim_until, fence, at, due_at FROM actions;
DROP TABLE actions;
ALTER TABLE actions_of_all_kinds RENAME TO actions;
CREATE INDEX actions_due ON actions(due_at, id) WHERE state IN ('allowed', 'doing');
CREATE INDEX actions_project ON actions(project_id);

-- +goose Down
SELECT 'released migrations are not undone';
