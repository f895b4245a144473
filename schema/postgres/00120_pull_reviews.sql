-- Pull requests of others that are read, and what was found in them.

-- +goose Up

CREATE TABLE pull_reviews (
  place      TEXT NOT NULL,               -- "github.com/acme/shop"
  number     BIGINT NOT NULL CHECK (number > 0),
  repository TEXT NOT NULL,               -- its name here
  transport  TEXT NOT NULL,               -- where its project is talked about
  channel    TEXT NOT NULL,
  said_by    TEXT NOT NULL CHECK (said_by <> ''),
  state      TEXT NOT NULL CHECK (state IN ('asked', 'begun', 'found', 'shown', 'refused')),
  project_id TEXT REFERENCES projects(id),
  title      TEXT NOT NULL DEFAULT '',
  link       TEXT NOT NULL DEFAULT '',
  author     TEXT NOT NULL DEFAULT '',    -- name of the account there
  head       TEXT NOT NULL DEFAULT '',    -- the commit that is read
  base       TEXT NOT NULL DEFAULT '',    -- the branch that it is to go into
  found      TEXT NOT NULL DEFAULT '',    -- what was found (JSON)
  why        TEXT NOT NULL DEFAULT '',
  tries      BIGINT NOT NULL DEFAULT 0,
  due_at     BIGINT NOT NULL DEFAULT 0,
  at         BIGINT NOT NULL,
  CHECK ((state IN ('asked', 'refused')) OR project_id IS NOT NULL),
  PRIMARY KEY (place, number)
);
CREATE INDEX pull_reviews_asked ON pull_reviews(due_at) WHERE state = 'asked';
CREATE INDEX pull_reviews_project ON pull_reviews(project_id);

-- +goose Down
SELECT 'released migrations are not undone';
