-- +goose Up

-- Services that people look at, and looked at.
CREATE TABLE shown_services (
  id            TEXT PRIMARY KEY,
  repository_id TEXT NOT NULL REFERENCES repositories(id),
  name          TEXT NOT NULL,
  branch        TEXT NOT NULL,             -- whose code it runs
  project_id    TEXT NOT NULL DEFAULT '',  -- it ends with it; empty for the repository's own branch
  step_id       TEXT NOT NULL DEFAULT '',
  commit_sha    TEXT NOT NULL DEFAULT '',
  services      TEXT NOT NULL,             -- coding.Service as JSON: those beside it, and it last
  reuse_key     TEXT NOT NULL,
  state         TEXT NOT NULL CHECK (state IN ('asked', 'starting', 'ready', 'stopping', 'stopped', 'failed')),
  reason        TEXT NOT NULL DEFAULT '',
  cause         TEXT NOT NULL DEFAULT '',  -- why it ended, for code
  machine       TEXT NOT NULL DEFAULT '',
  owner         TEXT NOT NULL DEFAULT '',  -- the process that has it
  port          INTEGER NOT NULL DEFAULT 0,
  log_tail      TEXT NOT NULL DEFAULT '',
  transport     TEXT NOT NULL DEFAULT '',
  channel       TEXT NOT NULL DEFAULT '',  -- that is told; empty for none
  asked_at      INTEGER NOT NULL,
  ready_at      INTEGER NOT NULL DEFAULT 0,
  ended_at      INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

-- Of one key one is there.
CREATE UNIQUE INDEX shown_services_live ON shown_services (reuse_key) WHERE state IN ('asked', 'starting', 'ready');

-- Services that files of a repository propose. None runs before a founder's yes.
CREATE TABLE proposed_services (
  repository_id TEXT PRIMARY KEY REFERENCES repositories(id),
  services      TEXT NOT NULL,  -- coding.Service as JSON
  at            INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- +goose Down
SELECT 'released migrations are not undone';
