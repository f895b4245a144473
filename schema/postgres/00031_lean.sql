-- A server writes each index of a step at each claim and each end. A claim finds
-- its steps by where they are, and no reader looks them up by their number.

-- +goose Up

-- When steps ended is found by the journal and their missions.
DROP INDEX steps_ended;
ALTER TABLE steps DROP CONSTRAINT steps_pkey;
ALTER TABLE steps REPLICA IDENTITY USING INDEX steps_id_key;

-- +goose Down
SELECT 'released migrations are not undone';
