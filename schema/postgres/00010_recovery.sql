-- Work that is done again, plans that are made again, questions that are asked again.

-- +goose Up

-- Rounds of a step before the founder had it done again: its strikes count from there.
ALTER TABLE steps ADD COLUMN rounds BIGINT NOT NULL DEFAULT 0 CHECK (rounds >= 0);
-- A superseded step gave its place to a newer plan. It keeps its history and counts for nothing.
ALTER TABLE steps ADD COLUMN superseded BIGINT NOT NULL DEFAULT 0 CHECK (superseded IN (0, 1));
-- Advice of a step that failed so that its mission is planned again; empty for none.
ALTER TABLE steps ADD COLUMN advice TEXT NOT NULL DEFAULT '';

ALTER TABLE projects ADD COLUMN reopened BIGINT NOT NULL DEFAULT 0 CHECK (reopened >= 0);
-- Plans that the office made again by itself.
ALTER TABLE projects ADD COLUMN replans BIGINT NOT NULL DEFAULT 0 CHECK (replans >= 0);

ALTER TABLE missions ADD COLUMN plans BIGINT NOT NULL DEFAULT 0 CHECK (plans >= 0);
ALTER TABLE missions ADD COLUMN again TEXT NOT NULL DEFAULT '';

-- A step that is done again opens its mission beside the one that is under way.
DROP INDEX missions_one_open;

ALTER TABLE escalations ADD COLUMN topic TEXT NOT NULL DEFAULT 'strategic'
  CHECK (topic IN ('budget', 'strategic', 'brand', 'capability_gap', 'ambiguity'));

-- How often the founder was reminded of a question, and when last.
ALTER TABLE escalations ADD COLUMN asked BIGINT NOT NULL DEFAULT 0 CHECK (asked >= 0);
ALTER TABLE escalations ADD COLUMN asked_at BIGINT NOT NULL DEFAULT 0;

-- What the founder said about one step, or about a whole project, with a command.
CREATE TABLE guidance (
  project_id TEXT NOT NULL REFERENCES projects(id),
  n          BIGINT NOT NULL,
  step_id    TEXT REFERENCES steps(id),
  body       TEXT NOT NULL CHECK (body <> ''),
  author     TEXT NOT NULL,
  at         BIGINT NOT NULL,
  PRIMARY KEY (project_id, n)
);

-- What can be recalled: one row for each thing said, learnt or delivered.
CREATE TABLE memories (
  id         BIGINT PRIMARY KEY,
  kind       TEXT NOT NULL CHECK (kind IN ('turn', 'directive', 'lesson', 'document')),
  ref        TEXT NOT NULL,
  project_id TEXT REFERENCES projects(id),
  title      TEXT NOT NULL,
  body       TEXT NOT NULL,
  at         BIGINT NOT NULL,
  words      tsvector,
  UNIQUE (kind, ref)
);
CREATE INDEX memories_words ON memories USING gin (words);

-- What the debugger found, once for each step.
CREATE TABLE diagnoses (
  step_id TEXT PRIMARY KEY REFERENCES steps(id),
  round   BIGINT NOT NULL,
  body    TEXT NOT NULL,               -- org.Diagnosis as JSON
  at      BIGINT NOT NULL
);

-- People: hired ones say for what; what reviewers taught stands beside the persona.
ALTER TABLE agents ADD COLUMN learned TEXT NOT NULL DEFAULT '';
ALTER TABLE agents ADD COLUMN trained_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE agents ADD COLUMN hired_at BIGINT;
ALTER TABLE agents ADD COLUMN hired_for TEXT NOT NULL DEFAULT '';
CREATE INDEX steps_agent ON steps(agent_id);

-- Every persona that an agent had.
CREATE TABLE personas (
  agent_id TEXT NOT NULL REFERENCES agents(id),
  version  BIGINT NOT NULL,
  body     TEXT NOT NULL,
  why      TEXT NOT NULL,
  at       BIGINT NOT NULL,
  PRIMARY KEY (agent_id, version)
);

CREATE TABLE agent_skills (
  agent_id TEXT NOT NULL REFERENCES agents(id),
  skill    TEXT NOT NULL,
  used     BIGINT NOT NULL CHECK (used >= 1),
  PRIMARY KEY (agent_id, skill)
);

-- A lesson that its teacher marked as one that generalises.
ALTER TABLE lessons ADD COLUMN trick BIGINT NOT NULL DEFAULT 0 CHECK (trick IN (0, 1));

-- Where a lesson was learnt, again and again.
CREATE TABLE lesson_seen (
  lesson_id  TEXT NOT NULL REFERENCES lessons(id),
  step_id    TEXT NOT NULL REFERENCES steps(id),
  mission_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  PRIMARY KEY (lesson_id, step_id)
);

-- How an agent went about a step, and what came of it.
CREATE TABLE approaches (
  step_id  TEXT PRIMARY KEY REFERENCES steps(id),
  agent_id TEXT NOT NULL REFERENCES agents(id),
  body     TEXT NOT NULL,               -- org.Approach as JSON
  score    DOUBLE PRECISION,
  rejected BIGINT NOT NULL,
  at       BIGINT NOT NULL
);
CREATE TABLE approach_tags (
  tag      TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  step_id  TEXT NOT NULL REFERENCES approaches(step_id),
  PRIMARY KEY (tag, agent_id, step_id)
);

-- +goose Down
SELECT 'released migrations are not undone';
