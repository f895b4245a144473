// Package prompt holds everything that is said to a model: the constitution,
// the page of each stage, the personas, the skills and the schemas of the
// replies. They are markdown and JSON files, embedded, and each may be replaced
// by a file of the same name in a folder.
//
// A prompt is a list of blocks, B0 to B9. What all calls of a project share
// stands first, then what those of a step or stage share, then what changes
// with each call, so that calls share as long a beginning as they can.
// Everything but B7 is the same bytes for the same facts: there is no clock, no
// counter and no random order in it.
package prompt
