-- +goose Up

-- How the coding agents of others did before they were given work, on each machine.
CREATE TABLE rehearsals (
  machine   TEXT NOT NULL,
  agent     TEXT NOT NULL,
  version   TEXT NOT NULL DEFAULT '',
  agent_key TEXT NOT NULL DEFAULT '',    -- of what was tried: a version, and how it is used; empty for nothing yet
  scenes    TEXT NOT NULL DEFAULT '[]',  -- coding.Scene as JSON
  offered   BIGINT NOT NULL DEFAULT 0,  -- 1: the founder was told that it may write changes
  at        BIGINT NOT NULL,
  PRIMARY KEY (machine, agent)
);

-- +goose Down
SELECT 'released migrations are not undone';
