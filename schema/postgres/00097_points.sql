-- What a draft got in points met of points asked, beside its score; 0 asked: nobody counted.

-- +goose Up

ALTER TABLE steps ADD COLUMN points_met BIGINT NOT NULL DEFAULT 0;
ALTER TABLE steps ADD COLUMN points_asked BIGINT NOT NULL DEFAULT 0;
ALTER TABLE drafts ADD COLUMN points_met BIGINT NOT NULL DEFAULT 0;
ALTER TABLE drafts ADD COLUMN points_asked BIGINT NOT NULL DEFAULT 0;
ALTER TABLE replay_steps ADD COLUMN points_met_was BIGINT NOT NULL DEFAULT 0;
ALTER TABLE replay_steps ADD COLUMN points_asked_was BIGINT NOT NULL DEFAULT 0;
ALTER TABLE replay_steps ADD COLUMN points_met BIGINT NOT NULL DEFAULT 0;
ALTER TABLE replay_steps ADD COLUMN points_asked BIGINT NOT NULL DEFAULT 0;
ALTER TABLE calibrations ADD COLUMN good_met BIGINT NOT NULL DEFAULT 0;
ALTER TABLE calibrations ADD COLUMN good_asked BIGINT NOT NULL DEFAULT 0;
ALTER TABLE calibrations ADD COLUMN bad_met BIGINT NOT NULL DEFAULT 0;
ALTER TABLE calibrations ADD COLUMN bad_asked BIGINT NOT NULL DEFAULT 0;

-- The scores of the autonomy policy become bars: above 4, which no draft got, never; 4 and
-- down to above 3 all; 3, which is no must missed, musts; below, where a score was one and
-- twice the share of the musts, that share. What is no number let nothing pass.
INSERT INTO policies (name, value, changed_at)
  SELECT name || '.before', value, changed_at FROM policies WHERE name IN ('autonomy.auto_approve', 'autonomy.qa_only');
UPDATE policies SET value = (
  SELECT CASE WHEN score IS NULL OR score > 4 THEN 'never'
              WHEN score > 3 THEN 'all'
              WHEN score = 3 THEN 'musts'
              ELSE greatest(0, least(99, floor(50 * score - 50 + 0.999999))) || '%' END
    FROM (SELECT CASE WHEN value ~ '^[+-]?([0-9]{1,15}([.][0-9]{0,30})?|[.][0-9]{1,30})([eE][+-]?[0-9]{1,2})?$'
                      THEN CAST(value AS DOUBLE PRECISION) END AS score) AS number)
 WHERE name IN ('autonomy.auto_approve', 'autonomy.qa_only');

-- +goose Down
SELECT 'released migrations are not undone';
