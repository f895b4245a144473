package learning

const (
	// retireOneIn is the share of the lessons that one tidying may retire, and clusterItems
	// how many it looks at.
	retireOneIn  = 5
	clusterItems = 40
)
