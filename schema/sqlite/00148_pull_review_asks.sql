-- How often pull requests of others are read in a day is counted by what was asked for: one that is read twice counts twice.

-- +goose Up

CREATE TABLE pull_review_asks (
  place  TEXT NOT NULL,           -- "github.com/acme/shop"
  number INTEGER NOT NULL,
  at     INTEGER NOT NULL,
  PRIMARY KEY (place, number, at)
) STRICT, WITHOUT ROWID;

INSERT INTO pull_review_asks (place, number, at) SELECT place, number, at FROM pull_reviews WHERE state <> 'refused';

-- +goose Down
SELECT 'released migrations are not undone';
