-- What the calls of steps were given, block by block. Blocks that calls share
-- are kept once; bodies are compressed.

-- +goose Up

CREATE TABLE prompt_blocks (
  sha256 TEXT PRIMARY KEY,
  size   BIGINT NOT NULL CHECK (size >= 0), -- before it was compressed
  body   BYTEA NOT NULL
);

CREATE TABLE call_blocks (
  call_seq BIGINT NOT NULL REFERENCES llm_calls(seq),
  n        BIGINT NOT NULL,
  name     TEXT NOT NULL,
  sha256   TEXT NOT NULL REFERENCES prompt_blocks(sha256),
  PRIMARY KEY (call_seq, n)
);
CREATE INDEX call_blocks_sha256 ON call_blocks(sha256);

-- +goose Down
SELECT 'released migrations are not undone';
