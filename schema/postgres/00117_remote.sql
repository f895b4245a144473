-- A program elsewhere makes a change of code: what it was asked, and what it handed in. A token may be for the code of one repository alone.

-- +goose Up

ALTER TABLE tokens ADD COLUMN repository TEXT NOT NULL DEFAULT ''; -- the name of the one whose changes it may make; empty for all other tokens

CREATE TABLE remote_asks (
  step_id   TEXT NOT NULL REFERENCES steps(id),
  round     BIGINT NOT NULL CHECK (round > 0),
  n         BIGINT NOT NULL CHECK (n >= 0),          -- the try of its round
  intent    TEXT NOT NULL,                          -- what is asked (JSON); empty once it was answered
  until_at  BIGINT NOT NULL,
  at        BIGINT NOT NULL,
  token     TEXT NOT NULL DEFAULT '',               -- whose change it is; empty while there is none
  key       TEXT NOT NULL DEFAULT '' CHECK ((key = '') = (token = '')),
  digest    TEXT NOT NULL DEFAULT '',               -- of all that came with the key
  patch     TEXT REFERENCES blobs(sha256) CHECK ((patch IS NULL) = (token = '')),
  said      TEXT NOT NULL DEFAULT '',
  realised  TEXT NOT NULL DEFAULT '',               -- where it was made, as its maker says (JSON)
  handed_at BIGINT NOT NULL DEFAULT 0 CHECK ((handed_at = 0) = (token = '')),
  PRIMARY KEY (step_id, round, n)
);
CREATE UNIQUE INDEX remote_asks_key ON remote_asks(token, key) WHERE token <> '';
CREATE INDEX remote_asks_patch ON remote_asks(patch);

-- +goose Down
SELECT 'released migrations are not undone';
