-- What shows that the journal was not changed afterwards, and what went over
-- the network.

-- +goose Up

-- The seal of a line of the journal: the SHA-256 of the seal before it and of
-- all that the line says. Lines are sealed soon after they are written.
CREATE TABLE seals (
  seq  INTEGER PRIMARY KEY,               -- of the line
  hash BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;

-- Bytes of the bodies of requests and answers, by the day in UTC.
CREATE TABLE traffic (
  day      TEXT NOT NULL CHECK (day <> ''),
  kind     TEXT NOT NULL CHECK (kind IN ('model', 'search', 'web', 'chat')),
  requests INTEGER NOT NULL DEFAULT 0,
  sent     INTEGER NOT NULL DEFAULT 0,
  received INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (day, kind)
) STRICT, WITHOUT ROWID;

-- +goose Down
SELECT 'released migrations are not undone';
