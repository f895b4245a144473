-- Who may open the dashboard. Only hashes of codes and tokens are kept: who reads
-- the database or a backup can sign in with none of them.

-- +goose Up

CREATE TABLE enter_codes (
  hash       TEXT PRIMARY KEY,
  who        TEXT NOT NULL,
  via        TEXT NOT NULL,                -- where it was asked for
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE sessions (
  id         TEXT PRIMARY KEY,
  hash       TEXT NOT NULL UNIQUE,         -- of its token
  who        TEXT NOT NULL,
  via        TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  used_at    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- +goose Down
SELECT 'released migrations are not undone';
