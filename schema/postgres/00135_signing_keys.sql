-- The public keys that documents are signed with. No secret stands here.

-- +goose Up

CREATE TABLE signing_keys (
  n         BIGINT PRIMARY KEY CHECK (n >= 0), -- order
  public    TEXT NOT NULL UNIQUE CHECK (length(public) = 64),
  signature TEXT NOT NULL DEFAULT '' CHECK (length(signature) IN (0, 128)), -- the one before's under this one; empty for the first, and where that was lost
  at        BIGINT NOT NULL
);

-- +goose Down
SELECT 'released migrations are not undone';
