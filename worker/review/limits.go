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
