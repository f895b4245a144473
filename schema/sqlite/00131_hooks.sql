-- Programs of others that may order one thing each, and what they ordered.

-- +goose Up

CREATE TABLE hooks (
  name    TEXT PRIMARY KEY CHECK (name <> ''),
  form    TEXT NOT NULL CHECK (form IN ('plain', 'github', 'linear', 'slack')), -- of its signature
  words   TEXT NOT NULL CHECK (words <> ''),  -- what it orders
  only_if TEXT NOT NULL DEFAULT '[]',         -- fields and their values (JSON)
  orders  INTEGER NOT NULL CHECK (orders > 0),     -- an hour
  money   INTEGER NOT NULL CHECK (money > 0),      -- a day, nano-USD
  sealed  BLOB NOT NULL,                        -- what it signs with, with a key that is not in the database
  active  INTEGER NOT NULL CHECK (active IN (0, 1)),
  why     TEXT NOT NULL DEFAULT '',           -- it is off
  told_at INTEGER NOT NULL DEFAULT 0,              -- that it orders more than it may
  at      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE hook_orders (
  hook       TEXT NOT NULL REFERENCES hooks(name) ON DELETE CASCADE,
  digest     TEXT NOT NULL,                   -- of what was signed
  delivery   TEXT NOT NULL,                   -- its id at the sender; empty for none
  project_id TEXT NOT NULL REFERENCES projects(id),
  share      INTEGER NOT NULL,                     -- what its project may cost, nano-USD
  at         INTEGER NOT NULL,
  PRIMARY KEY (hook, digest)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX hook_orders_delivery ON hook_orders(hook, delivery) WHERE delivery <> '';
CREATE INDEX hook_orders_at ON hook_orders(hook, at);

-- +goose Down
SELECT 'released migrations are not undone';
