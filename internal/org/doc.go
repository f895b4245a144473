// Package org is the vocabulary of the product: the values that pass between
// rooms and the pure rules about them. It imports the standard library only,
// does no I/O and reads no clock; times come in as arguments.
//
// What comes in and goes out of every package is a value of this package, so a
// reader who knows these files may work on any package. Times are UTC, stored as
// integer microseconds; money is integer nano-dollars. Identifiers are minted
// by the store and are distinct string types.
package org
