-- Projects that the founder shows to others, and documents that go into the folder of published ones.

-- +goose Up

CREATE TABLE shares (
  project_id TEXT PRIMARY KEY REFERENCES projects(id),
  address    TEXT NOT NULL UNIQUE,         -- nobody guesses it
  cost       BIGINT NOT NULL,              -- 1: what it cost is shown
  listed     BIGINT NOT NULL,              -- 1: the first page leads to it
  at         BIGINT NOT NULL
);

CREATE TABLE publications (
  project_id TEXT PRIMARY KEY REFERENCES projects(id),
  version    BIGINT NOT NULL,              -- of its documents, counted
  done       BIGINT NOT NULL,              -- the version that is in the folder; 0: none
  at         BIGINT NOT NULL
);

CREATE INDEX publications_due ON publications(project_id) WHERE done < version;

-- +goose Down
SELECT 'released migrations are not undone';
