-- What a repository holds at one commit, for whoever plans changes of it.

-- +goose Up

CREATE TABLE code_maps (
  repository_id TEXT PRIMARY KEY REFERENCES repositories(id),
  commit_sha    TEXT NOT NULL,
  body          TEXT NOT NULL,  -- coding.FileMap as JSON
  at            INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- +goose Down
SELECT 'released migrations are not undone';
