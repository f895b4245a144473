-- What was done at others is taken back, and what a founder took back is not done again.

-- +goose Up

ALTER TABLE actions ADD COLUMN undoes TEXT NOT NULL DEFAULT ''; -- the action that it takes back; empty for none
ALTER TABLE actions ADD COLUMN object TEXT NOT NULL DEFAULT ''; -- what it changes there: "acme/shop#1"; empty for what is not frozen
ALTER TABLE actions ADD COLUMN field  TEXT NOT NULL DEFAULT ''; -- of the object; empty for all of it
CREATE INDEX actions_undoes ON actions(undoes) WHERE undoes <> '';

CREATE TABLE frozen (
  place     TEXT NOT NULL,                -- where the object is
  object    TEXT NOT NULL CHECK (object <> ''),
  field     TEXT NOT NULL,                -- empty for all of it
  action_id TEXT NOT NULL REFERENCES actions(id), -- by which a founder took back what was done
  at        BIGINT NOT NULL,
  PRIMARY KEY (place, object, field)
);
CREATE INDEX frozen_action ON frozen(action_id);

-- +goose Down
SELECT 'released migrations are not undone';
