-- Documents whose pages are read again and again, how the pages were found last, and the claims that they bear no more.

-- +goose Up

CREATE TABLE keeps (
  project_id  TEXT PRIMARY KEY REFERENCES projects(id),
  every       TEXT NOT NULL CHECK (every IN ('daily', 'weekly', 'monthly')),
  due_at      INTEGER NOT NULL,
  last_at     INTEGER NOT NULL DEFAULT 0,
  rounds      INTEGER NOT NULL DEFAULT 0,
  claimed_by  TEXT NOT NULL DEFAULT '',
  claim_until INTEGER NOT NULL DEFAULT 0,
  at          INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE keep_pages (
  project_id TEXT NOT NULL REFERENCES keeps(project_id) ON DELETE CASCADE,
  url        TEXT NOT NULL,
  state      TEXT NOT NULL CHECK (state IN ('same', 'changed', 'gone', 'walled', 'moved', 'other', 'unread')),
  why        TEXT NOT NULL DEFAULT '',
  at         INTEGER NOT NULL,
  PRIMARY KEY (project_id, url)
) STRICT, WITHOUT ROWID;

CREATE TABLE keep_changes (
  project_id  TEXT NOT NULL REFERENCES keeps(project_id) ON DELETE CASCADE,
  step_id     TEXT NOT NULL REFERENCES steps(id),
  n           INTEGER NOT NULL,                  -- of the step's quotes
  url         TEXT NOT NULL,
  claim       TEXT NOT NULL,
  quote       TEXT NOT NULL,
  now         TEXT NOT NULL DEFAULT '',          -- empty where the page says nothing of it any more
  document_id TEXT NOT NULL REFERENCES documents(id), -- the page's text as it is now
  state       TEXT NOT NULL CHECK (state IN ('open', 'left')), -- left: the founder lets it stand
  at          INTEGER NOT NULL,
  PRIMARY KEY (project_id, step_id, n)
) STRICT, WITHOUT ROWID;

-- +goose Down
SELECT 'released migrations are not undone';
