-- What other prompts made of steps that were done anew in a copy.

-- +goose Up

CREATE TABLE replays (
  id       TEXT PRIMARY KEY,
  seq      INTEGER NOT NULL UNIQUE,
  projects INTEGER NOT NULL,              -- how many were looked at
  spent    INTEGER NOT NULL,
  at       INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE replay_steps (
  replay_id    TEXT NOT NULL REFERENCES replays(id),
  n            INTEGER NOT NULL,
  project_id   TEXT NOT NULL REFERENCES projects(id),
  step_id      TEXT NOT NULL REFERENCES steps(id),
  stage        TEXT NOT NULL,           -- the first that was asked otherwise
  why          TEXT NOT NULL,           -- it could not be done anew; '': it was
  quotes_was   INTEGER NOT NULL,
  quotes       INTEGER NOT NULL,
  findings_was INTEGER NOT NULL,
  findings     INTEGER NOT NULL,
  score_was    REAL NOT NULL,
  score        REAL NOT NULL,
  words_was    INTEGER NOT NULL,
  words        INTEGER NOT NULL,
  cost_was     INTEGER NOT NULL,
  cost         INTEGER NOT NULL,
  PRIMARY KEY (replay_id, n)
) STRICT, WITHOUT ROWID;
CREATE INDEX replay_steps_project ON replay_steps(project_id);

-- +goose Down
SELECT 'released migrations are not undone';
