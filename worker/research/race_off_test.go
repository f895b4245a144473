//go:build !race

package research_test

const raced = false
