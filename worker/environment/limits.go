package environment

import "time"

const (
	// setupLimit is for fetching and building together.
	setupLimit = 20 * time.Minute
	// LayersBytes limits all layers of a machine together (our choice: a large web application has 1 GB).
	LayersBytes = 10_000_000_000
	// mostDepth and mostRecipes bound where a repository is looked for packages (our choice).
	mostDepth   = 4
	mostRecipes = 30
	// datesLimit is for asking registries how old packages are (our choice: somebody waits for the question).
	datesLimit = time.Minute
	// mostModules limits the modules that are asked what they require, and modulesAtOnce how many side by side (our choice).
	mostModules   = 400
	modulesAtOnce = 8
	// tailLines and tailBytes are what a tool said at last, for people.
	tailLines = 4
	tailBytes = 600
	// How old the folder of a way out is at least before it is taken for one that a kill left (ours: it is locked at once,
	// and by a version that did not lock it, it lived no longer than a setup).
	wayOutYoung = 2 * setupLimit
	// port leads out from inside.
	port = 3128
)
