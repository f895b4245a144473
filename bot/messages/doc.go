// Package messages holds every sentence that a founder reads: replies, cards,
// notices, questions and the labels of their buttons, in Discord and in the
// terminal alike. A message is one pure function from facts to Markdown text,
// or to a Message where there are details or buttons. Facts are types of
// internal/org or small structs declared beside the function; nothing here
// reads a clock, a setting or the database.
//
// Rules of tone:
//
//   - Say what the reader can do, not how the machine feels about it.
//   - One term a thing, and it is the reader's: project, step, document,
//     question for you, team, pause, cancel.
//   - Claim only what is known. After a fault nobody knows that nothing
//     happened, so no message says it.
//   - Write as people speak. Read it aloud: what sounds like a form is wrong.
//   - Use half the words. What happened comes first, what to do second, and
//     the rest stands behind "More".
//   - Be warm and never scold. A misunderstanding is ours.
//   - Show no internals: no names of tiers, events, states or processes.
//
// Figures are rounded as people say them ("about $1.20", "12 min"); use the
// helpers in bot/wording.
//
// testdata/messages.golden shows every message with example facts. Add the
// example beside the function, in examples_SUBJECT_test.go, and regenerate with
// UPDATE_GOLDEN=1 go test ./bot/messages.
package messages
