//go:build !race

package cmd_test

const raced = false
