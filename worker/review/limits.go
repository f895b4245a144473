package review

// Scores.
const (
	// UnresearchedScore caps the score of a step whose research found nothing.
	UnresearchedScore = 3.0
	// CalibrationGood and CalibrationBad are the highest means that a critic
	// may give the good and the bad draft of known worth (the good one lacks one
	// item and is worth 3.5 to 3.7, all met is 4).
	CalibrationGood = 3.8
	CalibrationBad  = 2.8
)

// The bounds of a review of code: how many characters of a change are read at once and how many such parts at most, how
// many turns the reviewer has for each and how many things he may look at meanwhile, and what of his findings is kept.
const (
	codePartBytes    = 30_000
	codeParts        = 20
	codeTurns        = 3
	codeLooks        = 6
	codeFindings     = 20
	codeFindingBytes = 600
)
