-- An order starts where the founder chose: on the repository's own branch, or on one of ours that is not in it yet.

-- +goose Up

ALTER TABLE messages ADD COLUMN base TEXT NOT NULL DEFAULT '';            -- where its order says to start, when not in its words
ALTER TABLE projects ADD COLUMN base TEXT NOT NULL DEFAULT '';            -- the project on whose branch its changes start; empty for the repository's own
ALTER TABLE projects ADD COLUMN base_from TEXT NOT NULL DEFAULT '';       -- who chose; empty for nobody
ALTER TABLE projects ADD COLUMN base_asked TEXT NOT NULL DEFAULT '';      -- the question in which the founder was asked
ALTER TABLE integrations ADD COLUMN landed_at BIGINT NOT NULL DEFAULT 0; -- when it was seen in the repository's own branch; 0 for never

-- +goose Down
SELECT 'released migrations are not undone';
