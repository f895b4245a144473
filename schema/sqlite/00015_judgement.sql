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

-- Notes of a role: what came again and again in the lessons of its agents, over
-- all projects. They are added and taken away, never rewritten.
CREATE TABLE identity_notes (
  id        TEXT PRIMARY KEY,
  category  TEXT NOT NULL,
  body      TEXT NOT NULL CHECK (body <> ''),
  lesson_id TEXT NOT NULL REFERENCES lessons(id),
  forgotten INTEGER NOT NULL DEFAULT 0 CHECK (forgotten IN (0, 1)),
  at        INTEGER NOT NULL,
  UNIQUE (lesson_id, category)
) STRICT, WITHOUT ROWID;

-- One tidying of lessons that belong together, with what stood there before and after.
CREATE TABLE curations (
  id      TEXT PRIMARY KEY,
  n       INTEGER NOT NULL UNIQUE,
  cluster TEXT NOT NULL,               -- SHA-256 of the lessons that were looked at
  before  TEXT NOT NULL,               -- org.MemoryItem as JSON
  after   TEXT NOT NULL,
  ops     TEXT NOT NULL,               -- org.CuratorOp as JSON: what was done
  refused TEXT NOT NULL,               -- what was not, a sentence each
  at      INTEGER NOT NULL,
  undone  INTEGER NOT NULL DEFAULT 0 CHECK (undone IN (0, 1))
) STRICT, WITHOUT ROWID;
CREATE INDEX curations_cluster ON curations(cluster);

-- +goose Down
SELECT 'released migrations are not undone';
