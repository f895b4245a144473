-- What single columns of steps may hold is said by domains. A check of the table
-- is read and parsed anew by each statement that writes a step, whichever columns
-- it sets; a domain is asked only for the columns that are set.

-- +goose Up

CREATE DOMAIN filled AS TEXT CHECK (VALUE <> '');
CREATE DOMAIN step_kind AS TEXT
  CHECK (VALUE IN ('research', 'analysis', 'strategy', 'writing', 'engineering', 'creative', 'simple', 'assembly'));
CREATE DOMAIN step_depth AS TEXT CHECK (VALUE IN ('simple', 'standard', 'deep'));
CREATE DOMAIN step_tier AS TEXT CHECK (VALUE IN ('T0', 'T1', 'T2', 'T3'));
CREATE DOMAIN step_state AS TEXT
  CHECK (VALUE IN ('pending', 'in_progress', 'in_review', 'completed', 'failed', 'cancelled'));
CREATE DOMAIN flag AS BIGINT CHECK (VALUE IN (0, 1));
CREATE DOMAIN natural_number AS BIGINT CHECK (VALUE >= 0);
CREATE DOMAIN step_strikes AS BIGINT CHECK (VALUE BETWEEN 0 AND 3);

ALTER TABLE steps
  DROP CONSTRAINT IF EXISTS steps_key_check, DROP CONSTRAINT IF EXISTS steps_title_check, DROP CONSTRAINT IF EXISTS steps_kind_check,
  DROP CONSTRAINT IF EXISTS steps_depth_check, DROP CONSTRAINT IF EXISTS steps_tier_check, DROP CONSTRAINT IF EXISTS steps_final_check,
  DROP CONSTRAINT IF EXISTS steps_critical_check, DROP CONSTRAINT IF EXISTS steps_state_check, DROP CONSTRAINT IF EXISTS steps_open_deps_check,
  DROP CONSTRAINT IF EXISTS steps_held_check, DROP CONSTRAINT IF EXISTS steps_strikes_check, DROP CONSTRAINT IF EXISTS steps_rounds_check,
  DROP CONSTRAINT IF EXISTS steps_superseded_check,
  ALTER COLUMN key TYPE filled, ALTER COLUMN title TYPE filled, ALTER COLUMN kind TYPE step_kind,
  ALTER COLUMN depth TYPE step_depth, ALTER COLUMN tier TYPE step_tier, ALTER COLUMN final TYPE flag,
  ALTER COLUMN critical TYPE flag, ALTER COLUMN state TYPE step_state, ALTER COLUMN open_deps TYPE natural_number,
  ALTER COLUMN held TYPE natural_number, ALTER COLUMN strikes TYPE step_strikes, ALTER COLUMN rounds TYPE natural_number,
  ALTER COLUMN superseded TYPE flag;

-- +goose Down
SELECT 'released migrations are not undone';
