-- Times are integer microseconds UTC, money integer nano-USD, JSON is text that
-- Go reads and writes, booleans are 0 or 1.

-- +goose Up

-- Who this database is. An emptied or replaced file has no such row.
CREATE TABLE identity (
  one        INTEGER PRIMARY KEY CHECK (one = 1),
  product    TEXT NOT NULL CHECK (product = 'frasier'),
  uid        TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

-- Numbers that rise in the transaction that uses them: ids and the journal.
CREATE TABLE counters (
  name TEXT PRIMARY KEY,
  n    INTEGER NOT NULL CHECK (n >= 0)
) STRICT, WITHOUT ROWID;

CREATE TABLE policies (
  name       TEXT PRIMARY KEY,
  value      TEXT NOT NULL,
  changed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE agents (
  id       TEXT PRIMARY KEY CHECK (id LIKE 'agent-_%'),
  name     TEXT NOT NULL UNIQUE,
  role     TEXT NOT NULL,
  category TEXT NOT NULL,
  team     TEXT NOT NULL DEFAULT '',
  persona  TEXT NOT NULL CHECK (persona <> ''),
  version  INTEGER NOT NULL DEFAULT 1,
  reviewer TEXT NOT NULL DEFAULT '' CHECK (reviewer IN ('', 'qa', 'lead')),
  active   INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1))
) STRICT, WITHOUT ROWID;

CREATE TABLE blobs (
  sha256 TEXT PRIMARY KEY CHECK (length(sha256) = 64),
  size   INTEGER NOT NULL,
  data   BLOB NOT NULL
) STRICT;

CREATE TABLE messages (
  seq         INTEGER PRIMARY KEY,
  id          TEXT NOT NULL UNIQUE,
  transport   TEXT NOT NULL,
  channel     TEXT NOT NULL,
  origin      TEXT NOT NULL,
  author      TEXT NOT NULL,
  body        TEXT NOT NULL,
  explicit    INTEGER NOT NULL DEFAULT 0 CHECK (explicit IN (0, 1)),
  state       TEXT NOT NULL CHECK (state IN ('received', 'handled', 'ignored')),
  reason      TEXT NOT NULL DEFAULT '',
  said_at     INTEGER NOT NULL,
  received_at INTEGER NOT NULL,
  claimed_by  TEXT,
  claim_until INTEGER,
  UNIQUE (transport, channel, origin),
  CHECK (state <> 'ignored' OR reason <> '')
) STRICT;
CREATE INDEX messages_open ON messages(seq) WHERE state = 'received';
CREATE INDEX messages_older ON messages(transport, channel, seq) WHERE state = 'received';
CREATE INDEX messages_channel ON messages(transport, channel, seq);

CREATE TABLE attachments (
  message_id   TEXT NOT NULL REFERENCES messages(id),
  n            INTEGER NOT NULL,
  name         TEXT NOT NULL,
  content_type TEXT NOT NULL,
  size         INTEGER NOT NULL,
  sha256       TEXT NOT NULL REFERENCES blobs(sha256),
  body         TEXT NOT NULL,
  note         TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (message_id, n)
) STRICT, WITHOUT ROWID;

CREATE TABLE projects (
  id            TEXT PRIMARY KEY,
  message_id    TEXT NOT NULL UNIQUE REFERENCES messages(id),
  transport     TEXT NOT NULL,
  channel       TEXT NOT NULL,
  title         TEXT NOT NULL CHECK (title <> ''),
  goal          TEXT NOT NULL,
  state         TEXT NOT NULL CHECK (state IN ('active', 'paused', 'completed', 'partial', 'failed', 'cancelled')),
  outcome       TEXT NOT NULL DEFAULT '',
  mode          TEXT NOT NULL CHECK (mode IN ('research', 'content', 'operations')),
  depth         TEXT NOT NULL CHECK (depth IN ('simple', 'standard', 'deep')),
  single        INTEGER NOT NULL DEFAULT 0 CHECK (single IN (0, 1)),
  offline       INTEGER NOT NULL DEFAULT 0 CHECK (offline IN (0, 1)),
  phase         INTEGER NOT NULL DEFAULT 0,
  roadmap       TEXT NOT NULL DEFAULT '',
  roadmap_notes TEXT NOT NULL DEFAULT '[]',
  calls         INTEGER NOT NULL DEFAULT 0,
  bad_replies   INTEGER NOT NULL DEFAULT 0,
  bad_since     INTEGER,
  answered      INTEGER NOT NULL DEFAULT 0 CHECK (answered IN (0, 1)),
  created_at    INTEGER NOT NULL,
  ended_at      INTEGER,
  CHECK ((state IN ('active', 'paused')) = (ended_at IS NULL)),
  CHECK (state NOT IN ('partial', 'failed') OR outcome <> '')
) STRICT;
CREATE INDEX projects_open ON projects(id) WHERE state IN ('active', 'paused');

