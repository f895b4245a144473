//go:build race

package eval_test

// raceFactor is by how much the long measures are shortened.
const raceFactor = 10
