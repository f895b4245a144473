// Package wording holds what every sentence to a founder is made of: figures as
// people say them, names of projects, steps and people, states, causes, and the
// message with its pages and buttons. The sentences themselves stand with their
// noun, or in bot/messages. It is pure.
package wording
