-- Whether anything may go out is said in one place: of each sink for a project, or for each that nothing else was said of.

-- +goose Up

ALTER TABLE permits DROP CONSTRAINT permits_project_id_fkey; -- an empty project: each that has no permit of its own
INSERT INTO permits SELECT project_id, connection, mode, 'a founder', 0 FROM pages WHERE mode <> 'on';
INSERT INTO permits SELECT '', sink, CASE policy WHEN 'on' THEN 'allowed' ELSE policy END, 'a founder', 0 FROM mirrors;
INSERT INTO permits SELECT project_id, sink, CASE state WHEN 'on' THEN 'allowed' ELSE state END, 'a founder', at FROM mirror_projects;
ALTER TABLE pages DROP COLUMN mode;
ALTER TABLE mirrors DROP COLUMN policy;
ALTER TABLE mirror_projects DROP COLUMN state;

-- +goose Down
SELECT 'released migrations are not undone';
