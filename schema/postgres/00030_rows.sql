-- What the columns of a step and of a mission may hold together is said by a domain
-- of rows, for the same reason as in 00028: what a check of the table says itself is
-- parsed by each statement that writes it. So are the columns that are left there,
-- which each claim and each end of a step writes.

-- +goose Up

CREATE TYPE step_facts AS (
  state    TEXT,
  claimed  BOOLEAN, -- by somebody
  ended    BOOLEAN, -- at some time
  timed    BOOLEAN, -- to be run after some time
  held     BIGINT,
  strikes  BIGINT,
  result   TEXT,
  reviewed TEXT,
  cause    TEXT
);
CREATE DOMAIN sound_step AS step_facts
  CONSTRAINT completed_with_result   CHECK ((VALUE).state <> 'completed' OR btrim((VALUE).result, E'\t\n\r ') <> '')
  CONSTRAINT completed_with_review   CHECK ((VALUE).state <> 'completed' OR (VALUE).reviewed <> '')
  CONSTRAINT ended_with_cause        CHECK ((VALUE).state NOT IN ('failed', 'cancelled') OR (VALUE).cause <> '')
  CONSTRAINT claimed_while_worked_on CHECK (((VALUE).state IN ('in_progress', 'in_review')) = (VALUE).claimed)
  CONSTRAINT ended_at_end            CHECK (((VALUE).state IN ('completed', 'failed', 'cancelled')) = (VALUE).ended)
  CONSTRAINT held_until_a_time       CHECK ((VALUE).held & 4 = 0 OR (VALUE).timed)
  CONSTRAINT pending_before_the_cap  CHECK ((VALUE).state <> 'pending' OR (VALUE).strikes < 3);
ALTER TABLE steps
  DROP CONSTRAINT IF EXISTS steps_check, DROP CONSTRAINT IF EXISTS steps_check1, DROP CONSTRAINT IF EXISTS steps_check2,
  DROP CONSTRAINT IF EXISTS steps_check3, DROP CONSTRAINT IF EXISTS steps_check4, DROP CONSTRAINT IF EXISTS steps_check5,
  DROP CONSTRAINT IF EXISTS steps_check6,
  ADD CONSTRAINT steps_sound CHECK (
    CAST(ROW(state, claimed_by IS NOT NULL, ended_at IS NOT NULL, run_after IS NOT NULL, held, strikes, result, reviewed, cause) AS sound_step)
      IS NOT NULL);

CREATE DOMAIN mission_state AS TEXT
  CHECK (VALUE IN ('planning', 'in_progress', 'paused', 'completed', 'partial', 'failed', 'cancelled'));
CREATE TYPE mission_facts AS (
  state      TEXT,
  ended      BOOLEAN, -- at some time
  open_steps BIGINT,
  outcome    TEXT
);
CREATE DOMAIN sound_mission AS mission_facts
  CONSTRAINT open_until_end        CHECK (((VALUE).state IN ('planning', 'in_progress', 'paused')) <> (VALUE).ended)
  CONSTRAINT completed_whole       CHECK ((VALUE).state <> 'completed' OR (VALUE).open_steps = 0)
  CONSTRAINT failed_with_outcome   CHECK ((VALUE).state NOT IN ('partial', 'failed') OR (VALUE).outcome <> '');
ALTER TABLE missions
  DROP CONSTRAINT IF EXISTS missions_seq_check, DROP CONSTRAINT IF EXISTS missions_state_check,
  DROP CONSTRAINT IF EXISTS missions_planned_check, DROP CONSTRAINT IF EXISTS missions_open_steps_check,
  DROP CONSTRAINT IF EXISTS missions_plans_check, DROP CONSTRAINT IF EXISTS missions_gated_check,
  DROP CONSTRAINT IF EXISTS missions_check, DROP CONSTRAINT IF EXISTS missions_check1, DROP CONSTRAINT IF EXISTS missions_check2,
  ALTER COLUMN seq TYPE natural_number, ALTER COLUMN state TYPE mission_state, ALTER COLUMN planned TYPE flag,
  ALTER COLUMN open_steps TYPE natural_number, ALTER COLUMN plans TYPE natural_number, ALTER COLUMN gated TYPE flag,
  ADD CONSTRAINT missions_sound CHECK (CAST(ROW(state, ended_at IS NOT NULL, open_steps, outcome) AS sound_mission) IS NOT NULL);

ALTER TABLE counters DROP CONSTRAINT IF EXISTS counters_n_check, ALTER COLUMN n TYPE natural_number;
ALTER TABLE events DROP CONSTRAINT IF EXISTS events_body_check, ALTER COLUMN body TYPE filled;

-- +goose Down
SELECT 'released migrations are not undone';
