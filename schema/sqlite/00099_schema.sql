-- The tables. Times are integer microseconds UTC, money integer nano-USD, JSON is text
-- that Go reads and writes, booleans are 0 or 1.

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
  active   INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1)),
  -- People: hired ones say for what; what reviewers taught stands beside the persona.
  learned  TEXT NOT NULL DEFAULT '',
  trained_at INTEGER NOT NULL DEFAULT 0,
  hired_at INTEGER,
  hired_for TEXT NOT NULL DEFAULT ''
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
  -- Processes that died while they answered the message.
  crashes     INTEGER NOT NULL DEFAULT 0 CHECK (crashes >= 0),
  -- The chat's id of the message that this one replies to; empty for none.
  replies_to  TEXT NOT NULL DEFAULT '',
  cap         INTEGER NOT NULL DEFAULT 0 CHECK (cap >= 0),  -- nano-USD; 0 for no cap
  repository  TEXT NOT NULL DEFAULT '',  -- the name of the repository that it orders work on
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
-- The same file again is known by its hash.
CREATE INDEX attachments_sum ON attachments(sha256);

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
  -- A lesson that its teacher marked as one that generalises.
  trick      INTEGER NOT NULL DEFAULT 0 CHECK (trick IN (0, 1)),
  CHECK (kind <> 'directive' OR importance = 9)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX lessons_directive ON lessons(body) WHERE kind = 'directive' AND state = 'active';

CREATE TABLE documents (
  id    TEXT PRIMARY KEY CHECK (length(id) = 64),   -- SHA-256 of body
  body  TEXT NOT NULL,
  at    INTEGER NOT NULL
) STRICT;

-- The journal. seq comes from the counters row that the transaction holds, so
-- a follower misses no line.
CREATE TABLE events (
  seq        INTEGER PRIMARY KEY,
  at         INTEGER NOT NULL,
  kind       TEXT NOT NULL,
  message_id TEXT,
  project_id TEXT,
  mission_id TEXT,
  step_id    TEXT,
  agent_id   TEXT,
  attempt    INTEGER NOT NULL DEFAULT 0,
  body       TEXT NOT NULL CHECK (body <> ''),
  data       TEXT NOT NULL DEFAULT '{}'
) STRICT;
CREATE INDEX events_project ON events(project_id, seq);

