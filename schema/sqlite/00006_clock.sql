-- What the clock asks for, and what may be spent.

-- +goose Up

-- Duties that the clock asks for, of whichever process does them.
CREATE TABLE duties (
  name    TEXT PRIMARY KEY,
  due_at  INTEGER NOT NULL,
  last_at INTEGER,
  runs    INTEGER NOT NULL DEFAULT 0,
  error   TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;

-- Projects that are to be run again. due_at is NULL once a schedule has ended.
CREATE TABLE schedules (
  id         TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects(id),
  spec       TEXT NOT NULL CHECK (spec <> ''),
  zone       TEXT NOT NULL,
  missed     TEXT NOT NULL CHECK (missed IN ('once', 'skip')),
  due_at     INTEGER,
  last_at    INTEGER,
  runs       INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  ended_at   INTEGER,
  CHECK ((due_at IS NULL) = (ended_at IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX schedules_due ON schedules(due_at) WHERE due_at IS NOT NULL;

-- What the founder allows to be spent. An empty project means all of them.
CREATE TABLE caps (
  scope      TEXT NOT NULL CHECK (scope IN ('step', 'mission', 'day', 'month')),
  project_id TEXT NOT NULL DEFAULT '',
  kind       TEXT NOT NULL CHECK (kind IN ('warn', 'cap')),
  amount     INTEGER NOT NULL CHECK (amount > 0),
  set_at     INTEGER NOT NULL,
  PRIMARY KEY (scope, project_id, kind)
) STRICT, WITHOUT ROWID;

-- What was spent, summed in the transaction that writes the ledger. known is
-- the sum of known costs; held the sum of what calls with an unknown cost,
-- those under way among them, may cost at the most. warned is the highest
-- amount that the founder was warned of.
CREATE TABLE spending (
  scope      TEXT NOT NULL CHECK (scope IN ('step', 'mission', 'day', 'month')),
  subject    TEXT NOT NULL CHECK (subject <> ''),
  project_id TEXT NOT NULL DEFAULT '',
  known      INTEGER NOT NULL DEFAULT 0,
  held       INTEGER NOT NULL DEFAULT 0,
  warned     INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (scope, subject, project_id)
) STRICT, WITHOUT ROWID;

-- Calls that a cap kept from being made, until there is room for them.
CREATE TABLE cap_stops (
  scope      TEXT NOT NULL,
  subject    TEXT NOT NULL,
  project_id TEXT NOT NULL DEFAULT '',
  asked      INTEGER NOT NULL,
  at         INTEGER NOT NULL,
  PRIMARY KEY (scope, subject, project_id)
) STRICT, WITHOUT ROWID;

-- How the office fared, hour by hour; hour is the start of one, in microseconds.
CREATE TABLE hours (
  hour      INTEGER PRIMARY KEY,
  calls     INTEGER NOT NULL,
  ghosts    INTEGER NOT NULL,
  cost      INTEGER NOT NULL,     -- of calls whose cost is known
  unknown   INTEGER NOT NULL,     -- calls whose cost is not
  completed INTEGER NOT NULL,     -- steps
  failed    INTEGER NOT NULL,
  queue     INTEGER NOT NULL,     -- at the end of the hour
  outbox    INTEGER NOT NULL
) STRICT;

-- A call's reserve is what it may cost at the most; its day is the founder's.
ALTER TABLE llm_calls ADD COLUMN reserve INTEGER NOT NULL DEFAULT 0 CHECK (reserve >= 0);
ALTER TABLE llm_calls ADD COLUMN day TEXT NOT NULL DEFAULT '';
CREATE INDEX llm_calls_unknown ON llm_calls(ended_at) WHERE cost IS NULL AND ended_at IS NOT NULL;

-- +goose Down
SELECT 'released migrations are not undone';
