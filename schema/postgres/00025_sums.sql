-- What sums of the ledger read, and what went over the network for a project.

-- +goose Up

-- Costs of a span of days, without a look at the calls themselves.
CREATE INDEX llm_calls_days ON llm_calls(day, project_id, tier, agent_id, served, model, purpose, cost, ghost, tokens_in, tokens_out, ended_at);
-- Unreadable replies of the last weeks, and all calls of their purposes.
CREATE INDEX llm_calls_ghosts ON llm_calls(started_at, purpose) WHERE ghost = 1;
CREATE INDEX llm_calls_purpose ON llm_calls(purpose, started_at, cost, ghost, tokens_in, tokens_out);

-- Bytes of bodies by the founder's day and by project; an empty project is what
-- was done for none.
ALTER TABLE traffic RENAME TO old_traffic;
CREATE TABLE traffic (
  day        TEXT NOT NULL CHECK (day <> ''),
  kind       TEXT NOT NULL CHECK (kind IN ('model', 'search', 'web', 'chat')),
  project_id TEXT NOT NULL,
  requests   BIGINT NOT NULL DEFAULT 0,
  sent       BIGINT NOT NULL DEFAULT 0,
  received   BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (day, kind, project_id)
);
INSERT INTO traffic (day, kind, project_id, requests, sent, received)
SELECT day, kind, '', requests, sent, received FROM old_traffic;
DROP TABLE old_traffic;
CREATE INDEX traffic_project ON traffic(project_id, kind);

-- +goose Down
SELECT 'released migrations are not undone';
