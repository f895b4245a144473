-- How far a critic can be trusted.

-- +goose Up

-- What a critic makes of drafts whose scores are known; the newest measurement of each.
CREATE TABLE calibrations (
  model  TEXT NOT NULL,
  kind   TEXT NOT NULL,                -- of work: research, analysis or writing
  good   REAL NOT NULL,                -- the mean it gives the good draft, and the bad one
  bad    REAL NOT NULL,
  sound  INTEGER NOT NULL CHECK (sound IN (0, 1)),
  prompt TEXT NOT NULL,                -- SHA-256 of what it was asked with
  n      INTEGER NOT NULL CHECK (n > 0),
  at     INTEGER NOT NULL,
  PRIMARY KEY (model, kind)
) STRICT, WITHOUT ROWID;

-- +goose Down
SELECT 'released migrations are not undone';
