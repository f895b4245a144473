-- Documents have a page at services that are no forges.

-- +goose Up

CREATE TABLE connections_of_all_services (
  name      TEXT PRIMARY KEY CHECK (name <> ''),
  service   TEXT NOT NULL CHECK (service <> ''),
  address   TEXT NOT NULL UNIQUE,          -- "https://github.com"
  account   TEXT NOT NULL,                 -- as whom
  rights    TEXT NOT NULL DEFAULT '[]',    -- of the token (JSON)
  sealed    BLOB NOT NULL,                 -- the token, with a key that is not in the database
  active    INTEGER NOT NULL,              -- 0: nothing is done there
  why       TEXT NOT NULL DEFAULT '',      -- it is off
  at        INTEGER NOT NULL,
  ends_at   INTEGER NOT NULL DEFAULT 0,    -- of the token; 0 where it is not told
  room      TEXT NOT NULL DEFAULT '',      -- where documents are made there
  room_name TEXT NOT NULL DEFAULT ''       -- as people call it
) STRICT, WITHOUT ROWID;
INSERT INTO connections_of_all_services (name, service, address, account, rights, sealed, active, why, at, ends_at) SELECT name, service, address, account, rights, sealed, active, why, at, ends_at FROM connections;
DROP TABLE connections;
ALTER TABLE connections_of_all_services RENAME TO connections;

CREATE TABLE pages (
  project_id TEXT NOT NULL REFERENCES projects(id),
  connection TEXT NOT NULL CHECK (connection <> ''),
  mode       TEXT NOT NULL DEFAULT 'on' CHECK (mode IN ('on', 'ask', 'off')),
  wanted     INTEGER NOT NULL DEFAULT 0,   -- version of the document that is to be there
  version    INTEGER NOT NULL DEFAULT 0,   -- that is there
  object     TEXT NOT NULL DEFAULT '',      -- its id there
  link       TEXT NOT NULL DEFAULT '',
  mark       TEXT NOT NULL DEFAULT '',      -- of the action that wrote it last
  hash       TEXT NOT NULL DEFAULT '',      -- of what it said when it was read back
  at         INTEGER NOT NULL DEFAULT 0,   -- when its version was put there
  ordered_by  TEXT NOT NULL DEFAULT '',     -- who ordered something with it that is not an action yet
  ordered_how TEXT NOT NULL DEFAULT '' CHECK (ordered_how IN ('', 'put', 'over', 'remove')),
  ordered_as  TEXT NOT NULL DEFAULT '',     -- the order's own id
  PRIMARY KEY (project_id, connection)
) STRICT, WITHOUT ROWID;

-- +goose Down
SELECT 'released migrations are not undone';
