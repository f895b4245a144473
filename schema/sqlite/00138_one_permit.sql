-- Whether anything may go out is said in one place: of each sink for a project, or for each that nothing else was said of.

-- +goose Up

CREATE TABLE permits_of_all_sinks (
  project_id TEXT NOT NULL,               -- empty: each that has no permit of its own
  sink       TEXT NOT NULL CHECK (sink <> ''), -- which kinds there are is for the code to know
  level      TEXT NOT NULL CHECK (level IN ('allowed', 'ask', 'off')),
  said_by    TEXT NOT NULL CHECK (said_by <> ''),
  at         INTEGER NOT NULL,            -- 0: nobody knows any more
  PRIMARY KEY (project_id, sink)
) STRICT, WITHOUT ROWID;
INSERT INTO permits_of_all_sinks SELECT project_id, sink, level, said_by, at FROM permits;
DROP TABLE permits;
ALTER TABLE permits_of_all_sinks RENAME TO permits;
INSERT INTO permits SELECT project_id, connection, mode, 'a founder', 0 FROM pages WHERE mode <> 'on';
INSERT INTO permits SELECT '', sink, CASE policy WHEN 'on' THEN 'allowed' ELSE policy END, 'a founder', 0 FROM mirrors;
INSERT INTO permits SELECT project_id, sink, CASE state WHEN 'on' THEN 'allowed' ELSE state END, 'a founder', at FROM mirror_projects;
ALTER TABLE pages DROP COLUMN mode;
ALTER TABLE mirrors DROP COLUMN policy;
ALTER TABLE mirror_projects DROP COLUMN state;

-- +goose Down
SELECT 'released migrations are not undone';
