-- How models want to be asked, as their endpoints' refusals taught it.

-- +goose Up

CREATE TABLE model_traits (
  endpoint  TEXT NOT NULL,               -- its address, without a key
  model     TEXT NOT NULL,
  trait     TEXT NOT NULL,
  value     BIGINT NOT NULL,
  said      TEXT NOT NULL,               -- the endpoint's words
  learnt_at BIGINT NOT NULL,
  PRIMARY KEY (endpoint, model, trait)
);

-- +goose Down
SELECT 'released migrations are not undone';
