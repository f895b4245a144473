-- Documents have a page at services that are no forges.

-- +goose Up

ALTER TABLE connections DROP CONSTRAINT IF EXISTS connections_service_check;
ALTER TABLE connections ADD CONSTRAINT connections_service_check CHECK (service <> '');
ALTER TABLE connections ADD COLUMN room TEXT NOT NULL DEFAULT '';
ALTER TABLE connections ADD COLUMN room_name TEXT NOT NULL DEFAULT '';

CREATE TABLE pages (
  project_id TEXT NOT NULL REFERENCES projects(id),
  connection TEXT NOT NULL CHECK (connection <> ''),
  mode       TEXT NOT NULL DEFAULT 'on' CHECK (mode IN ('on', 'ask', 'off')),
  wanted     BIGINT NOT NULL DEFAULT 0,   -- version of the document that is to be there
  version    BIGINT NOT NULL DEFAULT 0,   -- that is there
  object     TEXT NOT NULL DEFAULT '',      -- its id there
  link       TEXT NOT NULL DEFAULT '',
  mark       TEXT NOT NULL DEFAULT '',      -- of the action that wrote it last
  hash       TEXT NOT NULL DEFAULT '',      -- of what it said when it was read back
  at         BIGINT NOT NULL DEFAULT 0,   -- when its version was put there
  ordered_by  TEXT NOT NULL DEFAULT '',     -- who ordered something with it that is not an action yet
  ordered_how TEXT NOT NULL DEFAULT '' CHECK (ordered_how IN ('', 'put', 'over', 'remove')),
  ordered_as  TEXT NOT NULL DEFAULT '',     -- the order's own id
  PRIMARY KEY (project_id, connection)
);

-- +goose Down
SELECT 'released migrations are not undone';
