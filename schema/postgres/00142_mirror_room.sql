-- There is room for so many issues in a tracker: what ended is put away, and what does not fit stands there in parts.

-- +goose Up

ALTER TABLE mirror_projects ADD COLUMN coarse BIGINT NOT NULL DEFAULT 0 CHECK (coarse IN (0, 1)); -- one issue stands for each part
ALTER TABLE mirror_projects ADD COLUMN archive TEXT NOT NULL DEFAULT '' CHECK (archive IN ('', 'asked', 'done')); -- whether its issues are put away there

-- +goose Down
SELECT 'released migrations are not undone';
