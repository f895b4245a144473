package converse

import (
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/llm/prompt"
)

// Words must hold so many characters of a step's result to name it.
const quoteLeast = 20

// findStep finds the one step that words name: by its id, by its title or a part of it, or by a
// quotation of its result. False when they name none, or several alike.
func (x *exchange) findStep(words string) (org.Step, bool) {
	said := prose.Fold(strings.Trim(words, " \"“”„'.,:"))
	if said == "" {
		return org.Step{}, false
	}
	for _, fits := range []func(org.Step) bool{
		func(s org.Step) bool { return strings.EqualFold(string(s.ID), said) },
		func(s org.Step) bool { return prose.Fold(s.Title) == said },
		func(s org.Step) bool {
			return len(prose.Words(said)) > 1 && strings.Contains(prose.Fold(s.Title), said)
		},
		func(s org.Step) bool { return len(said) >= quoteLeast && strings.Contains(prose.Fold(s.Result), said) },
		func(s org.Step) bool { return holdsTopic(prose.Words(s.Title), said) },
	} {
		i := slices.IndexFunc(x.steps, fits)
		if i < 0 {
			continue
		}
		return x.steps[i], !slices.ContainsFunc(x.steps[i+1:], fits)
	}
	return org.Step{}, false
}

func holdsTopic(title []string, said string) bool {
	topics := prose.Tags(said)
	return len(topics) > 0 && !slices.ContainsFunc(topics, func(w string) bool { return !slices.Contains(title, w) })
}

func listParts(steps []org.Step) (out []prompt.Part) {
	for _, s := range steps {
		out = append(out, prompt.Part{ID: s.ID, Title: s.Title, State: s.State, Held: s.Held&org.HoldFounder != 0})
	}
	return out
}
