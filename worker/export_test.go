package worker

import "github.com/frasier-cos/frasier/internal/org"

// Version is version, for tests.
type Version = version

// Keeps is keeps, for tests.
func Keeps(next, best Version) bool { return keeps(next, best) }

// Better is better, for tests.
func Better(a, b Version) bool { return better(a, b) }

// Stalled is stalled, for tests.
func Stalled(before, after Version) bool { return stalled(before, after) }

// Gist is gist, for tests.
func Gist(text string) string { return gist(text) }

// Carry is carry, for tests.
func Carry(up []org.Upstream, ev org.Evidence) ([]org.Upstream, org.Evidence) { return carry(up, ev) }

// Length is length, for tests.
func Length(s org.Step) int { return length(s) }
