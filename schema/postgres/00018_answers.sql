-- What a founder's words reply to, files that come again, a cap on a whole project.

-- +goose Up

-- The chat's id of the message that this one replies to; empty for none.
ALTER TABLE messages ADD COLUMN replies_to TEXT NOT NULL DEFAULT '';

-- The same file again is known by its hash.
CREATE INDEX attachments_sum ON attachments(sha256);

-- A cap may be on all that one project costs. What it has cost is the sum of
-- its months.
ALTER TABLE caps DROP CONSTRAINT caps_scope_check;
ALTER TABLE caps ADD CONSTRAINT caps_scope_check CHECK (scope IN ('step', 'mission', 'day', 'month', 'project'));
ALTER TABLE caps ADD CONSTRAINT caps_whole_check CHECK (scope <> 'project' OR project_id <> '' AND kind = 'cap');

-- +goose Down
SELECT 'released migrations are not undone';
