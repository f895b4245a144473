package web

import "github.com/frasier-cos/frasier/internal/prose"

// Canonical returns an address as it is asked for and cited: without what only counts
// readers.
func Canonical(address string) string { return prose.CleanAddress(address) }
