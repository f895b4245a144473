-- Issues at forges that order work.

-- +goose Up

CREATE TABLE issues (
  place      TEXT NOT NULL,               -- "github.com/acme/shop"
  number     BIGINT NOT NULL CHECK (number > 0),
  repository TEXT NOT NULL,               -- its name here
  transport  TEXT NOT NULL,               -- where its project is talked about
  channel    TEXT NOT NULL,
  said_by    TEXT NOT NULL CHECK (said_by <> ''), -- a founder, or "label:7" for the account that set the label
  state      TEXT NOT NULL CHECK (state IN ('asked', 'ordered', 'refused')),
  project_id TEXT REFERENCES projects(id) CHECK ((state = 'ordered') = (project_id IS NOT NULL)),
  title      TEXT NOT NULL DEFAULT '',
  link       TEXT NOT NULL DEFAULT '',
  private    BIGINT NOT NULL DEFAULT 0 CHECK (private IN (0, 1)),
  why        TEXT NOT NULL DEFAULT '',
  tries      BIGINT NOT NULL DEFAULT 0,
  due_at     BIGINT NOT NULL DEFAULT 0,
  at         BIGINT NOT NULL,
  PRIMARY KEY (place, number)
);
CREATE INDEX issues_asked ON issues(due_at) WHERE state = 'asked';
CREATE INDEX issues_project ON issues(project_id);

-- +goose Down
SELECT 'released migrations are not undone';
