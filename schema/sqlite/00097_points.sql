-- What a draft got in points met of points asked, beside its score; 0 asked: nobody counted.

-- +goose Up

ALTER TABLE steps ADD COLUMN points_met INTEGER NOT NULL DEFAULT 0;
ALTER TABLE steps ADD COLUMN points_asked INTEGER NOT NULL DEFAULT 0;
ALTER TABLE drafts ADD COLUMN points_met INTEGER NOT NULL DEFAULT 0;
ALTER TABLE drafts ADD COLUMN points_asked INTEGER NOT NULL DEFAULT 0;
ALTER TABLE replay_steps ADD COLUMN points_met_was INTEGER NOT NULL DEFAULT 0;
ALTER TABLE replay_steps ADD COLUMN points_asked_was INTEGER NOT NULL DEFAULT 0;
ALTER TABLE replay_steps ADD COLUMN points_met INTEGER NOT NULL DEFAULT 0;
ALTER TABLE replay_steps ADD COLUMN points_asked INTEGER NOT NULL DEFAULT 0;
ALTER TABLE calibrations ADD COLUMN good_met INTEGER NOT NULL DEFAULT 0;
ALTER TABLE calibrations ADD COLUMN good_asked INTEGER NOT NULL DEFAULT 0;
ALTER TABLE calibrations ADD COLUMN bad_met INTEGER NOT NULL DEFAULT 0;
ALTER TABLE calibrations ADD COLUMN bad_asked INTEGER NOT NULL DEFAULT 0;

-- The scores of the autonomy policy become bars: above 4, which no draft got, never; 4 and
-- down to above 3 all; 3, which is no must missed, musts; below, where a score was one and
-- twice the share of the musts, that share. What is no number let nothing pass. A column
-- without a strict type takes a text for a number just when all of it is one.
CREATE TABLE old_scores (name TEXT, score NUMERIC);
INSERT INTO old_scores SELECT name, value FROM policies WHERE name IN ('autonomy.auto_approve', 'autonomy.qa_only');
INSERT INTO policies (name, value, changed_at)
  SELECT name || '.before', value, changed_at FROM policies WHERE name IN ('autonomy.auto_approve', 'autonomy.qa_only');
UPDATE policies SET value = (
  SELECT CASE WHEN typeof(score) = 'text' OR score > 4 THEN 'never'
              WHEN score > 3 THEN 'all'
              WHEN score = 3 THEN 'musts'
              ELSE max(0, min(99, CAST(50 * score - 50 + 0.999999 AS INTEGER))) || '%' END
    FROM old_scores WHERE old_scores.name = policies.name)
 WHERE name IN ('autonomy.auto_approve', 'autonomy.qa_only');
DROP TABLE old_scores;

-- +goose Down
SELECT 'released migrations are not undone';
