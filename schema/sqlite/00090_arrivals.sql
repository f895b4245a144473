-- Changes of code that come into the founder's own folder once they are merged.

-- +goose Up

ALTER TABLE code_steps ADD COLUMN isolation TEXT NOT NULL DEFAULT '' CHECK (isolation IN ('', 'on', 'off')); -- what the founder said of the step

CREATE TABLE arrivals (
  project_id TEXT NOT NULL,
  n          INTEGER NOT NULL,             -- the change on the project's branch
  state      TEXT NOT NULL CHECK (state IN ('due', 'there', 'left')),
  files      INTEGER NOT NULL DEFAULT 0,   -- of the change that are in the folder
  obstacle   TEXT NOT NULL DEFAULT '',     -- why the folder was left as it is
  path       TEXT NOT NULL DEFAULT '',     -- of the file that this is about
  at         INTEGER NOT NULL,
  PRIMARY KEY (project_id, n),
  FOREIGN KEY (project_id, n) REFERENCES integration_steps(project_id, n),
  CHECK ((state = 'left') = (obstacle <> ''))
) STRICT, WITHOUT ROWID;

CREATE INDEX arrivals_due ON arrivals(project_id, n) WHERE state = 'due';

-- +goose Down
SELECT 'released migrations are not undone';
