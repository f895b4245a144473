-- Further forms of a document (Word), and its pieces as files of their own.

-- +goose Up

CREATE TABLE deliverable_files (
  mission_id TEXT NOT NULL REFERENCES deliverables(mission_id),
  n          INTEGER NOT NULL,
  name       TEXT NOT NULL CHECK (name <> ''),
  sha256     TEXT NOT NULL REFERENCES blobs(sha256),
  PRIMARY KEY (mission_id, n)
) STRICT, WITHOUT ROWID;

-- +goose Down
SELECT 'released migrations are not undone';
