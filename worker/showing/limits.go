package showing

import "time"

const (
	// mostConnections limits those that may be open at once to one service, and stopLimit what it has to end before it is ended (our choice).
	mostConnections = 200
	stopLimit       = 10 * time.Second
)
