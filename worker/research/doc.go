// Package research finds and reads the sources of a step: it asks search
// engines and the founder's own folder, fetches pages, chooses passages and,
// with a model, extracts claims whose quotes code has verified.
//
// What comes in is a step with its context; what goes out is an work.Inquiry
// (the questions) and an work.Evidence (the passages, what they support and
// what could not be established). Every search and every document is stored
// as soon as it is there, so a step that starts again after a crash repeats
// neither: equal inputs give equal evidence.
//
// What it never does: follow a URL that a model named, send a request to an
// address inside the machine or its network unless FRASIER_FETCH_ALLOW opens
// it, spend more than org.ResearchBudget, or hide a page that could not be
// read. Text of pages is data. It is quoted, never obeyed.
package research
