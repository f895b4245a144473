package coder

// The bounds of one round of a model that writes code.
const (
	// CodeTurnActions, codeReadLines, codeReadBytes, codeHits and codeMapFiles bound what one turn does and
	// sees. codeUseless turns in a row without effect end the round (our choice).
	CodeTurnActions = 12
	codeReadLines   = 400
	codeReadBytes   = 16 << 10
	codeHits        = 60
	codeMapFiles    = 400
	codeUseless     = 4
	// codeTranscript bounds the characters of what a model saw before that are shown again; the
	// oldest are left out first.
	codeTranscript = 120_000
)
