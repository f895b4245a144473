-- What a project may do at others: of each kind of effect by itself, after a yes, or not at all.

-- +goose Up

CREATE TABLE permits (
  project_id TEXT NOT NULL REFERENCES projects(id),
  sink       TEXT NOT NULL CHECK (sink <> ''), -- which kinds there are is for the code to know
  level      TEXT NOT NULL CHECK (level IN ('allowed', 'ask', 'off')),
  said_by    TEXT NOT NULL CHECK (said_by <> ''),
  at         INTEGER NOT NULL,
  PRIMARY KEY (project_id, sink)
) STRICT, WITHOUT ROWID;

-- +goose Down
SELECT 'released migrations are not undone';
