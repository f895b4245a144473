-- Calendars that are read when their founder asks, or for his brief. What stands in them is kept nowhere.

-- +goose Up

CREATE TABLE calendars (
  name    TEXT PRIMARY KEY CHECK (name <> ''),
  kind    TEXT NOT NULL CHECK (kind IN ('caldav', 'ics')),
  host    TEXT NOT NULL,
  account TEXT NOT NULL,              -- as whom; empty where the address says it
  paths   TEXT NOT NULL DEFAULT '[]', -- of its calendars at a caldav server (JSON)
  sealed  BYTEA NOT NULL,              -- its address and password, with a key that is not in the database
  active  BIGINT NOT NULL CHECK (active IN (0, 1)),
  why     TEXT NOT NULL DEFAULT '',   -- it is off
  at      BIGINT NOT NULL
);

-- +goose Down
SELECT 'released migrations are not undone';
