package admin

func listCompanyChecks() []check {
	return []check{
		{"every message of the company goes a way that there is", `
			SELECT m.id FROM memos m LEFT JOIN memo_routes r ON r.kind = m.kind AND r.sender = m.sender AND r.recipient = m.recipient WHERE r.kind IS NULL`},
		{"a company has two reserved projects", `
			SELECT 'reserved' AS id WHERE EXISTS (SELECT 1 FROM company) AND (SELECT count(*) FROM reserved_projects) <> 2`},
		{"what a director settled has its turn", `
			SELECT m.id FROM memos m WHERE m.settled_by LIKE '%:%'
			   AND NOT EXISTS (SELECT 1 FROM sittings s WHERE s.department || ':' || s.n = m.settled_by AND s.state = 'done')`},
		{"a message that was put off waits for something", `
			SELECT id FROM memos WHERE (state = 'deferred') <> (waits IS NOT NULL OR wake_at IS NOT NULL)`},
		{"a project of the company is for a message", `
			SELECT p.id FROM projects p
			 WHERE p.opened_by <> '' AND NOT EXISTS (SELECT 1 FROM memos m WHERE m.id = p.for_memo)`},
	}
}
