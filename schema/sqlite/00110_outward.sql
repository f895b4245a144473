-- What Frasier does at others, and where it may.

-- +goose Up

CREATE TABLE connections (
  name     TEXT PRIMARY KEY CHECK (name <> ''),
  service  TEXT NOT NULL CHECK (service IN ('github', 'gitea')),
  address  TEXT NOT NULL UNIQUE,          -- "https://github.com"
  account  TEXT NOT NULL,                 -- as whom
  rights   TEXT NOT NULL DEFAULT '[]',    -- of the token (JSON)
  sealed   BLOB NOT NULL,                 -- the token, with a key that is not in the database
  active      INTEGER NOT NULL,              -- 0: nothing is done there
  why      TEXT NOT NULL DEFAULT '',      -- it is off
  at       INTEGER NOT NULL,
  ends_at  INTEGER NOT NULL DEFAULT 0     -- of the token; 0 where it is not told
) STRICT, WITHOUT ROWID;

CREATE TABLE actions (
  id          TEXT PRIMARY KEY,
  key         TEXT NOT NULL UNIQUE,       -- what is to be there once
  kind        TEXT NOT NULL CHECK (kind IN ('open_pull')),
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
CREATE INDEX actions_due ON actions(due_at, id) WHERE state IN ('allowed', 'doing');
CREATE INDEX actions_project ON actions(project_id);

-- +goose Down
SELECT 'released migrations are not undone';
