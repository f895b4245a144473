-- What other prompts made of steps that were done anew in a copy.

-- +goose Up

CREATE TABLE replays (
  id       TEXT PRIMARY KEY,
  seq      BIGINT NOT NULL UNIQUE,
  projects BIGINT NOT NULL,              -- how many were looked at
  spent    BIGINT NOT NULL,
  at       BIGINT NOT NULL
);

CREATE TABLE replay_steps (
  replay_id    TEXT NOT NULL REFERENCES replays(id),
  n            BIGINT NOT NULL,
  project_id   TEXT NOT NULL REFERENCES projects(id),
  step_id      TEXT NOT NULL REFERENCES steps(id),
  stage        TEXT NOT NULL,           -- the first that was asked otherwise
  why          TEXT NOT NULL,           -- it could not be done anew; '': it was
  quotes_was   BIGINT NOT NULL,
  quotes       BIGINT NOT NULL,
  findings_was BIGINT NOT NULL,
  findings     BIGINT NOT NULL,
  score_was    DOUBLE PRECISION NOT NULL,
  score        DOUBLE PRECISION NOT NULL,
  words_was    BIGINT NOT NULL,
  words        BIGINT NOT NULL,
  cost_was     BIGINT NOT NULL,
  cost         BIGINT NOT NULL,
  PRIMARY KEY (replay_id, n)
);
CREATE INDEX replay_steps_project ON replay_steps(project_id);

-- +goose Down
SELECT 'released migrations are not undone';
