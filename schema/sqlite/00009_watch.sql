-- What the watcher noticed, what it did about it, and whether it was right.

-- +goose Up

CREATE TABLE alerts (
  id         TEXT PRIMARY KEY,
  key        TEXT NOT NULL UNIQUE,             -- the same thing is raised once
  signal     TEXT NOT NULL,
  project_id TEXT NOT NULL REFERENCES projects(id),
  mission_id TEXT REFERENCES missions(id),
  step_id    TEXT REFERENCES steps(id),
  confidence REAL NOT NULL CHECK (confidence >= 0 AND confidence <= 1),
  level      TEXT NOT NULL CHECK (level IN ('high', 'medium', 'low')),
  body       TEXT NOT NULL CHECK (body <> ''),
  advice     TEXT NOT NULL DEFAULT '',
  evidence   TEXT NOT NULL DEFAULT '[]',
  remedy     TEXT NOT NULL DEFAULT '' CHECK (remedy IN ('', 'requeue', 'pause', 'advise')),
  acted      INTEGER NOT NULL DEFAULT 0 CHECK (acted IN (0, 1)),
  verdict    TEXT NOT NULL DEFAULT '' CHECK (verdict IN ('', 'right', 'wrong')),
  read_at    INTEGER,                          -- when the worker read the advice first
  created_at INTEGER NOT NULL,
  CHECK (acted = 0 OR (level = 'high' AND remedy <> ''))
) STRICT, WITHOUT ROWID;
CREATE INDEX alerts_step ON alerts(step_id) WHERE step_id IS NOT NULL;
CREATE INDEX alerts_at ON alerts(created_at);

-- +goose Down
SELECT 'released migrations are not undone';
