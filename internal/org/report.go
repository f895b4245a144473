package org

// CostLine is the spend of one group.
type CostLine struct {
	Name     string  `json:"name"`
	Calls    int     `json:"calls"`
	Cost     NanoUSD `json:"cost_nano_usd"`
	Unknown  int     `json:"unknown"` // calls whose cost is unknown
	Unparsed int     `json:"ghosts"`  // replies that could not be read
	In       int     `json:"tokens_in"`
	Out      int     `json:"tokens_out"`
}
