-- Access that is renewed now and then, by one process at a time.

-- +goose Up

CREATE TABLE grants (
  connection  TEXT PRIMARY KEY CHECK (connection <> ''),
  claimed_by  TEXT NOT NULL,            -- who renews it
  claim_until BIGINT NOT NULL,
  fence       BIGINT NOT NULL
);

-- +goose Down
SELECT 'released migrations are not undone';
