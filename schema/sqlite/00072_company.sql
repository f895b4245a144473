-- The company: departments whose directors think between projects, what they write to
-- each other, and what they decided. The few rows that are the same everywhere (routes,
-- departments, reserved projects) come with the first "company on", so that a database
-- without a company holds nothing of it.

-- +goose Up

CREATE TABLE company (
  one        INTEGER PRIMARY KEY CHECK (one = 1),
  working    INTEGER NOT NULL CHECK (working IN (0, 1)),
  cap        INTEGER NOT NULL CHECK (cap > 0),      -- of a week
  transport  TEXT NOT NULL,                         -- where cards are sent
  channel    TEXT NOT NULL,
  review_at  INTEGER NOT NULL,                      -- the next weekly review
  changed_at INTEGER NOT NULL
) STRICT;

-- Who thinks now holds the beat "director:NAME".
CREATE TABLE departments (
  id        TEXT PRIMARY KEY CHECK (id IN ('business', 'research', 'tech', 'management', 'marketing')),
  due_at    INTEGER,                                -- NULL: nothing to think about
  review    INTEGER NOT NULL DEFAULT 0 CHECK (review IN (0, 1)),
  fence     INTEGER NOT NULL DEFAULT 0,
  sittings  INTEGER NOT NULL DEFAULT 0,
  sat_at    INTEGER,
  seen_hash TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;

CREATE TABLE memo_routes (
  kind      TEXT NOT NULL,
  sender    TEXT NOT NULL,
  recipient TEXT NOT NULL,
  PRIMARY KEY (kind, sender, recipient)
) STRICT, WITHOUT ROWID;

-- Where a memo belongs that is about no project. They are no projects that can be worked
-- on, listed, ended or deleted.
CREATE TABLE reserved_projects (
  id TEXT PRIMARY KEY CHECK (id IN ('platform-reserved', 'org-ops-reserved'))
) STRICT, WITHOUT ROWID;

CREATE TABLE memos (
  seq        INTEGER PRIMARY KEY,
  id         TEXT NOT NULL UNIQUE,
  key        TEXT NOT NULL UNIQUE,
  kind       TEXT NOT NULL,
  sender     TEXT NOT NULL,
  recipient  TEXT NOT NULL,
  project_id TEXT REFERENCES projects(id),
  reserved   TEXT REFERENCES reserved_projects(id),
  root       TEXT NOT NULL DEFAULT '',              -- the directive that it came of, or "review:" and a day
  reply_to   TEXT REFERENCES memos(id),
  hops       INTEGER NOT NULL DEFAULT 0 CHECK (hops >= 0),
  subject    TEXT NOT NULL CHECK (subject <> '' AND length(subject) <= 120),
  body       TEXT NOT NULL CHECK (length(body) <= 2000),
  data       TEXT NOT NULL DEFAULT '{}',            -- JSON
  state      TEXT NOT NULL CHECK (state IN ('open', 'deferred', 'settled', 'declined', 'expired', 'stuck')),
  reason     TEXT NOT NULL DEFAULT '',
  waits      TEXT REFERENCES memos(id),             -- of a deferred one
  wake_at    INTEGER,                               -- of a deferred one
  defers     INTEGER NOT NULL DEFAULT 0,
  tries      INTEGER NOT NULL DEFAULT 0,            -- turns over it that came to nothing
  made_by    TEXT NOT NULL,                         -- "founder", "code", or the department and number of a turn
  settled_by TEXT NOT NULL DEFAULT '',
  expires_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  ended_at   INTEGER,
  FOREIGN KEY (kind, sender, recipient) REFERENCES memo_routes(kind, sender, recipient),
  CHECK ((project_id IS NULL) <> (reserved IS NULL)),
  CHECK ((state IN ('open', 'deferred')) = (ended_at IS NULL)),
  CHECK (state <> 'settled' OR settled_by <> ''),
  CHECK (state NOT IN ('declined', 'stuck') OR reason <> '')
) STRICT;
CREATE INDEX memos_waiting ON memos(recipient, seq) WHERE state IN ('open', 'deferred');
CREATE INDEX memos_root ON memos(root);

CREATE TABLE sittings (
  department TEXT NOT NULL REFERENCES departments(id),
  n          INTEGER NOT NULL CHECK (n > 0),
  mode       TEXT NOT NULL CHECK (mode IN ('director', 'ceo')),
  state      TEXT NOT NULL CHECK (state IN ('done', 'idle', 'aborted')),
  fault      TEXT NOT NULL DEFAULT '',
  summary    TEXT NOT NULL DEFAULT '',
  deeds      TEXT NOT NULL DEFAULT '[]',            -- what was carried out (JSON)
  memos      TEXT NOT NULL DEFAULT '[]',            -- what it was about (JSON)
  input_hash TEXT NOT NULL,
  at         INTEGER NOT NULL,
  PRIMARY KEY (department, n),
  CHECK ((state = 'aborted') = (fault <> ''))
) STRICT, WITHOUT ROWID;

ALTER TABLE projects ADD COLUMN opened_by TEXT NOT NULL DEFAULT '';   -- the department, empty for the founder
ALTER TABLE projects ADD COLUMN for_memo TEXT NOT NULL DEFAULT '';    -- the memo that it was opened for
ALTER TABLE projects ADD COLUMN health TEXT NOT NULL DEFAULT '';      -- what a director says of it
ALTER TABLE projects ADD COLUMN paused_by TEXT NOT NULL DEFAULT '';   -- the memo that paused it
ALTER TABLE projects ADD COLUMN resumed_at INTEGER NOT NULL DEFAULT 0; -- by the founder, 0 for never
CREATE INDEX projects_company ON projects(opened_by) WHERE opened_by <> '';

-- What directors' calls cost in a week is looked up before each.
CREATE INDEX llm_calls_directors ON llm_calls(day)
 WHERE agent_id IN ('agent-director-business', 'agent-director-research', 'agent-director-tech', 'agent-director-management', 'agent-director-marketing');

-- +goose Down
SELECT 'released migrations are not undone';
