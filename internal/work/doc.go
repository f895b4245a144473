// Package work is the vocabulary of a step in hand: the plan that it stands in, what a
// worker is given with it, what was found for it, and what is handed in at its end. Like
// package org it does no I/O and reads no clock.
package work
