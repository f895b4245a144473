-- Pull requests of ours as they stand at their forges, and what is looked at there.

-- +goose Up

CREATE TABLE pulls (
  place      TEXT NOT NULL,               -- "github.com/acme/shop"
  number     INTEGER NOT NULL CHECK (number > 0),
  action_id  TEXT NOT NULL UNIQUE REFERENCES actions(id), -- which opened it
  project_id TEXT NOT NULL REFERENCES projects(id),
  state      TEXT NOT NULL CHECK (state IN ('open', 'merged', 'closed', 'gone')),
  draft      INTEGER NOT NULL CHECK (draft IN (0, 1)),
  head       TEXT NOT NULL,               -- the commit that its branch is at, there
  base       TEXT NOT NULL,               -- the branch it goes into
  mergeable  TEXT NOT NULL CHECK (mergeable IN ('', 'yes', 'no')), -- empty: the forge does not know yet
  review     TEXT NOT NULL CHECK (review IN ('', 'approved', 'changes')),
  checks     TEXT NOT NULL,               -- of its last commit, summed (JSON)
  merged_by  TEXT NOT NULL DEFAULT '',
  merged_at  INTEGER NOT NULL DEFAULT 0,
  merged_as  TEXT NOT NULL DEFAULT '',    -- the commit that has it
  told       TEXT NOT NULL DEFAULT '[]',  -- what was said of it, so that it is said once (JSON)
  seen_at    INTEGER NOT NULL,
  PRIMARY KEY (place, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX pulls_project ON pulls(project_id);

CREATE TABLE watches (
  place   TEXT PRIMARY KEY,
  tags    TEXT NOT NULL DEFAULT '{}',     -- of each question, what its last answer was known by (JSON)
  turn    INTEGER NOT NULL DEFAULT 0,     -- which question comes next
  labels  TEXT NOT NULL DEFAULT '{}',     -- issues with the label, and who set it (JSON)
  strange INTEGER NOT NULL DEFAULT 0,     -- labels of people who may not order
  tries   INTEGER NOT NULL DEFAULT 0,     -- that failed, one behind the other
  since   INTEGER NOT NULL DEFAULT 0,     -- the first of them
  why     TEXT NOT NULL DEFAULT '',       -- it cannot be looked at, as a founder was told
  whole   INTEGER NOT NULL DEFAULT 0,     -- all was asked then
  nudges  INTEGER NOT NULL DEFAULT 0,     -- that came for it
  due_at  INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

ALTER TABLE projects ADD COLUMN continues TEXT NOT NULL DEFAULT ''; -- the project on whose branch, at the address, its changes go on; empty for a branch of its own

-- +goose Down
SELECT 'released migrations are not undone';
