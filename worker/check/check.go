// Package check judges drafts by code alone: markers, quotes, numbers, names,
// acceptance criteria that can be counted, and leaks. It states facts and
// never whether something is worth saying: that is for worker/review, where
// models answer.
//
// In comes a draft with the evidence it was written from (Subject); out comes
// what was counted and what must change (Audit). Every function is pure.
package check
