-- What is to be done again and again is a project, or an order that was never one: a message that is heard as one each time.

-- +goose Up

ALTER TABLE schedules ALTER COLUMN project_id DROP NOT NULL;
ALTER TABLE schedules ADD COLUMN message_id TEXT REFERENCES messages(id); -- the order, where no project is run again
ALTER TABLE schedules ADD CHECK ((project_id IS NULL) <> (message_id IS NULL));

-- +goose Down
SELECT 'released migrations are not undone';
