-- A founder may tell one step something while it is worked on; what has no step is said to the whole project.

-- +goose Up

ALTER TABLE steering ADD COLUMN step_id TEXT REFERENCES steps(id);

CREATE INDEX steering_of_step ON steering(step_id) WHERE step_id IS NOT NULL;

-- +goose Down
SELECT 'released migrations are not undone';
