-- A change of code is of a kind: a fix must bring a test that fails without it, a refactoring none. The plan names the kind, and
-- code says by which it was proven.

-- +goose Up

ALTER TABLE code_steps ADD COLUMN kind TEXT NOT NULL DEFAULT ''    -- as it was ordered or planned; empty where an older version planned
  CHECK (kind IN ('', 'fix', 'feature', 'refactor', 'settings', 'dependency', 'removal', 'tests', 'docs'));
ALTER TABLE code_steps ADD COLUMN kind_from TEXT NOT NULL DEFAULT '' CHECK (kind_from IN ('', 'order', 'plan')); -- who named it; empty for nobody
ALTER TABLE code_steps ADD COLUMN proven TEXT NOT NULL DEFAULT ''; -- the kind whose rules the change met; empty until it is completed

-- +goose Down
SELECT 'released migrations are not undone';
