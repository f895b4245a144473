package research

// What research looks for and shows.
const (
	// RevisionQueries and RevisionFetches bound what is looked for before one
	// revision, out of what the step has left.
	RevisionQueries = 1
	RevisionFetches = 3
	// wholeShelfTokens is how large the documents at hand may be to go into a
	// prompt as they are, unsearched.
	wholeShelfTokens = 6000
	// EvidencePackTokens bounds the passages in one prompt.
	EvidencePackTokens = 12_600
)
