-- What founders asked to be reminded of.

-- +goose Up

CREATE TABLE reminders (
  id         TEXT PRIMARY KEY,
  key        TEXT NOT NULL UNIQUE,       -- of the words that asked for it
  transport  TEXT NOT NULL,
  channel    TEXT NOT NULL,
  author     TEXT NOT NULL,
  body       TEXT NOT NULL CHECK (body <> ''),
  agreed     INTEGER NOT NULL DEFAULT 1 CHECK (agreed IN (0, 1)), -- 0: its time was not said yet
  spec       TEXT NOT NULL DEFAULT '',   -- a cron expression; empty for once
  zone       TEXT NOT NULL,
  waits      TEXT NOT NULL DEFAULT '' CHECK (waits IN ('', 'founder', 'question', 'project')),
  waits_on   TEXT NOT NULL DEFAULT '',
  due_at     INTEGER,
  last_at    INTEGER,
  told       INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  ended_at   INTEGER,
  CHECK ((due_at IS NULL) = (ended_at IS NOT NULL OR waits <> '')),
  CHECK ((waits = '') = (waits_on = ''))
) STRICT, WITHOUT ROWID;
CREATE INDEX reminders_due ON reminders(due_at) WHERE due_at IS NOT NULL;
CREATE INDEX reminders_open ON reminders(created_at) WHERE ended_at IS NULL;

-- +goose Down
SELECT 'released migrations are not undone';
