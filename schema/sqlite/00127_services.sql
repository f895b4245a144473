-- What can be connected is of more kinds than forges: which there are is for the code to know.

-- +goose Up

CREATE TABLE connections_of_all_services (
  name     TEXT PRIMARY KEY CHECK (name <> ''),
  service  TEXT NOT NULL CHECK (service <> ''),
  address  TEXT NOT NULL UNIQUE,          -- "https://github.com"
  account  TEXT NOT NULL,                 -- as whom
  rights   TEXT NOT NULL DEFAULT '[]',    -- of the token (JSON)
  sealed   BLOB NOT NULL,                 -- the token, with a key that is not in the database
  active   INTEGER NOT NULL,              -- 0: nothing is done there
  why      TEXT NOT NULL DEFAULT '',      -- it is off
  at       INTEGER NOT NULL,
  ends_at  INTEGER NOT NULL DEFAULT 0     -- of the token; 0 where it is not told
) STRICT, WITHOUT ROWID;
INSERT INTO connections_of_all_services SELECT name, service, address, account, rights, sealed, active, why, at, ends_at FROM connections;
DROP TABLE connections;
ALTER TABLE connections_of_all_services RENAME TO connections;

-- +goose Down
SELECT 'released migrations are not undone';
