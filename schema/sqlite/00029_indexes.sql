-- Each write of a step writes its indexes too, on PostgreSQL all of them. The steps
-- of a project are found by its keys, and what an agent was told by the rejections.

-- +goose Up

ALTER TABLE rejections ADD COLUMN agent_id TEXT REFERENCES agents(id);   -- whose work it was
UPDATE rejections SET agent_id = (SELECT s.agent_id FROM steps s WHERE s.id = rejections.step_id);
CREATE INDEX rejections_agent ON rejections(agent_id, at);
DROP INDEX steps_agent;
DROP INDEX steps_project;

-- +goose Down
SELECT 'released migrations are not undone';
