-- What checks and people say of pull requests of ours, and what comes of it.

-- +goose Up

CREATE TABLE remarks (
  id         TEXT PRIMARY KEY,            -- "k7"
  place      TEXT NOT NULL,
  number     INTEGER NOT NULL,
  key        TEXT NOT NULL,               -- at the forge: "run:991", "remark:55", "review:12", "comment:7"
  kind       TEXT NOT NULL CHECK (kind IN ('check', 'review', 'base')),
  state      TEXT NOT NULL CHECK (state IN ('due', 'taken', 'shown', 'left')), -- the last: it orders nothing, and is counted
  said_by    TEXT NOT NULL,               -- name of the account there, or of the check
  allowed_by TEXT NOT NULL DEFAULT '',    -- whoever ordered it here, where its writer may not
  part       TEXT NOT NULL DEFAULT '',    -- what is settled in one round: a review, all checks of a commit
  at_commit  TEXT NOT NULL DEFAULT '',
  body       TEXT NOT NULL,               -- what was read (JSON)
  project_id TEXT REFERENCES projects(id) CHECK ((state = 'taken') = (project_id IS NOT NULL)), -- whose work settles it
  item       TEXT NOT NULL DEFAULT '',    -- of that project's list
  at         INTEGER NOT NULL,
  UNIQUE (place, number, key),
  FOREIGN KEY (place, number) REFERENCES pulls(place, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX remarks_due ON remarks(place, number) WHERE state = 'due';
CREATE INDEX remarks_project ON remarks(project_id);

ALTER TABLE projects ADD COLUMN pushes_as TEXT NOT NULL DEFAULT ''; -- the branch at the address that its changes go on; empty for its own

CREATE TABLE nudges (
  delivery TEXT PRIMARY KEY,              -- as its forge names it
  place    TEXT NOT NULL,
  at       INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX nudges_at ON nudges(at);

-- +goose Down
SELECT 'released migrations are not undone';
