-- What the clock asks for, and what may be spent.

-- +goose Up

-- Duties that the clock asks for, of whichever process does them.
CREATE TABLE duties (
  name    TEXT PRIMARY KEY,
  due_at  BIGINT NOT NULL,
  last_at BIGINT,
  runs    BIGINT NOT NULL DEFAULT 0,
  error   TEXT NOT NULL DEFAULT ''
);

-- Projects that are to be run again. due_at is NULL once a schedule has ended.
CREATE TABLE schedules (
  id         TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects(id),
  spec       TEXT NOT NULL CHECK (spec <> ''),
  zone       TEXT NOT NULL,
  missed     TEXT NOT NULL CHECK (missed IN ('once', 'skip')),
  due_at     BIGINT,
  last_at    BIGINT,
  runs       BIGINT NOT NULL DEFAULT 0,
  created_at BIGINT NOT NULL,
  ended_at   BIGINT,
  CHECK ((due_at IS NULL) = (ended_at IS NOT NULL))
);
CREATE INDEX schedules_due ON schedules(due_at) WHERE due_at IS NOT NULL;

-- What the founder allows to be spent. An empty project means all of them.
CREATE TABLE caps (
  scope      TEXT NOT NULL CHECK (scope IN ('step', 'mission', 'day', 'month')),
  project_id TEXT NOT NULL DEFAULT '',
  kind       TEXT NOT NULL CHECK (kind IN ('warn', 'cap')),
  amount     BIGINT NOT NULL CHECK (amount > 0),
  set_at     BIGINT NOT NULL,
  PRIMARY KEY (scope, project_id, kind)
);

-- What was spent, summed in the transaction that writes the ledger. known is
-- the sum of known costs; held the sum of what calls with an unknown cost,
-- those under way among them, may cost at the most. warned is the highest
-- amount that the founder was warned of.
CREATE TABLE spending (
  scope      TEXT NOT NULL CHECK (scope IN ('step', 'mission', 'day', 'month')),
  subject    TEXT NOT NULL CHECK (subject <> ''),
  project_id TEXT NOT NULL DEFAULT '',
  known      BIGINT NOT NULL DEFAULT 0,
  held       BIGINT NOT NULL DEFAULT 0,
  warned     BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (scope, subject, project_id)
);

-- Calls that a cap kept from being made, until there is room for them.
CREATE TABLE cap_stops (
  scope      TEXT NOT NULL,
  subject    TEXT NOT NULL,
  project_id TEXT NOT NULL DEFAULT '',
  asked      BIGINT NOT NULL,
  at         BIGINT NOT NULL,
  PRIMARY KEY (scope, subject, project_id)
);

-- How the office fared, hour by hour; hour is the start of one, in microseconds.
CREATE TABLE hours (
  hour      BIGINT PRIMARY KEY,
  calls     BIGINT NOT NULL,
  ghosts    BIGINT NOT NULL,
  cost      BIGINT NOT NULL,     -- of calls whose cost is known
  unknown   BIGINT NOT NULL,     -- calls whose cost is not
  completed BIGINT NOT NULL,     -- steps
  failed    BIGINT NOT NULL,
  queue     BIGINT NOT NULL,     -- at the end of the hour
  outbox    BIGINT NOT NULL
);

-- A call's reserve is what it may cost at the most; its day is the founder's.
ALTER TABLE llm_calls ADD COLUMN reserve BIGINT NOT NULL DEFAULT 0 CHECK (reserve >= 0);
ALTER TABLE llm_calls ADD COLUMN day TEXT NOT NULL DEFAULT '';
CREATE INDEX llm_calls_unknown ON llm_calls(ended_at) WHERE cost IS NULL AND ended_at IS NOT NULL;

-- +goose Down
SELECT 'released migrations are not undone';
