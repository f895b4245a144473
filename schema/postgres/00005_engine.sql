-- What the engine remembers of crashes and of how long steps take.

-- +goose Up

-- Processes that died while they answered the message.
ALTER TABLE messages ADD COLUMN crashes BIGINT NOT NULL DEFAULT 0 CHECK (crashes >= 0);
-- Who is sending the delivery.
ALTER TABLE deliveries ADD COLUMN claimed_by TEXT;

-- How long steps of a kind take when they are asked of a tier. recent holds the
-- last times as a JSON list of milliseconds, median their middle.
CREATE TABLE step_times (
  kind   TEXT NOT NULL,
  tier   TEXT NOT NULL,
  n      BIGINT NOT NULL CHECK (n > 0),
  recent TEXT NOT NULL,
  median BIGINT NOT NULL CHECK (median > 0),
  PRIMARY KEY (kind, tier)
);

-- +goose Down
SELECT 'released migrations are not undone';
