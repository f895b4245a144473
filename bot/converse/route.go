package converse

import "github.com/frasier-cos/frasier/internal/org"

// Route decides what a message becomes, from its classification and the tag
// of the chief's reply. It is the override table of the design, whole and
// pure; the first rule that matches wins.
func Route(c org.Classification, explicit bool, tag org.Action) org.Action {
	class := c.Class
	switch {
	case explicit, c.Certain:
		return org.ActionNewProject
	case c.Structural && tag != org.ActionResponse:
		return org.ActionNewProject
	case class == org.ClassFullProject && c.Confidence >= org.ConfidenceFloor && tag != org.ActionResponse:
		return org.ActionNewProject
	case class == org.ClassFullProject && c.Confidence >= org.ConfidenceFloor:
		return org.ActionResponse
	case class == org.ClassNone && tag == org.ActionNone:
		return org.ActionResponse
	case class == org.ClassNone:
		return tag
	case c.Confidence < org.ConfidenceFloor:
		class = org.ClassSimpleTask
	}
	if tag != org.ActionNone {
		return tag
	}
	if class == org.ClassCasual {
		return org.ActionResponse
	}
	return org.ActionProposal
}

// mayStart reports whether a message that was classified so may start work,
// which costs money: what a founder ordered by a command or a file may; a
// question may not, nor what was hardly understood. A message without a
// classification, because the model did not answer, may: its chief could be
// read.
func mayStart(c org.Classification, explicit bool) bool {
	switch {
	case explicit, c.Certain:
		return true
	case c.Question:
		return false
	}
	return c.Class == org.ClassNone || c.Confidence >= startFloor
}

// isUnclear reports whether a founder should be asked which of two readings he
// means before work starts.
func isUnclear(c org.Classification) bool {
	return !c.Certain && c.Class != org.ClassNone && (c.Confidence < startFloor || c.Ask != "" && c.Confidence < org.ConfidenceFloor)
}
