package fence

const (
	// commandMemory and commandFiles are the bytes of memory and the open files that a command in the
	// fence may have, commandFileBytes the longest file that it may write, and commandOutput
	// what is kept of its output (our choice).
	commandMemory    = 2 << 30
	commandFiles     = 4096
	commandFileBytes = 2 << 30
	commandOutput    = 10 << 20
)
