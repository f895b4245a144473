package egress

import "time"

const (
	// mostBytes and mostRequests are what one fetch may bring and ask (our choice: a large web application has 1 500 packages of 400 MB).
	mostBytes    = 2 << 30
	mostRequests = 10_000
	// mostIndex is the longest reply in which links are changed: the list of all versions of one package.
	mostIndex  = 64 << 20
	mostHeader = 64 << 10
	// mostRefusals are kept of one fetch, mostRedirects followed of one request, and mostTunnels open at once.
	mostRefusals  = 100
	mostRedirects = 5
	mostTunnels   = 100
	// dialLimit is for reaching a host, helloLimit for the first words of a connection to it, idleLimit for its replies to begin.
	dialLimit  = 20 * time.Second
	helloLimit = 20 * time.Second
	idleLimit  = 2 * time.Minute
)
