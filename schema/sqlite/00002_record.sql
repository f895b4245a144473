-- What was read, asked, spent and said.

-- +goose Up

CREATE TABLE documents (
  id    TEXT PRIMARY KEY CHECK (length(id) = 64),   -- SHA-256 of body
  body  TEXT NOT NULL,
  at    INTEGER NOT NULL
) STRICT;

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
  PRIMARY KEY (step_id, n),
  UNIQUE (step_id, url),
  CHECK ((document_id IS NULL) = (failure <> ''))
) STRICT, WITHOUT ROWID;

CREATE TABLE project_documents (
  project_id  TEXT NOT NULL REFERENCES projects(id),
  n           INTEGER NOT NULL,
  document_id TEXT NOT NULL REFERENCES documents(id),
  title       TEXT NOT NULL,
  url         TEXT NOT NULL,
  fetched_at  INTEGER NOT NULL,
  PRIMARY KEY (project_id, n)
) STRICT, WITHOUT ROWID;

CREATE TABLE project_links (
  project_id TEXT NOT NULL REFERENCES projects(id),
  url        TEXT NOT NULL,
  n          INTEGER NOT NULL,
  PRIMARY KEY (project_id, url)
) STRICT, WITHOUT ROWID;

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
  UNIQUE (call_key, try_no),
  CHECK ((cost IS NULL) = (cost_source = 'unknown')),
  CHECK (cost IS NULL OR cost >= 0),
  CHECK ((state = 'pending') = (ended_at IS NULL))
) STRICT;
CREATE INDEX llm_calls_project ON llm_calls(project_id, seq);
CREATE INDEX llm_calls_step ON llm_calls(step_id, seq);
CREATE INDEX llm_calls_day ON llm_calls(started_at);

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
  CHECK (body <> '' OR title <> ''),
  CHECK (state <> 'sent' OR receipt <> ''),
  CHECK (state <> 'abandoned' OR reason <> '')
) STRICT;
CREATE INDEX deliveries_due ON deliveries(transport, channel, seq) WHERE state IN ('queued', 'sending');

CREATE TABLE delivery_files (
  delivery_id TEXT NOT NULL REFERENCES deliveries(id),
  n           INTEGER NOT NULL,
  name        TEXT NOT NULL,
  sha256      TEXT NOT NULL REFERENCES blobs(sha256),
  PRIMARY KEY (delivery_id, n)
) STRICT, WITHOUT ROWID;

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

-- +goose Down
SELECT 'released migrations are not undone';
