package fence

import "time"

const (
	// commandMemory and commandFiles are the bytes of memory and the open files that a command in the
	// fence may have, commandFileBytes the longest file that it may write, and commandOutput
	// what is kept of its output (our choice).
	commandMemory    = 2 << 30
	commandFiles     = 4096
	commandFileBytes = 2 << 30
	commandOutput    = 10 << 20
	// temporaryBytes and sharedBytes are what /tmp and /dev/shm hold at the most where they are memory, which no limit
	// of a process counts (our choice: browsers need some 64 MiB of the second).
	temporaryBytes = 256 << 20
	sharedBytes    = 128 << 20
	// maskBytes limits a masked folder, mostLayers the layers of one run, and copyBytes the largest layer that is copied where the
	// kernel mounts none over others (our choice: a second of a disk's time).
	maskBytes  = 16 << 20
	mostLayers = 200
	copyBytes  = 500 << 20
	// serviceTail limits how much of a service's words is told of one that is not there, and askBytes what is read of an answer.
	serviceTail = 2000
	// keptLog limits what a service that people look at may write before the beginning of it is cut away, but for the last logLeft.
	keptLog  = 8 << 20
	logLeft  = 64 << 10
	askBytes = 1 << 20
)

const (
	// serviceLimit is for a service to be ready, requestLimit for one look at it, and askLimit for its answer (our choice: a database
	// takes two seconds here, a web application that compiles first half a minute).
	serviceLimit = 2 * time.Minute
	requestLimit = 2 * time.Second
	askLimit     = 30 * time.Second
	// keepEvery is the time between two looks at whether a service that people look at answers, keepFaults how often it may not, and
	// endLimit what it has to end by itself (our choice).
	keepEvery  = 15 * time.Second
	keepFaults = 3
	endLimit   = 5 * time.Second
)
