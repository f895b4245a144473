-- How the process was set up that did a stage, so that it can be done again in any shell.

-- +goose Up

CREATE TABLE setups (
  id   TEXT PRIMARY KEY,   -- hash of body
  body TEXT NOT NULL,      -- JSON
  at   BIGINT NOT NULL
);
ALTER TABLE checkpoints ADD COLUMN setup TEXT NOT NULL DEFAULT ''; -- empty: from before it was kept
ALTER TABLE stages ADD COLUMN setup TEXT NOT NULL DEFAULT '';
ALTER TABLE sittings ADD COLUMN setup TEXT NOT NULL DEFAULT '';

-- +goose Down
SELECT 'released migrations are not undone';
