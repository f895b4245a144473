// Package messages says what founders read: one function or constant a message,
// pure, made of facts that others hand in. The files in testdata show each
// message as it is read.
package messages
