-- Work on code: repositories, what a step changed, how it was tried, and how the
-- changes of a project follow each other. The change is a patch and the tree that it
-- makes; branches, bundles and checkouts are made of them again.

-- +goose Up

CREATE TABLE repositories (
  id          TEXT PRIMARY KEY,
  name        TEXT NOT NULL UNIQUE CHECK (name <> ''),
  kind        TEXT NOT NULL CHECK (kind IN ('path', 'folder')),
  source      TEXT NOT NULL,
  machine     TEXT NOT NULL,                -- where its source is
  default_ref TEXT NOT NULL,
  checks      TEXT NOT NULL,                -- commands (JSON)
  created_at  BIGINT NOT NULL
);

ALTER TABLE messages ADD COLUMN repository TEXT NOT NULL DEFAULT ''; -- the name of the repository that it orders work on
ALTER TABLE projects ADD COLUMN repository_id TEXT REFERENCES repositories(id);

-- A step with such a row changes code.
CREATE TABLE code_steps (
  step_id    TEXT PRIMARY KEY REFERENCES steps(id),
  patches    TEXT NOT NULL,                 -- names of the founder's files that hold the change (JSON)
  base_sha   TEXT NOT NULL DEFAULT '',
  tree       TEXT NOT NULL DEFAULT '',
  patch      TEXT REFERENCES blobs(sha256), -- from the base commit to the tree
  files      BIGINT NOT NULL DEFAULT 0,
  added      BIGINT NOT NULL DEFAULT 0,
  deleted    BIGINT NOT NULL DEFAULT 0,
  red        TEXT NOT NULL DEFAULT '',      -- what failed before the change and passes after it
  findings   TEXT NOT NULL DEFAULT '[]',    -- of the guard (JSON)
  CHECK ((tree = '') = (patch IS NULL))
);

CREATE TABLE trials (
  step_id TEXT NOT NULL REFERENCES steps(id),
  round   BIGINT NOT NULL,
  phase   TEXT NOT NULL CHECK (phase IN ('before', 'red', 'green', 'merged')),
  n       BIGINT NOT NULL,                 -- within round and phase
  name    TEXT NOT NULL,                    -- of the check
  tree    TEXT NOT NULL,
  exit    BIGINT NOT NULL,
  reason  TEXT NOT NULL,                    -- why it ended when not by itself
  passed  BIGINT NOT NULL,
  skipped BIGINT NOT NULL,
  failing TEXT NOT NULL,                    -- names of tests (JSON)
  missing TEXT NOT NULL,                    -- tests that there were before (JSON)
  tail    TEXT NOT NULL,
  ms      BIGINT NOT NULL,
  at      BIGINT NOT NULL,
  PRIMARY KEY (step_id, round, phase, tree, n)
);

-- What a project has changed in its repository so far. One step at a time merges.
CREATE TABLE integrations (
  project_id    TEXT PRIMARY KEY REFERENCES projects(id),
  repository_id TEXT NOT NULL REFERENCES repositories(id),
  branch        TEXT NOT NULL CHECK (branch <> ''),
  base_sha      TEXT NOT NULL,
  head_sha      TEXT NOT NULL,
  n             BIGINT NOT NULL DEFAULT 0,  -- changes merged
  merging       TEXT,                        -- the step that merges, as long as its claim holds
  fence         BIGINT NOT NULL DEFAULT 0,  -- of its claim
  UNIQUE (repository_id, branch)
);

CREATE TABLE integration_steps (
  project_id TEXT NOT NULL REFERENCES integrations(project_id),
  n          BIGINT NOT NULL,
  step_id    TEXT NOT NULL REFERENCES steps(id),
  parent_sha TEXT NOT NULL,
  tree       TEXT NOT NULL,
  commit_sha TEXT NOT NULL,
  patch      TEXT NOT NULL REFERENCES blobs(sha256), -- from the parent to the tree
  message    TEXT NOT NULL,
  at         BIGINT NOT NULL,              -- seconds: a commit has no finer time
  PRIMARY KEY (project_id, n),
  UNIQUE (project_id, parent_sha)
);

-- +goose Down
SELECT 'released migrations are not undone';
