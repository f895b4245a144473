-- What a chat remembers of its channels, and the marks on messages.

-- +goose Up

-- The newest message that was dealt with, by channel; channel '' is when the
-- chat was first looked at.
CREATE TABLE chat_marks (
  transport TEXT NOT NULL,
  channel   TEXT NOT NULL,
  seen      TEXT NOT NULL CHECK (seen <> ''),
  PRIMARY KEY (transport, channel)
);

-- What a chat shows on a message itself: 0 nothing yet, 1 heard, 2 handled.
CREATE TABLE acks (
  message_id TEXT PRIMARY KEY REFERENCES messages(id),
  shown      BIGINT NOT NULL DEFAULT 0 CHECK (shown IN (0, 1, 2))
);
CREATE INDEX acks_open ON acks(shown, message_id) WHERE shown < 2;

-- What a chat registered or said once, under its name.
CREATE TABLE chat_notes (
  transport TEXT NOT NULL,
  name      TEXT NOT NULL,
  value     TEXT NOT NULL,
  PRIMARY KEY (transport, name)
);

-- Whether an address was ever read, asked for each link that is shown.
CREATE INDEX step_documents_url ON step_documents(url);
CREATE INDEX project_documents_url ON project_documents(url);
CREATE INDEX project_links_url ON project_links(url);

-- +goose Down
SELECT 'released migrations are not undone';
