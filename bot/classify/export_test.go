package classify

// Asks is named for tests.
var Asks = asks

// AsksBeside is named for tests.
var AsksBeside = asksBeside
