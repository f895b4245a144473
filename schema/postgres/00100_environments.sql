-- +goose Up

-- What a repository's checks have, and how they end on the code as it is.
CREATE TABLE environments (
  repository_id TEXT PRIMARY KEY REFERENCES repositories(id),
  machine       TEXT NOT NULL DEFAULT '',  -- on which it was made last
  state         TEXT NOT NULL CHECK (state IN ('due', 'working', 'tried', 'failed', 'cancelled')),
  transport     TEXT NOT NULL DEFAULT '',
  channel       TEXT NOT NULL DEFAULT '',  -- that is told; empty for none
  again         BIGINT NOT NULL DEFAULT 0,  -- 1: what is there is made anew
  commit_sha    TEXT NOT NULL DEFAULT '',
  setup         TEXT NOT NULL DEFAULT '{}',  -- coding.Setup as JSON
  checks        TEXT NOT NULL DEFAULT '[]',  -- coding.CheckState as JSON
  why           TEXT NOT NULL DEFAULT '',
  at            BIGINT NOT NULL
);
