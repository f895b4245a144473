package org

// Asked holds what a message may be the answer to.
type Asked struct {
	// Line is the command that the message was carried out as before, when a
	// crash came between that and its turn; empty when it was none.
	Line string
	// Card holds the decisions on whose message the message replies, answered or
	// not, in the order of their numbers there; empty when it replies to no such one.
	Card []Decision
	// Pending says that a decision's card is on its way and nobody knows yet
	// under which id, so that the message may reply to that one; it is false
	// when Card or Line are known.
	Pending bool
	// Open are the decisions that wait in the project whose thread the message
	// stands in.
	Open []Decision
	// Confirms is the line that carries out what the author's last command asked back, when the message is the next
	// thing that he said there, within the time in which he still means it; empty otherwise.
	Confirms string
}
