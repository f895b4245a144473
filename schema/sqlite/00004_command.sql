-- What founders command and decide.

-- +goose Up

-- One row per command, whatever carried it, so that one delivered twice acts
-- once. reply is NULL until what it says back is known.
CREATE TABLE commands (
  transport TEXT NOT NULL,
  channel   TEXT NOT NULL,
  origin    TEXT NOT NULL,
  author    TEXT NOT NULL,
  line      TEXT NOT NULL,
  message   TEXT NOT NULL DEFAULT '',   -- of a context-menu command: what it was used on
  reply     TEXT,
  card      TEXT NOT NULL DEFAULT '{}', -- org.Card as JSON
  at        INTEGER NOT NULL,
  ended_at  INTEGER,
  PRIMARY KEY (transport, channel, origin),
  CHECK ((reply IS NULL) = (ended_at IS NULL))
) STRICT, WITHOUT ROWID;

-- What the founder said to a finished document.
CREATE TABLE acceptances (
  mission_id TEXT PRIMARY KEY REFERENCES deliverables(mission_id),
  project_id TEXT NOT NULL REFERENCES projects(id),
  author     TEXT NOT NULL,
  at         INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX escalations_open ON escalations(project_id) WHERE state = 'open';
CREATE INDEX projects_ended ON projects(ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX steps_ended ON steps(ended_at) WHERE state = 'completed';

-- +goose Down
SELECT 'released migrations are not undone';
