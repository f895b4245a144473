-- What each migration of this database was, so that one that was changed after
-- its release is noticed.

-- +goose Up

CREATE TABLE migration_sums (
  version BIGINT PRIMARY KEY,
  sum     TEXT NOT NULL CHECK (length(sum) = 64)   -- SHA-256 of the file
);

-- +goose Down
SELECT 'released migrations are not undone';
