package store

// The statements whose query plans are pinned.
const (
	RenewStatement        = renewStatement
	PeekStatement         = `SELECT 1 FROM steps WHERE ` + ready + inScope + ` ORDER BY priority DESC, seq LIMIT 1`
	ClaimMessageStatement = claimMessageStatement
	StalledStatement      = `SELECT id FROM projects WHERE ` + stalled
	CountOpen             = `UPDATE steps SET open_deps = (` + countOpen + `) WHERE mission_id = ?`
	ExpireStatement       = claimedStatement + `claim_until <= ?`
	ReleaseStatement      = claimedStatement + `claimed_by = ?`
)

// ClaimStatement is the claim as SQLite and as PostgreSQL are told it.
func ClaimStatement(remote bool) string {
	if remote {
		return claimStatement(postgres(), trusted)
	}
	return claimStatement(sqlite(), trusted)
}
