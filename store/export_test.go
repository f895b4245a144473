package store

// The statements whose query plans are pinned.
const (
	ClaimStatement        = claimStatement
	RenewStatement        = renewStatement
	PeekStatement         = `SELECT 1 FROM steps WHERE ` + ready + inScope + ` LIMIT 1`
	ClaimMessageStatement = claimMessageStatement
	StalledStatement      = `SELECT id FROM projects WHERE ` + stalled
	CountOpen             = `UPDATE steps SET open_deps = (` + countOpen + `) WHERE mission_id = ?`
	ExpireStatement       = claimedStatement + `claim_until <= ?`
	ReleaseStatement      = claimedStatement + `claimed_by = ?`
)
