package people

const (
	// approachWorked and approachFailed are the scores at which a past
	// approach is shown as one to follow, or to avoid.
	approachWorked = 3.5
	approachFailed = 2.5
	// CurateMissions and curateItems count the missions, or new lessons, after which it is time to
	// tidy; identityBytes bounds a role's notes, and notesPerPrompt how many of them a prompt
	// holds (our choice).
	CurateMissions = 10
	curateItems    = 300
	identityBytes  = 100 << 10
	notesPerPrompt = 8
)
