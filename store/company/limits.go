package company

// The bounds of a director's turn (our choice).
const (
	directorMemory = 12   // past turns that a director is shown
	ProjectsShown  = 20   // of the company's projects that have ended
	SittingMemos   = 4    // that one turn is about: each needs an action, an order of the founder's two or three
	resultChars    = 6000 // of a document that a director is shown
	resultsMost    = 4    // documents that he is shown
	SittingTries   = 3    // of a turn whose answer cannot be used
	PingPong       = 4    // messages there and back between two departments
)
