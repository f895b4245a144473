package learning

const (
	// One tidying may retire one in retireOneIn of the lessons, and looks at clusterItems.
	retireOneIn  = 5
	clusterItems = 40
)
