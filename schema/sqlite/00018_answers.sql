-- What a founder's words reply to, files that come again, a cap on a whole project.

-- +goose Up

-- The chat's id of the message that this one replies to; empty for none.
ALTER TABLE messages ADD COLUMN replies_to TEXT NOT NULL DEFAULT '';

-- The same file again is known by its hash.
CREATE INDEX attachments_sum ON attachments(sha256);

-- A cap may be on all that one project costs. What it has cost is the sum of
-- its months.
ALTER TABLE caps RENAME TO caps_before;
CREATE TABLE caps (
  scope      TEXT NOT NULL CHECK (scope IN ('step', 'mission', 'day', 'month', 'project')),
  project_id TEXT NOT NULL DEFAULT '',
  kind       TEXT NOT NULL CHECK (kind IN ('warn', 'cap')),
  amount     INTEGER NOT NULL CHECK (amount > 0),
  set_at     INTEGER NOT NULL,
  PRIMARY KEY (scope, project_id, kind),
  CHECK (scope <> 'project' OR project_id <> '' AND kind = 'cap')
) STRICT, WITHOUT ROWID;
INSERT INTO caps (scope, project_id, kind, amount, set_at) SELECT scope, project_id, kind, amount, set_at FROM caps_before;
DROP TABLE caps_before;

-- +goose Down
SELECT 'released migrations are not undone';
