//go:build !race

package eval_test

// raceFactor is by how much the long measures are shortened.
const raceFactor = 1

// detectorMemory is how many times the memory of a process the race detector takes.
const detectorMemory = 1
