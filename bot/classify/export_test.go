package classify

// Asks is named for tests.
var Asks = asks
