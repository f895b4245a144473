//go:build race

package eval_test

// raceFactor is by how much the long measures are shortened.
const raceFactor = 10

// detectorMemory is how many times the memory of a process the race detector
// takes: five to ten, by its own documentation.
const detectorMemory = 10
