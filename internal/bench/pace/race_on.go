//go:build race

package pace

// Raced says that the race detector looks on. It makes everything about ten
// times slower and sees in a part of a long table what it sees in the whole, so
// that such tables are told in part: the whole of them is told without it.
const Raced = true
