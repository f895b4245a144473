//go:build !race

package testlevel

// Raced says that the race detector looks on.
const Raced = false
