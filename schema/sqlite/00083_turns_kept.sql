-- What a director was shown and what he answered, so that his turn can be done again. Both
-- are let go with models' replies.

-- +goose Up

ALTER TABLE sittings ADD COLUMN shown  TEXT NOT NULL DEFAULT ''; -- org.Sitting as JSON
ALTER TABLE sittings ADD COLUMN answer TEXT NOT NULL DEFAULT ''; -- org.DirectorReply as JSON
