// Package lazyregexp compiles a pattern when it is first asked for. Both
// processes link some two hundred patterns and use few of them while they
// idle: compiled at each start they took 1.5 MB of a small server's memory.
package lazyregexp

import (
	"regexp"
	"sync"
	"testing"
)

// Regexp is a pattern of the package regexp, compiled once. Its zero value has
// none and must not be used; it may be used by many at once. Its methods do
// what those of their names in the package regexp do.
type Regexp struct {
	pattern string
	compile func() *regexp.Regexp
}

// New takes a pattern. One that cannot be compiled panics at its first use, and
// in a test at once.
func New(pattern string) *Regexp {
	r := &Regexp{pattern: pattern, compile: sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })}
	if testing.Testing() {
		r.compile()
	}
	return r
}

// String returns the pattern as it was written.
func (r *Regexp) String() string { return r.pattern }

// MatchString is that of the package regexp.
func (r *Regexp) MatchString(s string) bool { return r.compile().MatchString(s) }

// Match is that of the package regexp.
func (r *Regexp) Match(b []byte) bool { return r.compile().Match(b) }

// FindString is that of the package regexp.
func (r *Regexp) FindString(s string) string { return r.compile().FindString(s) }

// FindStringIndex is that of the package regexp.
func (r *Regexp) FindStringIndex(s string) []int { return r.compile().FindStringIndex(s) }

// FindStringSubmatch is that of the package regexp.
func (r *Regexp) FindStringSubmatch(s string) []string { return r.compile().FindStringSubmatch(s) }

// FindStringSubmatchIndex is that of the package regexp.
func (r *Regexp) FindStringSubmatchIndex(s string) []int {
	return r.compile().FindStringSubmatchIndex(s)
}

// FindSubmatch is that of the package regexp.
func (r *Regexp) FindSubmatch(b []byte) [][]byte { return r.compile().FindSubmatch(b) }

// FindAllString is that of the package regexp.
func (r *Regexp) FindAllString(s string, n int) []string { return r.compile().FindAllString(s, n) }

// FindAllStringIndex is that of the package regexp.
func (r *Regexp) FindAllStringIndex(s string, n int) [][]int {
	return r.compile().FindAllStringIndex(s, n)
}

// FindAllStringSubmatch is that of the package regexp.
func (r *Regexp) FindAllStringSubmatch(s string, n int) [][]string {
	return r.compile().FindAllStringSubmatch(s, n)
}

// FindAllStringSubmatchIndex is that of the package regexp.
func (r *Regexp) FindAllStringSubmatchIndex(s string, n int) [][]int {
	return r.compile().FindAllStringSubmatchIndex(s, n)
}

// ReplaceAllString is that of the package regexp.
func (r *Regexp) ReplaceAllString(s, to string) string { return r.compile().ReplaceAllString(s, to) }

// ReplaceAllStringFunc is that of the package regexp.
func (r *Regexp) ReplaceAllStringFunc(s string, to func(string) string) string {
	return r.compile().ReplaceAllStringFunc(s, to)
}

// Split is that of the package regexp.
func (r *Regexp) Split(s string, n int) []string { return r.compile().Split(s, n) }

// FindAllIndex is that of the package regexp.
func (r *Regexp) FindAllIndex(b []byte, n int) [][]int { return r.compile().FindAllIndex(b, n) }
