// Package org is the vocabulary that every other package shares: ids, projects, steps,
// messages, their states and limits, and the pure rules about them. It imports the
// standard library only, does no I/O and reads no clock; times come in as arguments.
//
// Packages coding, company, work and reports build on it, each for its subject; what
// comes in and goes out of a package is a value of these five. Times are UTC, stored as
// integer microseconds; money is integer nano-dollars. Identifiers are minted
// by the store and are distinct string types.
package org
