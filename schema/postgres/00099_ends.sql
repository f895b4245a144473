-- Completed steps of which what follows is still to be done: those that wait for them are
-- not freed yet, and their missions not counted down. On a server the ends of steps are
-- stored beside each other, and then followed up one after the other.

-- +goose Up

CREATE TABLE step_ends (
  step_id TEXT PRIMARY KEY REFERENCES steps(id)
);

-- +goose Down
SELECT 'released migrations are not undone';
