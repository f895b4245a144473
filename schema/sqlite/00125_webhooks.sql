-- Addresses that hear of events, and what each is to hear.

-- +goose Up

CREATE TABLE webhooks (
  name        TEXT PRIMARY KEY CHECK (name <> ''),
  address     TEXT NOT NULL UNIQUE,
  kinds       TEXT NOT NULL DEFAULT '[]',  -- of events (JSON); none for the usual ones
  sealed      BLOB NOT NULL,               -- what its posts are signed with, with a key that is not in the database
  active      INTEGER NOT NULL CHECK (active IN (0, 1)),
  why         TEXT NOT NULL DEFAULT '',    -- it is off, or of the last try that failed
  seen        INTEGER NOT NULL,            -- the last line of the journal that was looked at for it
  tries       INTEGER NOT NULL DEFAULT 0,  -- of its oldest post
  since       INTEGER NOT NULL DEFAULT 0,  -- the first of these tries
  due_at      INTEGER NOT NULL DEFAULT 0,  -- of the next one
  claim_until INTEGER NOT NULL DEFAULT 0,
  fence       INTEGER NOT NULL DEFAULT 0,
  at          INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE posts (
  webhook  TEXT NOT NULL REFERENCES webhooks(name) ON DELETE CASCADE,
  line     INTEGER NOT NULL CHECK (line > 0), -- of the journal
  state    TEXT NOT NULL CHECK (state IN ('queued', 'sent', 'dead')),
  why      TEXT NOT NULL DEFAULT '',          -- it is dead
  at       INTEGER NOT NULL,
  ended_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (webhook, line)
) STRICT, WITHOUT ROWID;
CREATE INDEX posts_queued ON posts(webhook, line) WHERE state = 'queued';
CREATE INDEX posts_ended ON posts(ended_at) WHERE state <> 'queued';

-- +goose Down
SELECT 'released migrations are not undone';
