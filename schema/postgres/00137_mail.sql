-- People whose mail is read because a founder named them; and what is done in a mailbox belongs to no project.

-- +goose Up

CREATE TABLE mail_senders (
  address TEXT PRIMARY KEY CHECK (address <> ''),
  said_by TEXT NOT NULL,
  at      BIGINT NOT NULL
);

ALTER TABLE actions ALTER COLUMN project_id DROP NOT NULL; -- of mail

-- +goose Down
SELECT 'released migrations are not undone';
