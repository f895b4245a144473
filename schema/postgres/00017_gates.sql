-- Gates: named checkpoints of a project that wait for the founder.

-- +goose Up

CREATE TABLE gates (
  id         TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects(id),
  point      TEXT NOT NULL CHECK (point IN ('post-planner', 'post-step', 'pre-assembly', 'post-phase')),
  subject    TEXT NOT NULL DEFAULT '',     -- of a post-step: the key of the step or item
  name       TEXT NOT NULL CHECK (name <> ''),
  set_at     BIGINT NOT NULL,
  ended_at   BIGINT,                      -- when the founder took it away
  UNIQUE (project_id, point, subject),
  CHECK ((point = 'post-step') = (subject <> ''))
);

-- Where work came to a gate. It waits while passed_at is NULL.
CREATE TABLE gate_stops (
  gate_id     TEXT NOT NULL REFERENCES gates(id),
  place       TEXT NOT NULL,               -- a mission with the number of its plan, a phase, or the step's key
  mission_id  TEXT NOT NULL REFERENCES missions(id),
  decision_id TEXT NOT NULL REFERENCES escalations(id),
  at          BIGINT NOT NULL,
  passed_at   BIGINT,
  PRIMARY KEY (gate_id, place)
);

-- A question about a gate has its id here, whatever its kind says.
ALTER TABLE escalations ADD COLUMN gate_id TEXT NOT NULL DEFAULT '';
-- The mission is not planned before the founder lets it pass a gate.
ALTER TABLE missions ADD COLUMN gated BIGINT NOT NULL DEFAULT 0 CHECK (gated IN (0, 1));

-- Of a mission: what its plan was to cost at the most, until the founder was
-- told that it cost three times as much. 0 means that nothing was foreseen.
ALTER TABLE spending ADD COLUMN estimate BIGINT NOT NULL DEFAULT 0 CHECK (estimate >= 0);

-- +goose Down
SELECT 'released migrations are not undone';
