//go:build race

package cmd_test

// raced says that the race detector looks on. It makes everything several
// times slower and looks at the same code in each form, so the long tables are
// told in part: the whole of them is told without it.
const raced = true