CREATE TABLE phases (
  project_id TEXT NOT NULL REFERENCES projects(id),
  idx        INTEGER NOT NULL CHECK (idx >= 0),
  label      TEXT NOT NULL,
  task       TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (project_id, idx)
) STRICT, WITHOUT ROWID;

CREATE TABLE turns (
  message_id TEXT PRIMARY KEY REFERENCES messages(id),
  class      TEXT NOT NULL CHECK (class IN ('', 'casual', 'simple_task', 'full_project')),
  confidence REAL NOT NULL CHECK (confidence >= 0 AND confidence <= 1),
  title      TEXT NOT NULL,
  evidence   TEXT NOT NULL,
  rules      TEXT NOT NULL,
  structural INTEGER NOT NULL CHECK (structural IN (0, 1)),
  command    TEXT NOT NULL,
  model      TEXT NOT NULL,
  ghost      INTEGER NOT NULL CHECK (ghost IN (0, 1)),
  tag        TEXT NOT NULL CHECK (tag IN ('', 'RESPONSE', 'PROPOSAL', 'NEW_PROJECT')),
  route      TEXT NOT NULL CHECK (route IN ('RESPONSE', 'PROPOSAL', 'NEW_PROJECT')),
  reply      TEXT NOT NULL,
  tags       TEXT NOT NULL,
  project_id TEXT REFERENCES projects(id),
  steers     TEXT REFERENCES projects(id),
  at         INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE turn_tags (
  tag        TEXT NOT NULL,
  message_id TEXT NOT NULL REFERENCES turns(message_id),
  PRIMARY KEY (tag, message_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE lessons (
  id         TEXT PRIMARY KEY,
  kind       TEXT NOT NULL CHECK (kind IN ('directive', 'lesson')),
  state      TEXT NOT NULL CHECK (state IN ('candidate', 'active', 'forgotten')),
  body       TEXT NOT NULL CHECK (body <> ''),
  importance INTEGER NOT NULL CHECK (importance BETWEEN 1 AND 10),
  agent_id   TEXT REFERENCES agents(id),
  message_id TEXT REFERENCES messages(id),
  step_id    TEXT,
  created_at INTEGER NOT NULL,
  CHECK (kind <> 'directive' OR importance = 9)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX lessons_directive ON lessons(body) WHERE kind = 'directive' AND state = 'active';

CREATE TABLE roadmap_items (
  project_id TEXT NOT NULL REFERENCES projects(id),
  item       TEXT NOT NULL,
  n          INTEGER NOT NULL,
  mission    INTEGER NOT NULL,          -- seq of the mission that does it, -1 for a ticked item
  phase      INTEGER NOT NULL,
  body       TEXT NOT NULL,             -- the item as JSON (org.Item)
  done       INTEGER NOT NULL CHECK (done IN (0, 1)),
  PRIMARY KEY (project_id, item),
  FOREIGN KEY (project_id, phase) REFERENCES phases(project_id, idx)
) STRICT, WITHOUT ROWID;

CREATE TABLE roadmap_edges (
  project_id TEXT NOT NULL,
  item       TEXT NOT NULL,
  needs      TEXT NOT NULL,
  PRIMARY KEY (project_id, item, needs),
  FOREIGN KEY (project_id, item) REFERENCES roadmap_items(project_id, item),
  FOREIGN KEY (project_id, needs) REFERENCES roadmap_items(project_id, item),
  CHECK (item <> needs)
) STRICT, WITHOUT ROWID;

CREATE TABLE missions (
  id          TEXT PRIMARY KEY,
  project_id  TEXT NOT NULL,
  seq         INTEGER NOT NULL CHECK (seq >= 0),
  phase       INTEGER NOT NULL,
  label       TEXT NOT NULL,
  state       TEXT NOT NULL CHECK (state IN ('planning', 'in_progress', 'paused', 'completed', 'partial', 'failed', 'cancelled')),
  planned     INTEGER NOT NULL DEFAULT 0 CHECK (planned IN (0, 1)),
  outcome     TEXT NOT NULL DEFAULT '',
  notes       TEXT NOT NULL DEFAULT '{}',   -- org.PlanNotes as JSON
  open_steps  INTEGER NOT NULL DEFAULT 0 CHECK (open_steps >= 0),
  fence       INTEGER NOT NULL DEFAULT 0,
  claimed_by  TEXT,
  claim_until INTEGER,
  tries       INTEGER NOT NULL DEFAULT 0,
  run_after   INTEGER NOT NULL DEFAULT 0,
  created_at  INTEGER NOT NULL,
  ended_at    INTEGER,
  UNIQUE (project_id, seq),
  UNIQUE (id, project_id),
  FOREIGN KEY (project_id, phase) REFERENCES phases(project_id, idx),
  CHECK ((state IN ('planning', 'in_progress', 'paused')) = (ended_at IS NULL)),
  CHECK (state <> 'completed' OR open_steps = 0),
  CHECK (state NOT IN ('partial', 'failed') OR outcome <> '')
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX missions_one_open ON missions(project_id) WHERE state IN ('planning', 'in_progress', 'paused');
CREATE INDEX missions_planning ON missions(run_after, id) WHERE state = 'planning';

CREATE TABLE mission_roles (
  mission_id TEXT NOT NULL REFERENCES missions(id),
  n          INTEGER NOT NULL,
  title      TEXT NOT NULL,
  category   TEXT NOT NULL,
  why        TEXT NOT NULL,
  agent_id   TEXT NOT NULL REFERENCES agents(id),
  PRIMARY KEY (mission_id, n)
) STRICT, WITHOUT ROWID;

CREATE TABLE steps (
  seq         INTEGER PRIMARY KEY,
  id          TEXT NOT NULL UNIQUE,
  mission_id  TEXT NOT NULL,
  project_id  TEXT NOT NULL,
  key         TEXT NOT NULL CHECK (key <> ''),
  item        TEXT,                       -- roadmap item; NULL for invented steps
  title       TEXT NOT NULL CHECK (title <> ''),
  goal        TEXT NOT NULL,
  kind        TEXT NOT NULL CHECK (kind IN ('research', 'analysis', 'strategy', 'writing', 'engineering', 'creative', 'simple', 'assembly')),
  depth       TEXT NOT NULL CHECK (depth IN ('simple', 'standard', 'deep')),
  role        TEXT NOT NULL,
  category    TEXT NOT NULL,
  agent_id    TEXT NOT NULL REFERENCES agents(id),
  tier        TEXT NOT NULL CHECK (tier IN ('T0', 'T1', 'T2', 'T3')),
  phase       INTEGER NOT NULL,
  grp         INTEGER NOT NULL,
  final       INTEGER NOT NULL CHECK (final IN (0, 1)),
  critical    INTEGER NOT NULL CHECK (critical IN (0, 1)),
  entities    TEXT NOT NULL,
  acceptance  TEXT NOT NULL,
  state       TEXT NOT NULL CHECK (state IN ('pending', 'in_progress', 'in_review', 'completed', 'failed', 'cancelled')),
  open_deps   INTEGER NOT NULL DEFAULT 0 CHECK (open_deps >= 0),
  held        INTEGER NOT NULL DEFAULT 0 CHECK (held >= 0),
  run_after   INTEGER,
  priority    INTEGER NOT NULL DEFAULT 0,  -- expected ms on the longest path to the end
  strikes     INTEGER NOT NULL DEFAULT 0 CHECK (strikes BETWEEN 0 AND 3),
  attempt     INTEGER NOT NULL DEFAULT 0,
  crashes     INTEGER NOT NULL DEFAULT 0,
  fence       INTEGER NOT NULL DEFAULT 0,
  claimed_by  TEXT,
  claim_until INTEGER,
  stage       TEXT NOT NULL DEFAULT '',
  result      TEXT NOT NULL DEFAULT '',
  digest      TEXT NOT NULL DEFAULT '',
  score       REAL,                        -- NULL: not scored
  reviewed    TEXT NOT NULL DEFAULT '',
  served      TEXT NOT NULL DEFAULT '',
  cause       TEXT NOT NULL DEFAULT '',
  cause_step  TEXT REFERENCES steps(id),
  created_at  INTEGER NOT NULL,
  started_at  INTEGER,
  ended_at    INTEGER,
  UNIQUE (project_id, key),
  FOREIGN KEY (mission_id, project_id) REFERENCES missions(id, project_id),
  CHECK (state <> 'completed' OR trim(result, char(9) || char(10) || char(13) || ' ') <> ''),
  CHECK (state <> 'completed' OR reviewed <> ''),
  CHECK (state NOT IN ('failed', 'cancelled') OR cause <> ''),
  CHECK ((state IN ('in_progress', 'in_review')) = (claimed_by IS NOT NULL)),
  CHECK ((state IN ('completed', 'failed', 'cancelled')) = (ended_at IS NOT NULL)),
  CHECK ((held & 4) = 0 OR run_after IS NOT NULL),
  CHECK (state <> 'pending' OR strikes < 3)
) STRICT;
CREATE INDEX steps_ready   ON steps(priority DESC, seq) WHERE state = 'pending' AND open_deps = 0 AND held = 0;
CREATE INDEX steps_lease   ON steps(claim_until) WHERE state IN ('in_progress', 'in_review');
CREATE INDEX steps_timer   ON steps(run_after) WHERE state = 'pending' AND run_after IS NOT NULL;
CREATE INDEX steps_mission ON steps(mission_id, state);
CREATE INDEX steps_project ON steps(project_id, seq);

CREATE TABLE step_dependencies (
  step_id    TEXT NOT NULL REFERENCES steps(id),
  depends_on TEXT NOT NULL REFERENCES steps(id),
  soft       INTEGER NOT NULL DEFAULT 0 CHECK (soft IN (0, 1)),
  PRIMARY KEY (step_id, depends_on),
  CHECK (step_id <> depends_on)
) STRICT, WITHOUT ROWID;
CREATE INDEX step_dependencies_rev ON step_dependencies(depends_on);

-- One row per claim. A second active run of one step cannot be stored.
CREATE TABLE runs (
  step_id    TEXT NOT NULL REFERENCES steps(id),
  fence      INTEGER NOT NULL,
  holder     TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  ended_at   INTEGER,
  ended_as   TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (step_id, fence)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX runs_one_active ON runs(step_id) WHERE ended_at IS NULL;

CREATE TABLE checkpoints (
  step_id    TEXT NOT NULL REFERENCES steps(id),
  round      INTEGER NOT NULL,
  stage      TEXT NOT NULL,
  seq        INTEGER NOT NULL,
  input_hash TEXT NOT NULL,
  output     TEXT NOT NULL,
  fence      INTEGER NOT NULL,
  at         INTEGER NOT NULL,
  PRIMARY KEY (step_id, round, stage, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE drafts (
  step_id  TEXT NOT NULL REFERENCES steps(id),
  round    INTEGER NOT NULL,
  version  INTEGER NOT NULL,
  body     TEXT NOT NULL,
  score    REAL,
  must_fix INTEGER NOT NULL,
  chosen   INTEGER NOT NULL CHECK (chosen IN (0, 1)),
  audit    TEXT NOT NULL,
  at       INTEGER NOT NULL,
  PRIMARY KEY (step_id, round, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE reviews (
  step_id  TEXT NOT NULL REFERENCES steps(id),
  round    INTEGER NOT NULL,
  role     TEXT NOT NULL,
  reviewer TEXT NOT NULL REFERENCES agents(id),
  pass     INTEGER NOT NULL CHECK (pass IN (0, 1)),
  findings TEXT NOT NULL,
  model    TEXT NOT NULL,
  at       INTEGER NOT NULL,
  PRIMARY KEY (step_id, round, role)
) STRICT, WITHOUT ROWID;

CREATE TABLE rejections (
  step_id  TEXT NOT NULL REFERENCES steps(id),
  round    INTEGER NOT NULL,
  reviewer TEXT NOT NULL,
  feedback TEXT NOT NULL,
  at       INTEGER NOT NULL,
  PRIMARY KEY (step_id, round)
) STRICT, WITHOUT ROWID;

CREATE TABLE escalations (
  id         TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects(id),
  step_id    TEXT REFERENCES steps(id),
  body       TEXT NOT NULL CHECK (body <> ''),
  state      TEXT NOT NULL CHECK (state IN ('open', 'answered')),
  answer     TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  ended_at   INTEGER,
  CHECK ((state = 'open') = (ended_at IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE steering (
  project_id TEXT NOT NULL REFERENCES projects(id),
  message_id TEXT NOT NULL REFERENCES messages(id),
  body       TEXT NOT NULL,
  at         INTEGER NOT NULL,
  PRIMARY KEY (project_id, message_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE deliverables (
  mission_id TEXT PRIMARY KEY REFERENCES missions(id),
  project_id TEXT NOT NULL REFERENCES projects(id),
  title      TEXT NOT NULL,
  markdown   TEXT NOT NULL CHECK (trim(markdown) <> ''),
  html       TEXT NOT NULL CHECK (html <> ''),
  pdf        TEXT NOT NULL REFERENCES blobs(sha256),
  at         INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- +goose Down
SELECT 'released migrations are not undone';
