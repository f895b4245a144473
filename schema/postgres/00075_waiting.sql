-- At each turn of a director what waits is looked for, what his department asked the
-- founder in a week is counted, and the projects that ended last are shown: each beside all
-- that there ever was.

-- +goose Up

CREATE INDEX memos_live ON memos(state) WHERE state IN ('open', 'deferred');
CREATE INDEX memos_asked ON memos(sender, created_at) WHERE kind = 'escalation';
-- The company's open projects are few among all that are open; by an index of all the company's own,
-- those that ended would be read too.
DROP INDEX projects_company;
CREATE INDEX projects_company_ended ON projects(ended_at) WHERE opened_by <> '' AND ended_at IS NOT NULL;

-- +goose Down
SELECT 'released migrations are not undone';
