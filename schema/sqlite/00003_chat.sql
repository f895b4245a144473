-- A chat with threads: cards, buttons, quiet hours, decisions, pictures.

-- +goose Up

ALTER TABLE deliveries ADD COLUMN slot TEXT NOT NULL DEFAULT '';
ALTER TABLE deliveries ADD COLUMN card TEXT NOT NULL DEFAULT '{}';     -- org.Card as JSON
-- Not to be sent before; what comes after it in its channel does not wait for it.
ALTER TABLE deliveries ADD COLUMN hold_until INTEGER NOT NULL DEFAULT 0;
-- How much of the founder's attention it was given, decided once; empty until then.
ALTER TABLE deliveries ADD COLUMN attention TEXT NOT NULL DEFAULT '' CHECK (attention IN ('', 'ping', 'plain', 'silent', 'spent'));
ALTER TABLE deliveries ADD COLUMN attended_at INTEGER NOT NULL DEFAULT 0;
CREATE INDEX deliveries_slot ON deliveries(slot, transport, channel, seq) WHERE slot <> '';
CREATE INDEX deliveries_attended ON deliveries(attended_at) WHERE attention IN ('ping', 'spent');

ALTER TABLE escalations ADD COLUMN kind TEXT NOT NULL DEFAULT 'question' CHECK (kind IN ('question', 'strikes', 'plan'));
ALTER TABLE escalations ADD COLUMN options TEXT NOT NULL DEFAULT '[]';  -- org.Option as JSON
ALTER TABLE escalations ADD COLUMN safe TEXT NOT NULL DEFAULT '';
ALTER TABLE escalations ADD COLUMN words TEXT NOT NULL DEFAULT '';
ALTER TABLE escalations ADD COLUMN decided_by TEXT NOT NULL DEFAULT '';

CREATE TABLE threads (
  project_id TEXT PRIMARY KEY REFERENCES projects(id),
  transport  TEXT NOT NULL,
  channel    TEXT NOT NULL,
  thread     TEXT NOT NULL CHECK (thread <> ''),
  starter    TEXT NOT NULL DEFAULT '',
  muted      INTEGER NOT NULL DEFAULT 0 CHECK (muted IN (0, 1)),
  opened_at  INTEGER NOT NULL,
  UNIQUE (transport, thread)
) STRICT, WITHOUT ROWID;

-- The one message of a project that is edited in place.
CREATE TABLE cards (
  project_id TEXT PRIMARY KEY REFERENCES projects(id),
  n          INTEGER NOT NULL,                     -- of the message
  opened_at  INTEGER NOT NULL,                     -- 0: there is none yet
  said_at    INTEGER NOT NULL,
  due_at     INTEGER NOT NULL,                     -- when to look at it next; 0: when something happens
  marks      INTEGER NOT NULL,                     -- rises with each change of the project
  body       TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX cards_due ON cards(due_at) WHERE due_at > 0;

-- The newest picture of each mission's steps.
CREATE TABLE pictures (
  mission_id TEXT PRIMARY KEY REFERENCES missions(id),
  sha256     TEXT NOT NULL REFERENCES blobs(sha256),
  seq        INTEGER NOT NULL,                     -- the last line of the journal that it shows
  at         INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX missions_ended ON missions(ended_at) WHERE ended_at IS NOT NULL;

-- +goose Down
SELECT 'released migrations are not undone';
