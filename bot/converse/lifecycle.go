package converse

import "github.com/frasier-cos/frasier/internal/org"

// buildLifecycle is the life cycle of a project without a roadmap of its own,
// with what each phase produces. Strictly forward.
func buildLifecycle() []org.Phase {
	return []org.Phase{
		{Index: 0, Label: "discovery", Task: "what is known: market, users, alternatives, figures, each with its source"},
		{Index: 1, Label: "requirements", Task: "what must be true of the result, in testable sentences, with priorities"},
		{Index: 2, Label: "design", Task: "the chosen approach with its reasons, structure and open risks"},
		{Index: 3, Label: "build", Task: "the finished pieces themselves, ready to use"},
		{Index: 4, Label: "test", Task: "a check of every requirement against the pieces, with what failed"},
		{Index: 5, Label: "deploy", Task: "the launch checklist and copy, ready to paste"},
	}
}
