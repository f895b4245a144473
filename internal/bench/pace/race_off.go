//go:build !race

package pace

// Raced says that the race detector looks on.
const Raced = false
