-- Who files of a repository propose for the team. Nobody of them works before a founder took him.

-- +goose Up

CREATE TABLE proposed_roles (
  repository_id TEXT PRIMARY KEY REFERENCES repositories(id),
  roles         TEXT NOT NULL,  -- org.Role as JSON
  at            BIGINT NOT NULL
);

-- +goose Down
SELECT 'released migrations are not undone';
