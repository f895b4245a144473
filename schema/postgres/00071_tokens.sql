-- What programs show when they ask the API. Only hashes are kept, as with sessions.

-- +goose Up

CREATE TABLE tokens (
  name       TEXT PRIMARY KEY,
  hash       TEXT NOT NULL UNIQUE,
  acts       BIGINT NOT NULL,              -- 1: it may give commands; 0: it may look
  created_at BIGINT NOT NULL,
  used_at    BIGINT NOT NULL               -- 0: never
);

-- +goose Down
SELECT 'released migrations are not undone';
