// Package roadmap reads a founder's markdown roadmap into items and edges, and
// writes it back with its boxes ticked. It does no I/O and calls no model: the
// same text always gives the same items with the same keys.
//
// # Phases and sections
//
// The first H1 is the project's title, unless it is itself one of several H1
// phases. Headings such as "1. Foo", "2) Foo", "Phase 1: Foo", "Stage A" and
// "Milestone 2" begin phases, worked on one after the other in the order of the
// text. So do headings of one level, and lines of their own over a list, whose
// words differ by a number that rises ("Week 1", "Q3 2026", "März", "第1段階"). Any other
// heading only groups: what it holds runs in parallel with the
// rest of its phase, and its words are kept as "Part of: ..." in the Detail of
// its items. Items before the first phase belong to the first phase. A phase
// without items is left out, with a note. A section headed "Out of scope" or
// "Non-goals" gives no items, with a note.
//
// # Items
//
// A list item is an item of work. A numbered list is a sequence: each item
// needs the one before it; bullets are parallel. "- [x]" is done, "- [ ]" is
// open; an item that is struck out whole counts as done, with a note. Rows of
// a table that has a column task, step or item are items as well, and so are the
// lines of a file of values whose columns name steps and what they wait for.
//
// Nested text belongs to its item:
//
//   - "after:", "needs:", "depends on:" name what the item needs; "accept:" and
//     "done when:" are acceptance lines; "patch:" names a file that holds the change; "owner:" and "role:" name its role.
//     The value stands on the same line or in a list below it. Such a line
//     written beside an item, not under it, belongs to the item before it.
//   - A nested list with boxes, or under words that end with a colon, holds
//     items. Words that end with a colon and have no box are a group and no
//     item; what needs the group needs all that it holds. Otherwise the parent
//     is an item too and needs its children.
//   - Everything else that is nested goes into Detail, so that nothing is lost.
//
// Marks inside an item: "(after X)", "(needs X)", "@role", "!t1" to "!t3",
// "!critical", "!gate", "!code", "!fix" and the other kinds of a change of code, "~4h". "A → B" or "A -> B" between titles is an edge: B needs A.
// In an item whose later parts are other items, the first part is the item;
// where all parts are items, the line is no item. An arrow between other words
// is just words.
//
// Lists in the spelling of other programs ("•", "・", "a)", "①", "Step 1:", "☐",
// "👉") are read as those of Markdown; Tick leaves them as they came. A line that
// begins with a day of a month ("31. Januar") is no item.
//
// Other words of dependence ("blocked by X", "Once X is done, ...") are hints:
// they bind where they name one item and close no circle, and are a note
// otherwise.
//
// # Targets
//
// Targets are split at ";", or at "," when the whole is no title. They match a
// folded title first, then a number ("2", "#2", "step 2", "1.2"), then a
// heading or group, which stands for everything it holds. Of several items
// with one title the nearest counts: same list, same section, same phase,
// earlier phases, later phases. An unknown target and a cycle are a Fault. An
// item that needs a later phase moves there, with a note. Needs of ticked
// items stay in Needs and count as met.
//
// Group is the item's level inside its phase: items with the same Group can
// run at the same time.
//
// Front matter, code, comments, block quotes and prose are no items. What paragraphs and quotes
// behind the first item say goes into Said of the item above (where a numbered list
// goes on below), else of the items of the part they stand in; a note says so.
package roadmap
