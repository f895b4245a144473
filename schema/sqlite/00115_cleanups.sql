-- What projects left that is put away, by their repositories' settings.

-- +goose Up

CREATE TABLE cleanups (
  project_id TEXT NOT NULL REFERENCES projects(id),
  what       TEXT NOT NULL CHECK (what IN ('services', 'workspace', 'branch')),
  machine    TEXT NOT NULL,               -- whose folders; empty for what is of no machine, and for what each does for itself
  moment     TEXT NOT NULL CHECK (moment IN ('done', 'merged')), -- when it is due
  state      TEXT NOT NULL CHECK (state IN ('due', 'done', 'kept')),
  reason     TEXT NOT NULL DEFAULT '',    -- what was put away, or why it stays
  at         INTEGER NOT NULL,
  PRIMARY KEY (project_id, what, machine)
) STRICT, WITHOUT ROWID;
CREATE INDEX cleanups_due ON cleanups(what, project_id) WHERE state = 'due';

-- +goose Down
SELECT 'released migrations are not undone';
