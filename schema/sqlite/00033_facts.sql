-- What a delivery says, as ids and figures (JSON). Its text is made of them when it is
-- sent; empty for one that has its text in body.

-- +goose Up

ALTER TABLE deliveries ADD COLUMN facts TEXT NOT NULL DEFAULT '';

-- +goose Down
SELECT 'released migrations are not undone';
