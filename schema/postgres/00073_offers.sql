-- A change of code that weakens a test or a check is offered to the founder: what he is asked,
-- with the lines that it is about, and the one change that his yes covers.

-- +goose Up

ALTER TABLE escalations ADD COLUMN hunk TEXT NOT NULL DEFAULT ''; -- lines of a change that the question is about

CREATE TABLE code_offers (
  decision_id TEXT PRIMARY KEY REFERENCES escalations(id),
  step_id     TEXT NOT NULL REFERENCES steps(id),
  base_sha    TEXT NOT NULL CHECK (base_sha <> ''),  -- the commit that the change was made on
  patch       TEXT NOT NULL REFERENCES blobs(sha256),
  said        TEXT NOT NULL,                         -- by whoever made it
  allowed     BIGINT NOT NULL DEFAULT 0 CHECK (allowed IN (0, 1)) -- until the step has ended again
);

CREATE INDEX code_offers_step ON code_offers(step_id);
CREATE INDEX code_offers_patch ON code_offers(patch);

-- +goose Down
SELECT 'released migrations are not undone';
