-- What the stages of plans and of answers gave, so that any of them can be
-- done again from here, and how often pages were asked for.

-- +goose Up

-- Stage "context" is what stood around the work when it began.
CREATE TABLE stages (
  subject TEXT    NOT NULL CHECK (subject <> ''),   -- id of a mission or of a message
  round   BIGINT  NOT NULL CHECK (round >= 0),      -- number of the mission's plan, from 1; 0 of a message
  n       BIGINT  NOT NULL CHECK (n >= 0),          -- order
  stage   TEXT    NOT NULL CHECK (stage <> ''),
  seq     BIGINT  NOT NULL CHECK (seq >= 0),
  output  TEXT    NOT NULL CHECK (output <> ''),
  at      BIGINT  NOT NULL,
  PRIMARY KEY (subject, round, stage, seq)
);

CREATE INDEX stages_of_messages ON stages (at) WHERE round = 0;

-- A page that was asked for twice counts twice.
ALTER TABLE step_documents ADD COLUMN retries BIGINT NOT NULL DEFAULT 0 CHECK (retries >= 0);

-- +goose Down
SELECT 'released migrations are not undone';
