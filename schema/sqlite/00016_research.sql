-- What research asked in a month.

-- +goose Up

-- Web searches asked in a month of the founder's time zone, "2026-03".
CREATE TABLE search_months (
  month TEXT PRIMARY KEY CHECK (length(month) = 7),
  asked INTEGER NOT NULL CHECK (asked >= 0)
) STRICT, WITHOUT ROWID;

-- +goose Down
SELECT 'released migrations are not undone';
