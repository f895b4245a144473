package research

// What research looks for and shows.
const (
	// RevisionQueries and RevisionFetches bound what is looked for before one
	// revision, out of what the step has left.
	RevisionQueries = 1
	RevisionFetches = 3
	// wholeShelfTokens bounds how large the documents at hand may be to go into a
	// prompt as they are, unsearched: what a search passes over of papers in other
	// languages costs more calls than a shelf that the provider's cache serves.
	// Source: a project with 13 papers in three languages, 9,200 tokens, took 60
	// calls with searches, of which 26 went to the item that needed all of them.
	wholeShelfTokens = 16_000
	// wholePackTokens bounds such documents as passages, with what each carries
	// beside its text, and the pages that the founder pointed at.
	wholePackTokens = 24_000
	// EvidencePackTokens bounds the passages in one prompt.
	EvidencePackTokens = 12_600
)
