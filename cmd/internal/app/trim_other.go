//go:build !linux

package app

// trim does nothing: the allocator gives back by itself.
func trim() {}

// fewArenas does nothing: what it forbids is not done here.
func fewArenas() {}
