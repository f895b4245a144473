-- What research asked in a month, the skills that came from outside, and the
-- form of documents.

-- +goose Up

-- Web searches asked in a month of the founder's time zone, "2026-03".
CREATE TABLE search_months (
  month TEXT PRIMARY KEY CHECK (length(month) = 7),
  asked BIGINT NOT NULL CHECK (asked >= 0)
);

-- Skills that came from outside and passed all scanners and the founder's eyes.
CREATE TABLE skills (
  name        TEXT PRIMARY KEY CHECK (name <> ''),
  description TEXT NOT NULL CHECK (description <> ''),
  vetted      TEXT NOT NULL CHECK (vetted <> ''),  -- what each scanner said, as JSON
  added_at    BIGINT NOT NULL
);

-- Their files, pinned: a blob is known by the hash of its bytes, and a load
-- that finds other bytes refuses the skill.
CREATE TABLE skill_files (
  skill  TEXT NOT NULL REFERENCES skills(name),
  path   TEXT NOT NULL CHECK (path <> ''),
  sha256 TEXT NOT NULL REFERENCES blobs(sha256),
  PRIMARY KEY (skill, path)
);

-- The form of a project's document; older projects have none.
ALTER TABLE projects ADD COLUMN template TEXT NOT NULL DEFAULT '' CHECK (template IN ('', 'report', 'guide', 'brief', 'kit'));

-- +goose Down
SELECT 'released migrations are not undone';
