// Package prompt holds everything that the office says to a model: the
// constitution, the contract of each stage, the personas, the skills and the
// schemas of the replies. They are markdown and JSON files, embedded, and each
// may be replaced by a file of the same name in a folder.
//
// A prompt is a list of blocks, B0 to B7. Their order depends on the tier, so
// that calls that follow each other share as long a beginning as they can, and
// everything before B7 is the same bytes for the same facts: no clock, no
// counter and no random order comes before it.
package prompt
