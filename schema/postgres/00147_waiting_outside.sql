-- What is still to be made in a tracker, and what was refused elsewhere, is counted without reading all that was ever done.

-- +goose Up

CREATE INDEX mirror_objects_new ON mirror_objects(at) WHERE life = 'new';
CREATE INDEX actions_refused ON actions(at) WHERE state = 'refused';

-- +goose Down
SELECT 'released migrations are not undone';
