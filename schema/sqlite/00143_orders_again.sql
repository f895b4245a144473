-- What is to be done again and again is a project, or an order that was never one: a message that is heard as one each time.

-- +goose Up

CREATE TABLE schedules_of_orders (
  id         TEXT PRIMARY KEY,
  project_id TEXT REFERENCES projects(id),
  message_id TEXT REFERENCES messages(id), -- the order, where no project is run again
  spec       TEXT NOT NULL CHECK (spec <> ''),
  zone       TEXT NOT NULL,
  missed     TEXT NOT NULL CHECK (missed IN ('once', 'skip')),
  due_at     INTEGER,
  last_at    INTEGER,
  runs       INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  ended_at   INTEGER,
  CHECK ((due_at IS NULL) = (ended_at IS NOT NULL)),
  CHECK ((project_id IS NULL) <> (message_id IS NULL))
) STRICT, WITHOUT ROWID;
INSERT INTO schedules_of_orders (id, project_id, spec, zone, missed, due_at, last_at, runs, created_at, ended_at)
  SELECT id, project_id, spec, zone, missed, due_at, last_at, runs, created_at, ended_at FROM schedules;
DROP TABLE schedules;
ALTER TABLE schedules_of_orders RENAME TO schedules;
CREATE INDEX schedules_due ON schedules(due_at) WHERE due_at IS NOT NULL;

-- +goose Down
SELECT 'released migrations are not undone';
