package coder

// The bounds of one round of a model that writes code.
const (
	// CodeTurnActions, codeReadLines, codeReadBytes, codeRunBytes and codeHits bound what one turn does and
	// sees, and codeTurnBytes all of it. codeUseless turns in a row without effect, or codeSlips replies in a
	// row that cannot be read, end the round (our choice).
	CodeTurnActions = 12
	codeReadLines   = 400
	codeReadBytes   = 16 << 10
	codeRunBytes    = 10_000 // of each: what a command says and what it changed
	codeHits        = 60
	codeTurnBytes   = 60_000
	codeUseless     = 4
	codeSlips       = 3
	thoughtBytes    = 1000
	codeSlipBytes   = 2000 // of a reply that could not be read
	// codeTurnsBack are the turns at least of a change that comes back to its writer (our choice).
	codeTurnsBack = 10
	// codeTranscript bounds the characters of what a model saw before that are shown again; when there is more,
	// the oldest are left out till codeTranscriptKept are left: a cache serves what stays as it was.
	codeTranscript     = 120_000
	codeTranscriptKept = 70_000
	// codeDiffBytes bounds what is shown of the change as it is, and of what the round before left.
	codeDiffBytes = 12_000
	codeLastBytes = 6000
	// A repository of up to codeMapWhole files is shown whole, else codeMapFolders folders to codeMapDepth and the
	// codeMapFiles files nearest to codeMapWords words of the order.
	codeMapWhole   = 200
	codeMapFolders = 200
	codeMapDepth   = 3
	codeMapFiles   = 150
	codeMapWords   = 12
	codeHouses     = 3 // AGENTS.md of folders, a round
	// codeReviewActions bound one reply of a reviewer, findings and looks, and codeLookBytes what he then sees.
	codeReviewActions = 26
	codeLookBytes     = 40_000
)
