-- Trackers in which projects stand as they stand here, and what was last agreed of each thing there.

-- +goose Up

CREATE TABLE mirrors (
  sink       TEXT PRIMARY KEY CHECK (sink <> ''),
  connection TEXT NOT NULL,               -- its name
  office     TEXT NOT NULL,               -- the workspace there
  team       TEXT NOT NULL,               -- its id there
  team_name  TEXT NOT NULL,
  founders   TEXT NOT NULL,               -- ids of the accounts there that may order (JSON)
  policy     TEXT NOT NULL CHECK (policy IN ('ask', 'on', 'off')), -- of new projects
  seen       TEXT NOT NULL DEFAULT '',    -- all that changed there up to then was looked at; as it writes times
  poll_at    BIGINT NOT NULL DEFAULT 0,  -- the next look
  tries      BIGINT NOT NULL DEFAULT 0,  -- that failed, one behind the other
  since      BIGINT NOT NULL DEFAULT 0,  -- the first of them
  why        TEXT NOT NULL DEFAULT '',    -- of the last one
  strange    BIGINT NOT NULL DEFAULT 0,  -- what people said or did there who may not order
  at         BIGINT NOT NULL
);

CREATE TABLE mirror_projects (
  sink       TEXT NOT NULL REFERENCES mirrors(sink),
  project_id TEXT NOT NULL REFERENCES projects(id),
  state      TEXT NOT NULL CHECK (state IN ('on', 'off')),
  origin     TEXT NOT NULL DEFAULT '',    -- the thing there that ordered it; empty for an order given here
  generation BIGINT NOT NULL DEFAULT 0,  -- rises when it is made anew there
  done_seq   BIGINT NOT NULL DEFAULT 0,  -- the journal's line up to which it stands there
  fresh      BIGINT NOT NULL DEFAULT 0 CHECK (fresh IN (0, 1)), -- what is there is newer than what is known here
  look       BIGINT NOT NULL DEFAULT 0 CHECK (look IN (0, 1)),  -- something changed there
  tries      BIGINT NOT NULL DEFAULT 0,
  due_at     BIGINT NOT NULL DEFAULT 0,
  why        TEXT NOT NULL DEFAULT '',
  at         BIGINT NOT NULL,
  PRIMARY KEY (sink, project_id)
);

CREATE TABLE mirror_objects (
  sink       TEXT NOT NULL REFERENCES mirrors(sink),
  ours       TEXT NOT NULL,               -- "step:s12"
  kind       TEXT NOT NULL,
  project_id TEXT NOT NULL REFERENCES projects(id),
  theirs     TEXT NOT NULL,               -- the id there, kept before it is sent
  link       TEXT NOT NULL DEFAULT '',
  name       TEXT NOT NULL DEFAULT '',    -- as people there call it: "ENG-12"
  life       TEXT NOT NULL CHECK (life IN ('new', 'live', 'gone', 'refused')),
  base       TEXT NOT NULL DEFAULT '{}',  -- what was last agreed, by field (JSON)
  tries      BIGINT NOT NULL DEFAULT 0,
  why        TEXT NOT NULL DEFAULT '',
  at         BIGINT NOT NULL,
  PRIMARY KEY (sink, ours)
);
CREATE INDEX mirror_objects_project ON mirror_objects(project_id);
CREATE INDEX mirror_objects_theirs ON mirror_objects(sink, theirs);

CREATE TABLE mirror_changes (
  sink       TEXT NOT NULL REFERENCES mirrors(sink),
  key        TEXT NOT NULL,               -- of this very change there
  kind       TEXT NOT NULL,
  object     TEXT NOT NULL,
  project_id TEXT NOT NULL REFERENCES projects(id),
  said_by    TEXT NOT NULL DEFAULT '',    -- the account there
  body       TEXT NOT NULL DEFAULT '',
  state      TEXT NOT NULL CHECK (state IN ('received', 'applied')),
  answer     TEXT NOT NULL DEFAULT '',    -- what came of it, as the founder reads it there
  at         BIGINT NOT NULL,
  PRIMARY KEY (sink, key)
);
CREATE INDEX mirror_changes_received ON mirror_changes(at) WHERE state = 'received';
CREATE INDEX mirror_changes_project ON mirror_changes(project_id);

CREATE TABLE mirror_orders (
  sink       TEXT NOT NULL REFERENCES mirrors(sink),
  theirs     TEXT NOT NULL,               -- the project or issue there that orders
  kind       TEXT NOT NULL CHECK (kind IN ('project', 'issue')),
  message_id TEXT NOT NULL REFERENCES messages(id),
  items      TEXT NOT NULL DEFAULT '[]',  -- issues there, in the order of its list (JSON)
  state      TEXT NOT NULL CHECK (state IN ('asked', 'taken')),
  at         BIGINT NOT NULL,
  PRIMARY KEY (sink, theirs)
);
CREATE INDEX mirror_orders_message ON mirror_orders(message_id);

-- +goose Down
SELECT 'released migrations are not undone';
