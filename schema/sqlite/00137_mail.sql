-- People whose mail is read because a founder named them; and what is done in a mailbox belongs to no project.

-- +goose Up

CREATE TABLE mail_senders (
  address TEXT PRIMARY KEY CHECK (address <> ''),
  said_by TEXT NOT NULL,
  at      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

PRAGMA defer_foreign_keys = ON; -- pulls and what is frozen name actions, which are all there again at the end
CREATE TABLE actions_kept AS SELECT * FROM actions;
DROP TABLE actions;
CREATE TABLE actions (
  id          TEXT PRIMARY KEY,
  key         TEXT NOT NULL UNIQUE,       -- what is to be there once
  kind        TEXT NOT NULL CHECK (kind <> ''),
  connection  TEXT NOT NULL,
  project_id  TEXT REFERENCES projects(id), -- none of mail
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
  due_at      INTEGER NOT NULL DEFAULT 0,
  undoes      TEXT NOT NULL DEFAULT '',   -- the action that it takes back; empty for none
  object      TEXT NOT NULL DEFAULT '',   -- what it changes there: "acme/shop#1"; empty for what is not frozen
  field       TEXT NOT NULL DEFAULT ''    -- of the object; empty for all of it
) STRICT, WITHOUT ROWID;
INSERT INTO actions SELECT id, key, kind, connection, project_id, place, effect, body, state, allowed_by, link, answer, why, tries, claimed_by, claim_until, fence, at, due_at, undoes, object, field FROM actions_kept;
DROP TABLE actions_kept;
CREATE INDEX actions_due ON actions(due_at, id) WHERE state IN ('allowed', 'doing');
CREATE INDEX actions_project ON actions(project_id);
CREATE INDEX actions_undoes ON actions(undoes) WHERE undoes <> '';

-- +goose Down
SELECT 'released migrations are not undone';
