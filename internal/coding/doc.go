// Package coding is the vocabulary of changes of code: repositories, what is ordered
// of them, how that is decided to be carried out, what was tried, and what comes into a
// founder's folder. Like package org it does no I/O and reads no clock.
package coding
