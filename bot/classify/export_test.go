package classify

// Asks is named for tests.
var Asks = asksOnly

// AsksBeside is named for tests.
var AsksBeside = asksBeside
