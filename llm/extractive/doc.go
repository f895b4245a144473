// Package extractive is the provider that uses no model. It reads the facts of
// a call, not its prose, and answers what code can answer honestly: it
// recognises a roadmap, gives an item its acceptance, asks questions in the
// founder's own words and quotes sentences with their sources.
//
// It is no agent and must not look like one. What it writes carries Label and
// FirstLine, every sentence of a source stands in quotation marks with its
// marker, and nothing is advised, concluded or said in anybody's name. Stages
// that need judgement get org.ErrNoModel.
package extractive
