package org

// WaitFor names what something waits for: one word, the same wherever it is named.
type WaitFor string

// What is waited for.
const (
	ForNetwork  WaitFor = "network"  // an address out there answers
	ForDisk     WaitFor = "disk"     // there is room on it, and it can be written
	ForProvider WaitFor = "provider" // a model answers
	ForToken    WaitFor = "token"    // a forge takes the one of its connection
	ForProgram  WaitFor = "program"  // one elsewhere makes a change
	ForMachine  WaitFor = "machine"  // whatever else stands in the way on the one Frasier runs on
)
