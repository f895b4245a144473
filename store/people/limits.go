package people

const (
	// approachWorked and approachFailed are the scores at which a past
	// approach is shown as one to follow, or to avoid.
	approachWorked = 3.5
	approachFailed = 2.5
	// CurateMissions and curateItems are after how many missions, or new lessons, it is time
	// to tidy; identityBytes is how much a role's notes hold, and notesPerPrompt how many of
	// them a prompt has room for (our choice).
	CurateMissions = 10
	curateItems    = 300
	identityBytes  = 100 << 10
	notesPerPrompt = 8
)
