package fence

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
	// maskBytes is what a masked folder holds, mostLayers the layers of one run, and copyBytes the largest layer that is copied where the
	// kernel mounts none over others (our choice: a second of a disk's time).
	maskBytes  = 16 << 20
	mostLayers = 200
	copyBytes  = 500 << 20
)
