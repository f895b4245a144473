-- Pictures and recordings that came with messages, which a worker looks at and listens to.

-- +goose Up

CREATE TABLE readings (
  message_id  TEXT NOT NULL REFERENCES messages(id),
  n           INTEGER NOT NULL,               -- of the attachment
  sense       TEXT NOT NULL CHECK (sense IN ('picture', 'sound')),
  state       TEXT NOT NULL CHECK (state IN ('waiting', 'done')),
  until       INTEGER NOT NULL,               -- from then on the message is answered without it
  run_after   INTEGER NOT NULL DEFAULT 0,     -- not tried again before
  tries       INTEGER NOT NULL DEFAULT 0,     -- claims that did not end in an orderly way
  claimed_by  TEXT,
  claim_until INTEGER,
  PRIMARY KEY (message_id, n)
) STRICT, WITHOUT ROWID;
CREATE INDEX readings_waiting ON readings(message_id) WHERE state = 'waiting';

-- +goose Down
SELECT 'released migrations are not undone';
