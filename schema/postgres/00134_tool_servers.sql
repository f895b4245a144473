-- Tool servers of others, what each offers, and what a founder lets be used of it.

-- +goose Up

CREATE TABLE tool_servers (
  name    TEXT PRIMARY KEY CHECK (name <> ''),
  address TEXT NOT NULL DEFAULT '',   -- over http; empty for a program
  command TEXT NOT NULL DEFAULT '[]', -- a program and its arguments (JSON)
  folder  TEXT NOT NULL DEFAULT '',   -- that it sees and cannot write to
  hash    TEXT NOT NULL DEFAULT '',   -- of the program's files
  version TEXT NOT NULL DEFAULT '',   -- as the server says
  hosts   TEXT NOT NULL DEFAULT '[]', -- that a program reaches (JSON)
  secret  TEXT NOT NULL DEFAULT '',   -- the name under which a program is given it
  sealed  BYTEA,                      -- the secret, with a key that is not in the database
  active  BIGINT NOT NULL CHECK (active IN (0, 1)),
  why     TEXT NOT NULL DEFAULT '',   -- it is off
  at      BIGINT NOT NULL
);

CREATE TABLE tools (
  server      TEXT NOT NULL REFERENCES tool_servers(name) ON DELETE CASCADE,
  name        TEXT NOT NULL CHECK (name <> ''),
  description TEXT NOT NULL,
  schema      TEXT NOT NULL,            -- of what it is given (JSON)
  digest      TEXT NOT NULL,            -- of all that the server says of it
  changes     BIGINT NOT NULL CHECK (changes IN (0, 1)),
  state       TEXT NOT NULL CHECK (state IN ('allowed', 'ask', 'off')),
  why         TEXT NOT NULL DEFAULT '', -- it is off
  used        BIGINT NOT NULL DEFAULT 0,
  used_at     BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (server, name)
);

-- +goose Down
SELECT 'released migrations are not undone';
