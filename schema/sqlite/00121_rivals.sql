-- Changes that several coders make of one step, of which one is taken.

-- +goose Up

CREATE TABLE rivals (
  step_id TEXT NOT NULL REFERENCES steps(id),
  n       INTEGER NOT NULL CHECK (n > 0),
  coder   TEXT NOT NULL CHECK (coder <> ''),
  tier    TEXT NOT NULL,                  -- of the model, where Frasier drives one itself
  said_by TEXT NOT NULL CHECK (said_by <> ''),
  at      INTEGER NOT NULL,
  result  TEXT NOT NULL DEFAULT '' CHECK (result IN ('', 'won', 'lost', 'none')), -- empty before all are made; none: it made no change
  why     TEXT NOT NULL DEFAULT '',
  patch   BLOB,                             -- of the one that was not taken
  PRIMARY KEY (step_id, n)
) STRICT, WITHOUT ROWID;

-- +goose Down
SELECT 'released migrations are not undone';