CREATE TABLE cursors (
  name TEXT PRIMARY KEY,
  seq  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Timed duties done by one process at a time.
CREATE TABLE beats (
  name   TEXT PRIMARY KEY,
  holder TEXT NOT NULL,
  until  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Processes that were heard of, for status.
CREATE TABLE workers (
  holder TEXT PRIMARY KEY,
  role   TEXT NOT NULL,
  seen   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- One row per command, whatever carried it, so that one delivered twice acts
-- once. reply is NULL until what it says back is known.
CREATE TABLE commands (
  transport TEXT NOT NULL,
  channel   TEXT NOT NULL,
  origin    TEXT NOT NULL,
  author    TEXT NOT NULL,
  line      TEXT NOT NULL,
  message   TEXT NOT NULL DEFAULT '',   -- of a context-menu command: what it was used on
  reply     TEXT,
  card      TEXT NOT NULL DEFAULT '{}', -- org.Card as JSON
  at        INTEGER NOT NULL,
  ended_at  INTEGER,
  PRIMARY KEY (transport, channel, origin),
  CHECK ((reply IS NULL) = (ended_at IS NULL))
) STRICT, WITHOUT ROWID;

-- Duties that the clock asks for, of whichever process does them.
CREATE TABLE duties (
  name    TEXT PRIMARY KEY,
  due_at  INTEGER NOT NULL,
  last_at INTEGER,
  runs    INTEGER NOT NULL DEFAULT 0,
  error   TEXT NOT NULL DEFAULT ''
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
  -- Of a mission: what its plan was to cost at the most, until the founder was
  -- told that it cost three times as much. 0 means that nothing was foreseen.
  estimate   INTEGER NOT NULL DEFAULT 0 CHECK (estimate >= 0),
  changes    INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (scope, subject, project_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX spending_changes ON spending(scope, project_id, subject, changes) WHERE project_id = '';

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

CREATE TABLE migration_sums (
  version INTEGER PRIMARY KEY,
  sum     TEXT NOT NULL CHECK (length(sum) = 64)   -- SHA-256 of the file
) STRICT;

-- The newest message that was dealt with, by channel; channel '' is when the
-- chat was first looked at.
CREATE TABLE chat_marks (
  transport TEXT NOT NULL,
  channel   TEXT NOT NULL,
  seen      TEXT NOT NULL CHECK (seen <> ''),
  PRIMARY KEY (transport, channel)
) STRICT, WITHOUT ROWID;

-- What a chat shows on a message itself: 0 nothing yet, 1 heard, 2 handled.
CREATE TABLE acks (
  message_id TEXT PRIMARY KEY REFERENCES messages(id),
  shown      INTEGER NOT NULL DEFAULT 0 CHECK (shown IN (0, 1, 2))
) STRICT, WITHOUT ROWID;
CREATE INDEX acks_open ON acks(shown, message_id) WHERE shown < 2;

-- What a chat registered or said once, under its name.
CREATE TABLE chat_notes (
  transport TEXT NOT NULL,
  name      TEXT NOT NULL,
  value     TEXT NOT NULL,
  PRIMARY KEY (transport, name)
) STRICT, WITHOUT ROWID;

-- Every persona that an agent had.
CREATE TABLE personas (
  agent_id TEXT NOT NULL REFERENCES agents(id),
  version  INTEGER NOT NULL,
  body     TEXT NOT NULL,
  why      TEXT NOT NULL,
  at       INTEGER NOT NULL,
  PRIMARY KEY (agent_id, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE agent_skills (
  agent_id TEXT NOT NULL REFERENCES agents(id),
  skill    TEXT NOT NULL,
  used     INTEGER NOT NULL CHECK (used >= 1),
  PRIMARY KEY (agent_id, skill)
) STRICT, WITHOUT ROWID;

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
  good_met INTEGER NOT NULL DEFAULT 0,
  good_asked INTEGER NOT NULL DEFAULT 0,
  bad_met INTEGER NOT NULL DEFAULT 0,
  bad_asked INTEGER NOT NULL DEFAULT 0,
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

-- Web searches asked in a month of the founder's time zone, "2026-03".
CREATE TABLE search_months (
  month TEXT PRIMARY KEY CHECK (length(month) = 7),
  asked INTEGER NOT NULL CHECK (asked >= 0)
) STRICT, WITHOUT ROWID;

-- Skills that came from outside and passed all scanners and the founder's eyes.
CREATE TABLE skills (
  name        TEXT PRIMARY KEY CHECK (name <> ''),
  description TEXT NOT NULL CHECK (description <> ''),
  vetted      TEXT NOT NULL CHECK (vetted <> ''),  -- what each scanner said, as JSON
  added_at    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Their files, pinned: a blob is known by the hash of its bytes, and a load
-- that finds other bytes refuses the skill.
CREATE TABLE skill_files (
  skill  TEXT NOT NULL REFERENCES skills(name),
  path   TEXT NOT NULL CHECK (path <> ''),
  sha256 TEXT NOT NULL REFERENCES blobs(sha256),
  PRIMARY KEY (skill, path)
) STRICT, WITHOUT ROWID;

CREATE TABLE caps (
  scope      TEXT NOT NULL CHECK (scope IN ('step', 'mission', 'day', 'month', 'project')),
  project_id TEXT NOT NULL DEFAULT '',
  kind       TEXT NOT NULL CHECK (kind IN ('warn', 'cap')),
  amount     INTEGER NOT NULL CHECK (amount > 0),
  set_at     INTEGER NOT NULL,
  PRIMARY KEY (scope, project_id, kind),
  CHECK (scope <> 'project' OR project_id <> '' AND kind = 'cap')
) STRICT, WITHOUT ROWID;

-- The seal of a line of the journal: the SHA-256 of the seal before it and of
-- all that the line says. Lines are sealed soon after they are written.
CREATE TABLE seals (
  seq  INTEGER PRIMARY KEY,               -- of the line
  hash BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;

-- Stage "context" is what stood around the work when it began.
CREATE TABLE stages (
  subject TEXT    NOT NULL CHECK (subject <> ''),   -- id of a mission or of a message
  round   INTEGER NOT NULL CHECK (round >= 0),      -- number of the mission's plan, from 1; 0 of a message
  n       INTEGER NOT NULL CHECK (n >= 0),          -- order
  stage   TEXT    NOT NULL CHECK (stage <> ''),
  seq     INTEGER NOT NULL CHECK (seq >= 0),
  output  TEXT    NOT NULL CHECK (output <> ''),
  at      INTEGER NOT NULL,
  setup   TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (subject, round, stage, seq)
) STRICT;
CREATE INDEX stages_of_messages ON stages (at) WHERE round = 0;

CREATE TABLE traffic (
  day        TEXT NOT NULL CHECK (day <> ''),
  kind       TEXT NOT NULL CHECK (kind IN ('model', 'search', 'web', 'chat')),
  project_id TEXT NOT NULL,
  requests   INTEGER NOT NULL DEFAULT 0,
  sent       INTEGER NOT NULL DEFAULT 0,
  received   INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (day, kind, project_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX traffic_project ON traffic(project_id, kind);

CREATE TABLE enter_codes (
  hash       TEXT PRIMARY KEY,
  who        TEXT NOT NULL,
  via        TEXT NOT NULL,                -- where it was asked for
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE sessions (
  id         TEXT PRIMARY KEY,
  hash       TEXT NOT NULL UNIQUE,         -- of its token
  who        TEXT NOT NULL,
  via        TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  used_at    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE sizes (
  day   TEXT PRIMARY KEY,
  bytes INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE repositories (
  id          TEXT PRIMARY KEY,
  name        TEXT NOT NULL UNIQUE CHECK (name <> ''),
  source      TEXT NOT NULL,
  machine     TEXT NOT NULL,                -- where its source is
  default_ref TEXT NOT NULL,
  checks      TEXT NOT NULL,                -- commands (JSON)
  created_at  INTEGER NOT NULL,
  policy      TEXT NOT NULL DEFAULT '{}',  -- org.CodePolicy as JSON
  kind        TEXT NOT NULL DEFAULT 'path' CHECK (kind IN ('path', 'folder', 'url')),
  removed     INTEGER NOT NULL DEFAULT 0  -- 1: by a founder, and its name is free again
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
  reopened      INTEGER NOT NULL DEFAULT 0 CHECK (reopened >= 0),
  -- Plans that the office made again by itself.
  replans       INTEGER NOT NULL DEFAULT 0 CHECK (replans >= 0),
  -- The form of a project's document; older projects have none.
  template      TEXT NOT NULL DEFAULT '' CHECK (template IN ('', 'report', 'guide', 'brief', 'kit')),
  pruned_at     INTEGER NOT NULL DEFAULT 0,
  repository_id TEXT REFERENCES repositories(id),
  opened_by     TEXT NOT NULL DEFAULT '',  -- the department, empty for the founder
  for_memo      TEXT NOT NULL DEFAULT '',  -- the memo that it was opened for
  health        TEXT NOT NULL DEFAULT '',  -- what a director says of it
  paused_by     TEXT NOT NULL DEFAULT '',  -- the memo that paused it
  resumed_at    INTEGER NOT NULL DEFAULT 0,  -- by the founder, 0 for never
  archived_at   INTEGER NOT NULL DEFAULT 0,  -- 0: it was not
  CHECK ((state IN ('active', 'paused')) = (ended_at IS NULL)),
  CHECK (state NOT IN ('partial', 'failed') OR outcome <> '')
) STRICT;
CREATE INDEX projects_open ON projects(id) WHERE state IN ('active', 'paused');
CREATE INDEX projects_ended ON projects(ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX projects_company_ended ON projects(ended_at) WHERE opened_by <> '' AND ended_at IS NOT NULL;
CREATE INDEX projects_for_memo ON projects(for_memo) WHERE for_memo <> '';

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
  plans       INTEGER NOT NULL DEFAULT 0 CHECK (plans >= 0),
  again       TEXT NOT NULL DEFAULT '',
  -- The mission is not planned before the founder lets it pass a gate.
  gated       INTEGER NOT NULL DEFAULT 0 CHECK (gated IN (0, 1)),
  UNIQUE (project_id, seq),
  UNIQUE (id, project_id),
  FOREIGN KEY (project_id, phase) REFERENCES phases(project_id, idx),
  CHECK ((state IN ('planning', 'in_progress', 'paused')) = (ended_at IS NULL)),
  CHECK (state <> 'completed' OR open_steps = 0),
  CHECK (state NOT IN ('partial', 'failed') OR outcome <> '')
) STRICT, WITHOUT ROWID;
CREATE INDEX missions_planning ON missions(run_after, id) WHERE state = 'planning';
CREATE INDEX missions_ended ON missions(ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX missions_claimed ON missions(claim_until) WHERE state IN ('planning', 'in_progress', 'paused') AND claimed_by IS NOT NULL;

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
  -- Rounds of a step before the founder had it done again: its strikes count from there.
  rounds      INTEGER NOT NULL DEFAULT 0 CHECK (rounds >= 0),
  -- A superseded step gave its place to a newer plan. It keeps its history and counts for nothing.
  superseded  INTEGER NOT NULL DEFAULT 0 CHECK (superseded IN (0, 1)),
  -- Advice of a step that failed so that its mission is planned again; empty for none.
  advice      TEXT NOT NULL DEFAULT '',
  -- When the present or the last claim began.
  claimed_at  INTEGER,
  -- When it was last put back for another round: a wait until run_after began then.
  put_back_at INTEGER,
  grave       INTEGER NOT NULL DEFAULT 0 CHECK (grave IN (0, 1)),
  instead     TEXT NOT NULL DEFAULT '',
  points_met  INTEGER NOT NULL DEFAULT 0,
  points_asked INTEGER NOT NULL DEFAULT 0,
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
CREATE INDEX steps_troubled ON steps(mission_id) WHERE state = 'failed' OR strikes > 0 OR rounds > 0;

CREATE TABLE step_dependencies (
  step_id    TEXT NOT NULL REFERENCES steps(id),
  depends_on TEXT NOT NULL REFERENCES steps(id),
  soft       INTEGER NOT NULL DEFAULT 0 CHECK (soft IN (0, 1)),
  PRIMARY KEY (step_id, depends_on),
  CHECK (step_id <> depends_on)
) STRICT, WITHOUT ROWID;
CREATE INDEX step_dependencies_rev ON step_dependencies(depends_on);

CREATE TABLE checkpoints (
  step_id    TEXT NOT NULL REFERENCES steps(id),
  round      INTEGER NOT NULL,
  stage      TEXT NOT NULL,
  seq        INTEGER NOT NULL,
  input_hash TEXT NOT NULL,
  output     TEXT NOT NULL,
  fence      INTEGER NOT NULL,
  at         INTEGER NOT NULL,
  setup      TEXT NOT NULL DEFAULT '',  -- empty: from before it was kept
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
  points_met INTEGER NOT NULL DEFAULT 0,
  points_asked INTEGER NOT NULL DEFAULT 0,
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
  agent_id TEXT REFERENCES agents(id),  -- whose work it was
  PRIMARY KEY (step_id, round)
) STRICT, WITHOUT ROWID;
CREATE INDEX rejections_agent ON rejections(agent_id, at);

CREATE TABLE escalations (
  id         TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects(id),
  step_id    TEXT REFERENCES steps(id),
  body       TEXT NOT NULL CHECK (body <> ''),
  state      TEXT NOT NULL CHECK (state IN ('open', 'answered')),
  answer     TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  ended_at   INTEGER,
  kind       TEXT NOT NULL DEFAULT 'question' CHECK (kind IN ('question', 'strikes', 'plan')),
  options    TEXT NOT NULL DEFAULT '[]',  -- org.Option as JSON
  safe       TEXT NOT NULL DEFAULT '',
  words      TEXT NOT NULL DEFAULT '',
  decided_by TEXT NOT NULL DEFAULT '',
  topic      TEXT NOT NULL DEFAULT 'strategic' CHECK (topic IN ('budget', 'strategic', 'brand', 'capability_gap', 'ambiguity')),
  -- How often the founder was reminded of a question, and when last.
  asked      INTEGER NOT NULL DEFAULT 0 CHECK (asked >= 0),
  asked_at   INTEGER NOT NULL DEFAULT 0,
  -- A question about a gate has its id here, whatever its kind says.
  gate_id    TEXT NOT NULL DEFAULT '',
  hunk       TEXT NOT NULL DEFAULT '',  -- lines of a change that the question is about
  asked_with TEXT NOT NULL DEFAULT '',
  CHECK ((state = 'open') = (ended_at IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX escalations_open ON escalations(project_id) WHERE state = 'open';
CREATE INDEX escalations_together ON escalations(asked_with) WHERE asked_with <> '';

CREATE TABLE steering (
  project_id TEXT NOT NULL REFERENCES projects(id),
  message_id TEXT NOT NULL REFERENCES messages(id),
  body       TEXT NOT NULL,
  at         INTEGER NOT NULL,
  step_id    TEXT REFERENCES steps(id),
  PRIMARY KEY (project_id, message_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX steering_of_step ON steering(step_id) WHERE step_id IS NOT NULL;

CREATE TABLE deliverables (
  mission_id TEXT PRIMARY KEY REFERENCES missions(id),
  project_id TEXT NOT NULL REFERENCES projects(id),
  title      TEXT NOT NULL,
  markdown   TEXT NOT NULL CHECK (trim(markdown) <> ''),
  html       TEXT NOT NULL CHECK (html <> ''),
  pdf        TEXT NOT NULL REFERENCES blobs(sha256),
  at         INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE step_documents (
  step_id     TEXT NOT NULL REFERENCES steps(id),
  n           INTEGER NOT NULL,
  url         TEXT NOT NULL CHECK (url <> ''),
  document_id TEXT REFERENCES documents(id),         -- NULL when it could not be read
  failure     TEXT NOT NULL DEFAULT '',
  title       TEXT NOT NULL,
  site        TEXT NOT NULL,
  origin      TEXT NOT NULL CHECK (origin IN ('attachment', 'corpus', 'web', 'link', 'step')),
  published   TEXT NOT NULL,
  thin        INTEGER NOT NULL CHECK (thin IN (0, 1)),
  fetched_at  INTEGER NOT NULL,
  -- A page that was asked for twice counts twice.
  retries     INTEGER NOT NULL DEFAULT 0 CHECK (retries >= 0),
  cited       TEXT NOT NULL DEFAULT '',  -- empty: at url
  PRIMARY KEY (step_id, n),
  UNIQUE (step_id, url),
  CHECK ((document_id IS NULL) = (failure <> ''))
) STRICT, WITHOUT ROWID;
-- Whether an address was ever read, asked for each link that is shown.
CREATE INDEX step_documents_url ON step_documents(url);

CREATE TABLE project_documents (
  project_id  TEXT NOT NULL REFERENCES projects(id),
  n           INTEGER NOT NULL,
  document_id TEXT NOT NULL REFERENCES documents(id),
  title       TEXT NOT NULL,
  url         TEXT NOT NULL,
  fetched_at  INTEGER NOT NULL,
  PRIMARY KEY (project_id, n)
) STRICT, WITHOUT ROWID;
CREATE INDEX project_documents_url ON project_documents(url);

CREATE TABLE project_links (
  project_id TEXT NOT NULL REFERENCES projects(id),
  url        TEXT NOT NULL,
  n          INTEGER NOT NULL,
  PRIMARY KEY (project_id, url)
) STRICT, WITHOUT ROWID;
CREATE INDEX project_links_url ON project_links(url);

CREATE TABLE searches (
  project_id TEXT NOT NULL REFERENCES projects(id),
  query      TEXT NOT NULL,          -- folded words and freshness
  provider   TEXT NOT NULL,
  step_id    TEXT NOT NULL REFERENCES steps(id),
  hits       TEXT NOT NULL,
  at         INTEGER NOT NULL,
  PRIMARY KEY (project_id, query, provider)
) STRICT, WITHOUT ROWID;

CREATE TABLE citations (
  step_id     TEXT NOT NULL REFERENCES steps(id),
  n           INTEGER NOT NULL,
  claim       TEXT NOT NULL CHECK (claim <> ''),
  quote       TEXT NOT NULL CHECK (quote <> ''),
  document_id TEXT NOT NULL REFERENCES documents(id),
  title       TEXT NOT NULL,
  url         TEXT NOT NULL,
  start       INTEGER NOT NULL CHECK (start >= 0),
  stop        INTEGER NOT NULL,
  passage     TEXT NOT NULL,
  fetched_at  INTEGER NOT NULL,
  PRIMARY KEY (step_id, n),
  CHECK (stop > start)
) STRICT, WITHOUT ROWID;

CREATE TABLE llm_calls (
  seq         INTEGER PRIMARY KEY,
  call_key    TEXT NOT NULL,
  try_no      INTEGER NOT NULL CHECK (try_no >= 1),
  purpose     TEXT NOT NULL,
  project_id  TEXT REFERENCES projects(id),
  mission_id  TEXT REFERENCES missions(id),
  step_id     TEXT REFERENCES steps(id),
  agent_id    TEXT REFERENCES agents(id),
  round       INTEGER NOT NULL,
  tier_asked  TEXT NOT NULL,
  tier        TEXT NOT NULL,
  model       TEXT NOT NULL,
  served      TEXT NOT NULL DEFAULT '',
  provider    TEXT NOT NULL DEFAULT '',
  generation  TEXT NOT NULL DEFAULT '',
  finish      TEXT NOT NULL DEFAULT '',
  state       TEXT NOT NULL CHECK (state IN ('pending', 'usable', 'unusable', 'failed')),
  error       TEXT NOT NULL DEFAULT '',
  reply       TEXT NOT NULL DEFAULT '',
  tokens_in   INTEGER NOT NULL DEFAULT 0 CHECK (tokens_in >= 0),
  tokens_out  INTEGER NOT NULL DEFAULT 0 CHECK (tokens_out >= 0),
  cached      INTEGER NOT NULL DEFAULT 0 CHECK (cached >= 0),
  reasoning   INTEGER NOT NULL DEFAULT 0 CHECK (reasoning >= 0),
  cost        INTEGER,                               -- nano-USD; NULL is unknown
  cost_source TEXT NOT NULL CHECK (cost_source IN ('provider', 'computed', 'estimated', 'free', 'unknown')),
  ghost       INTEGER NOT NULL DEFAULT 0 CHECK (ghost IN (0, 1)),
  deadline    INTEGER NOT NULL,
  started_at  INTEGER NOT NULL,
  ended_at    INTEGER,
  -- A call's reserve is what it may cost at the most; its day is the founder's.
  reserve     INTEGER NOT NULL DEFAULT 0 CHECK (reserve >= 0),
  day         TEXT NOT NULL DEFAULT '',
  UNIQUE (call_key, try_no),
  CHECK ((cost IS NULL) = (cost_source = 'unknown')),
  CHECK (cost IS NULL OR cost >= 0),
  CHECK ((state = 'pending') = (ended_at IS NULL))
) STRICT;
CREATE INDEX llm_calls_project ON llm_calls(project_id, seq);
CREATE INDEX llm_calls_step ON llm_calls(step_id, seq);
CREATE INDEX llm_calls_day ON llm_calls(started_at);
CREATE INDEX llm_calls_unknown ON llm_calls(ended_at) WHERE cost IS NULL AND ended_at IS NOT NULL;
-- Costs of a span of days, without a look at the calls themselves.
CREATE INDEX llm_calls_days ON llm_calls(day, project_id, tier, agent_id, served, model, purpose, cost, ghost, tokens_in, tokens_out, ended_at);
-- Unreadable replies of the last weeks, and all calls of their purposes.
CREATE INDEX llm_calls_ghosts ON llm_calls(started_at, purpose) WHERE ghost = 1;
CREATE INDEX llm_calls_purpose ON llm_calls(purpose, started_at, cost, ghost, tokens_in, tokens_out);
-- What directors' calls cost in a week is looked up before each.
CREATE INDEX llm_calls_directors ON llm_calls(day)
 WHERE agent_id IN ('agent-director-business', 'agent-director-research', 'agent-director-tech', 'agent-director-management', 'agent-director-marketing');

CREATE TABLE deliveries (
  seq         INTEGER PRIMARY KEY,
  id          TEXT NOT NULL UNIQUE,
  key         TEXT NOT NULL UNIQUE,
  transport   TEXT NOT NULL,
  channel     TEXT NOT NULL,
  project_id  TEXT REFERENCES projects(id),
  kind        TEXT NOT NULL CHECK (kind IN ('reply', 'plan', 'phase', 'result', 'failure', 'escalation', 'notice', 'line', 'card', 'money', 'digest')),
  title       TEXT NOT NULL,
  body        TEXT NOT NULL,
  state       TEXT NOT NULL CHECK (state IN ('queued', 'sending', 'sent', 'abandoned')),
  attempts    INTEGER NOT NULL DEFAULT 0,
  next_try    INTEGER NOT NULL,
  claim_until INTEGER,                               -- while sending: when the sender counts as dead
  receipt     TEXT NOT NULL DEFAULT '',
  reason      TEXT NOT NULL DEFAULT '',
  created_at  INTEGER NOT NULL,
  ended_at    INTEGER,
  slot        TEXT NOT NULL DEFAULT '',
  card        TEXT NOT NULL DEFAULT '{}',  -- org.Card as JSON
  -- Not to be sent before; what comes after it in its channel does not wait for it.
  hold_until  INTEGER NOT NULL DEFAULT 0,
  -- How much of the founder's attention it was given, decided once; empty until then.
  attention   TEXT NOT NULL DEFAULT '' CHECK (attention IN ('', 'ping', 'plain', 'silent', 'spent')),
  attended_at INTEGER NOT NULL DEFAULT 0,
  -- Who is sending the delivery.
  claimed_by  TEXT,
  facts       TEXT NOT NULL DEFAULT '',
  CHECK (body <> '' OR title <> ''),
  CHECK (state <> 'sent' OR receipt <> ''),
  CHECK (state <> 'abandoned' OR reason <> '')
) STRICT;
CREATE INDEX deliveries_due ON deliveries(transport, channel, seq) WHERE state IN ('queued', 'sending');
CREATE INDEX deliveries_slot ON deliveries(slot, transport, channel, seq) WHERE slot <> '';
CREATE INDEX deliveries_attended ON deliveries(attended_at) WHERE attention IN ('ping', 'spent');

CREATE TABLE delivery_files (
  delivery_id TEXT NOT NULL REFERENCES deliveries(id),
  n           INTEGER NOT NULL,
  name        TEXT NOT NULL,
  sha256      TEXT NOT NULL REFERENCES blobs(sha256),
  PRIMARY KEY (delivery_id, n)
) STRICT, WITHOUT ROWID;

CREATE TABLE threads (
  project_id TEXT PRIMARY KEY REFERENCES projects(id),
  transport  TEXT NOT NULL,
  channel    TEXT NOT NULL,
  thread     TEXT NOT NULL CHECK (thread <> ''),
  starter    TEXT NOT NULL DEFAULT '',
  muted      INTEGER NOT NULL DEFAULT 0 CHECK (muted IN (0, 1)),
  opened_at  INTEGER NOT NULL,
  UNIQUE (transport, thread)
) STRICT, WITHOUT ROWID;

-- The one message of a project that is edited in place.
CREATE TABLE cards (
  project_id TEXT PRIMARY KEY REFERENCES projects(id),
  n          INTEGER NOT NULL,                     -- of the message
  opened_at  INTEGER NOT NULL,                     -- 0: there is none yet
  said_at    INTEGER NOT NULL,
  due_at     INTEGER NOT NULL,                     -- when to look at it next; 0: when something happens
  marks      INTEGER NOT NULL,                     -- rises with each change of the project
  body       TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX cards_due ON cards(due_at) WHERE due_at > 0;

-- The newest picture of each mission's steps.
CREATE TABLE pictures (
  mission_id TEXT PRIMARY KEY REFERENCES missions(id),
  sha256     TEXT NOT NULL REFERENCES blobs(sha256),
  seq        INTEGER NOT NULL,                     -- the last line of the journal that it shows
  at         INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What the founder said to a finished document.
CREATE TABLE acceptances (
  mission_id TEXT PRIMARY KEY REFERENCES deliverables(mission_id),
  project_id TEXT NOT NULL REFERENCES projects(id),
  author     TEXT NOT NULL,
  at         INTEGER NOT NULL
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

CREATE TABLE alerts (
  id         TEXT PRIMARY KEY,
  key        TEXT NOT NULL UNIQUE,             -- the same thing is raised once
  signal     TEXT NOT NULL,
  project_id TEXT NOT NULL REFERENCES projects(id),
  mission_id TEXT REFERENCES missions(id),
  step_id    TEXT REFERENCES steps(id),
  confidence REAL NOT NULL CHECK (confidence >= 0 AND confidence <= 1),
  level      TEXT NOT NULL CHECK (level IN ('high', 'medium', 'low')),
  body       TEXT NOT NULL CHECK (body <> ''),
  advice     TEXT NOT NULL DEFAULT '',
  evidence   TEXT NOT NULL DEFAULT '[]',
  remedy     TEXT NOT NULL DEFAULT '' CHECK (remedy IN ('', 'requeue', 'pause', 'advise')),
  acted      INTEGER NOT NULL DEFAULT 0 CHECK (acted IN (0, 1)),
  verdict    TEXT NOT NULL DEFAULT '' CHECK (verdict IN ('', 'right', 'wrong')),
  created_at INTEGER NOT NULL,
  CHECK (acted = 0 OR (level = 'high' AND remedy <> ''))
) STRICT, WITHOUT ROWID;
CREATE INDEX alerts_step ON alerts(step_id) WHERE step_id IS NOT NULL;
CREATE INDEX alerts_at ON alerts(created_at);

-- What the founder said about one step, or about a whole project, with a command.
CREATE TABLE guidance (
  project_id TEXT NOT NULL REFERENCES projects(id),
  n          INTEGER NOT NULL,
  step_id    TEXT REFERENCES steps(id),
  body       TEXT NOT NULL CHECK (body <> ''),
  author     TEXT NOT NULL,
  at         INTEGER NOT NULL,
  PRIMARY KEY (project_id, n)
) STRICT, WITHOUT ROWID;

-- What can be recalled: one row for each thing said, learnt or delivered.
CREATE TABLE memories (
  id         INTEGER PRIMARY KEY,
  kind       TEXT NOT NULL CHECK (kind IN ('turn', 'directive', 'lesson', 'document')),
  ref        TEXT NOT NULL,
  project_id TEXT REFERENCES projects(id),
  title      TEXT NOT NULL,
  body       TEXT NOT NULL,
  at         INTEGER NOT NULL,
  UNIQUE (kind, ref)
) STRICT;
-- Its words. Newest first, because recent matches are looked at first.
CREATE VIRTUAL TABLE memory_words USING fts4(content="memories", body, order=desc, tokenize=unicode61);

-- What the debugger found, once for each step.
CREATE TABLE diagnoses (
  step_id TEXT PRIMARY KEY REFERENCES steps(id),
  round   INTEGER NOT NULL,
  body    TEXT NOT NULL,               -- org.Diagnosis as JSON
  at      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Where a lesson was learnt, again and again.
CREATE TABLE lesson_seen (
  lesson_id  TEXT NOT NULL REFERENCES lessons(id),
  step_id    TEXT NOT NULL REFERENCES steps(id),
  mission_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  PRIMARY KEY (lesson_id, step_id)
) STRICT, WITHOUT ROWID;

-- How an agent went about a step, and what came of it.
CREATE TABLE approaches (
  step_id  TEXT PRIMARY KEY REFERENCES steps(id),
  agent_id TEXT NOT NULL REFERENCES agents(id),
  body     TEXT NOT NULL,               -- org.Approach as JSON
  score    REAL,
  rejected INTEGER NOT NULL,
  at       INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE approach_tags (
  tag      TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  step_id  TEXT NOT NULL REFERENCES approaches(step_id),
  PRIMARY KEY (tag, agent_id, step_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE gates (
  id         TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects(id),
  point      TEXT NOT NULL CHECK (point IN ('post-planner', 'post-step', 'pre-assembly', 'post-phase')),
  subject    TEXT NOT NULL DEFAULT '',     -- of a post-step: the key of the step or item
  name       TEXT NOT NULL CHECK (name <> ''),
  set_at     INTEGER NOT NULL,
  ended_at   INTEGER,                      -- when the founder took it away
  UNIQUE (project_id, point, subject),
  CHECK ((point = 'post-step') = (subject <> ''))
) STRICT, WITHOUT ROWID;

-- Where work came to a gate. It waits while passed_at is NULL.
CREATE TABLE gate_stops (
  gate_id     TEXT NOT NULL REFERENCES gates(id),
  place       TEXT NOT NULL,               -- a mission with the number of its plan, a phase, or the step's key
  mission_id  TEXT NOT NULL REFERENCES missions(id),
  decision_id TEXT NOT NULL REFERENCES escalations(id),
  at          INTEGER NOT NULL,
  passed_at   INTEGER,
  PRIMARY KEY (gate_id, place)
) STRICT, WITHOUT ROWID;

CREATE TABLE deliverable_files (
  mission_id TEXT NOT NULL REFERENCES deliverables(mission_id),
  n          INTEGER NOT NULL,
  name       TEXT NOT NULL CHECK (name <> ''),
  sha256     TEXT NOT NULL REFERENCES blobs(sha256),
  PRIMARY KEY (mission_id, n)
) STRICT, WITHOUT ROWID;

-- A step with such a row changes code.
CREATE TABLE code_steps (
  step_id    TEXT PRIMARY KEY REFERENCES steps(id),
  patches    TEXT NOT NULL,                 -- names of the founder's files that hold the change (JSON)
  base_sha   TEXT NOT NULL DEFAULT '',
  tree       TEXT NOT NULL DEFAULT '',
  patch      TEXT REFERENCES blobs(sha256), -- from the base commit to the tree
  files      INTEGER NOT NULL DEFAULT 0,
  added      INTEGER NOT NULL DEFAULT 0,
  deleted    INTEGER NOT NULL DEFAULT 0,
  red        TEXT NOT NULL DEFAULT '',      -- what failed before the change and passes after it
  findings   TEXT NOT NULL DEFAULT '[]',    -- of the guard (JSON)
  handle     TEXT NOT NULL DEFAULT '',  -- its work's name for people; empty until it begins
  decision   TEXT NOT NULL DEFAULT '',  -- org.Placement as JSON; empty until it begins
  isolation  TEXT NOT NULL DEFAULT '' CHECK (isolation IN ('', 'on', 'off')),  -- what the founder said of the step
  CHECK ((tree = '') = (patch IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE trials (
  step_id TEXT NOT NULL REFERENCES steps(id),
  round   INTEGER NOT NULL,
  phase   TEXT NOT NULL CHECK (phase IN ('before', 'red', 'green', 'merged')),
  n       INTEGER NOT NULL,                 -- within round and phase
  name    TEXT NOT NULL,                    -- of the check
  tree    TEXT NOT NULL,
  exit    INTEGER NOT NULL,
  reason  TEXT NOT NULL,                    -- why it ended when not by itself
  passed  INTEGER NOT NULL,
  skipped INTEGER NOT NULL,
  failing TEXT NOT NULL,                    -- names of tests (JSON)
  missing TEXT NOT NULL,                    -- tests that there were before (JSON)
  tail    TEXT NOT NULL,
  ms      INTEGER NOT NULL,
  at      INTEGER NOT NULL,
  PRIMARY KEY (step_id, round, phase, tree, n)
) STRICT, WITHOUT ROWID;

-- What a project has changed in its repository so far. One step at a time merges.
CREATE TABLE integrations (
  project_id    TEXT PRIMARY KEY REFERENCES projects(id),
  repository_id TEXT NOT NULL REFERENCES repositories(id),
  branch        TEXT NOT NULL CHECK (branch <> ''),
  base_sha      TEXT NOT NULL,
  head_sha      TEXT NOT NULL,
  n             INTEGER NOT NULL DEFAULT 0,  -- changes merged
  merging       TEXT,                        -- the step that merges, as long as its claim holds
  fence         INTEGER NOT NULL DEFAULT 0,  -- of its claim
  push          TEXT NOT NULL DEFAULT '' CHECK (push IN ('', 'due', 'there', 'refused')),  -- empty: it is not pushed
  push_why      TEXT NOT NULL DEFAULT '',  -- why it was refused
  push_at       INTEGER NOT NULL DEFAULT 0,
  UNIQUE (repository_id, branch)
) STRICT, WITHOUT ROWID;
CREATE INDEX integrations_push ON integrations(project_id) WHERE push = 'due';

CREATE TABLE integration_steps (
  project_id TEXT NOT NULL REFERENCES integrations(project_id),
  n          INTEGER NOT NULL,
  step_id    TEXT NOT NULL REFERENCES steps(id),
  parent_sha TEXT NOT NULL,
  tree       TEXT NOT NULL,
  commit_sha TEXT NOT NULL,
  patch      TEXT NOT NULL REFERENCES blobs(sha256), -- from the parent to the tree
  message    TEXT NOT NULL,
  at         INTEGER NOT NULL,              -- seconds: a commit has no finer time
  PRIMARY KEY (project_id, n),
  UNIQUE (project_id, parent_sha)
) STRICT, WITHOUT ROWID;

CREATE TABLE prompt_blocks (
  sha256 TEXT PRIMARY KEY,
  size   INTEGER NOT NULL CHECK (size >= 0), -- before it was compressed
  body   BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE call_blocks (
  call_seq INTEGER NOT NULL REFERENCES llm_calls(seq),
  n        INTEGER NOT NULL,
  name     TEXT NOT NULL,
  sha256   TEXT NOT NULL REFERENCES prompt_blocks(sha256),
  PRIMARY KEY (call_seq, n)
) STRICT, WITHOUT ROWID;
CREATE INDEX call_blocks_sha256 ON call_blocks(sha256);

CREATE TABLE tokens (
  name       TEXT PRIMARY KEY,
  hash       TEXT NOT NULL UNIQUE,
  acts       INTEGER NOT NULL,             -- 1: it may give commands; 0: it may look
  created_at INTEGER NOT NULL,
  used_at    INTEGER NOT NULL              -- 0: never
) STRICT, WITHOUT ROWID;

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
CREATE INDEX memos_live ON memos(state) WHERE state IN ('open', 'deferred');
CREATE INDEX memos_asked ON memos(sender, created_at) WHERE kind = 'escalation';
CREATE INDEX memos_orders ON memos(seq) WHERE kind = 'directive';

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
  shown       TEXT NOT NULL DEFAULT '',  -- org.Sitting as JSON
  answer     TEXT NOT NULL DEFAULT '',  -- org.DirectorReply as JSON
  setup      TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (department, n),
  CHECK ((state = 'aborted') = (fault <> ''))
) STRICT, WITHOUT ROWID;

CREATE TABLE code_offers (
  decision_id TEXT PRIMARY KEY REFERENCES escalations(id),
  step_id     TEXT NOT NULL REFERENCES steps(id),
  base_sha    TEXT NOT NULL CHECK (base_sha <> ''),  -- the commit that the change was made on
  patch       TEXT NOT NULL REFERENCES blobs(sha256),
  said        TEXT NOT NULL,                         -- by whoever made it
  allowed     INTEGER NOT NULL DEFAULT 0 CHECK (allowed IN (0, 1)) -- until the step has ended again
) STRICT, WITHOUT ROWID;
CREATE INDEX code_offers_step ON code_offers(step_id);
CREATE INDEX code_offers_patch ON code_offers(patch);

CREATE TABLE shares (
  project_id TEXT PRIMARY KEY REFERENCES projects(id),
  address    TEXT NOT NULL UNIQUE,         -- nobody guesses it
  cost       INTEGER NOT NULL,             -- 1: what it cost is shown
  listed     INTEGER NOT NULL,             -- 1: the first page leads to it
  at         INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE publications (
  project_id TEXT PRIMARY KEY REFERENCES projects(id),
  version    INTEGER NOT NULL,             -- of its documents, counted
  done       INTEGER NOT NULL,             -- the version that is in the folder; 0: none
  at         INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX publications_due ON publications(project_id) WHERE done < version;

CREATE TABLE replays (
  id       TEXT PRIMARY KEY,
  seq      INTEGER NOT NULL UNIQUE,
  projects INTEGER NOT NULL,              -- how many were looked at
  spent    INTEGER NOT NULL,
  at       INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE replay_steps (
  replay_id    TEXT NOT NULL REFERENCES replays(id),
  n            INTEGER NOT NULL,
  project_id   TEXT NOT NULL REFERENCES projects(id),
  step_id      TEXT NOT NULL REFERENCES steps(id),
  stage        TEXT NOT NULL,           -- the first that was asked otherwise
  why          TEXT NOT NULL,           -- it could not be done anew; '': it was
  quotes_was   INTEGER NOT NULL,
  quotes       INTEGER NOT NULL,
  findings_was INTEGER NOT NULL,
  findings     INTEGER NOT NULL,
  score_was    REAL NOT NULL,
  score        REAL NOT NULL,
  words_was    INTEGER NOT NULL,
  words        INTEGER NOT NULL,
  cost_was     INTEGER NOT NULL,
  cost         INTEGER NOT NULL,
  points_met_was INTEGER NOT NULL DEFAULT 0,
  points_asked_was INTEGER NOT NULL DEFAULT 0,
  points_met   INTEGER NOT NULL DEFAULT 0,
  points_asked INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (replay_id, n)
) STRICT, WITHOUT ROWID;
CREATE INDEX replay_steps_project ON replay_steps(project_id);

CREATE TABLE arrivals (
  project_id TEXT NOT NULL,
  n          INTEGER NOT NULL,             -- the change on the project's branch
  state      TEXT NOT NULL CHECK (state IN ('due', 'there', 'left')),
  files      INTEGER NOT NULL DEFAULT 0,   -- of the change that are in the folder
  obstacle   TEXT NOT NULL DEFAULT '',     -- why the folder was left as it is
  path       TEXT NOT NULL DEFAULT '',     -- of the file that this is about
  at         INTEGER NOT NULL,
  PRIMARY KEY (project_id, n),
  FOREIGN KEY (project_id, n) REFERENCES integration_steps(project_id, n),
  CHECK ((state = 'left') = (obstacle <> ''))
) STRICT, WITHOUT ROWID;
CREATE INDEX arrivals_due ON arrivals(project_id, n) WHERE state = 'due';

-- Addresses that somebody named in a chat, and no worker has looked at yet.
CREATE TABLE repository_requests (
  source    TEXT NOT NULL,
  transport TEXT NOT NULL,               -- where the answer goes
  channel   TEXT NOT NULL,
  name      TEXT NOT NULL,               -- that it is to have; empty: its address's
  at        INTEGER NOT NULL,
  PRIMARY KEY (source, transport, channel)
) STRICT, WITHOUT ROWID;

CREATE TABLE model_traits (
  endpoint  TEXT NOT NULL,               -- its address, without a key
  model     TEXT NOT NULL,
  trait     TEXT NOT NULL,
  value     INTEGER NOT NULL,
  said      TEXT NOT NULL,               -- the endpoint's words
  learnt_at INTEGER NOT NULL,
  PRIMARY KEY (endpoint, model, trait)
) STRICT, WITHOUT ROWID;

CREATE TABLE readings (
  message_id  TEXT NOT NULL REFERENCES messages(id),
  n           INTEGER NOT NULL,               -- of the attachment
  sense       TEXT NOT NULL CHECK (sense IN ('picture', 'sound')),
  state       TEXT NOT NULL CHECK (state IN ('waiting', 'done')),
  until       INTEGER NOT NULL,               -- from then on the message is answered without it
  run_after   INTEGER NOT NULL DEFAULT 0,     -- not tried again before
  tries       INTEGER NOT NULL DEFAULT 0,     -- claims that did not end in an orderly way
  claimed_by  TEXT,
  claim_until INTEGER,
  PRIMARY KEY (message_id, n)
) STRICT, WITHOUT ROWID;
CREATE INDEX readings_waiting ON readings(message_id) WHERE state = 'waiting';

CREATE TABLE setups (
  id   TEXT PRIMARY KEY,   -- hash of body
  body TEXT NOT NULL,      -- JSON
  at   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE step_ends (
  step_id TEXT NOT NULL PRIMARY KEY REFERENCES steps(id)
) STRICT, WITHOUT ROWID;

-- +goose Down
SELECT 'released migrations are not undone';
