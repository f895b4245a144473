package llmtest

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/llm/prompt"
)

// outline plans a section for each heading of the task; each fact goes to the
// heading with which it shares most words.
func (s sheet) outline() any {
	heads := s.heads()
	for len(heads) < 2 {
		heads = append(heads, "What else is known")
	}
	facts := s.facts(factsPerDraft)
	type section struct {
		Says     string   `json:"says"`
		Title    string   `json:"title"`
		Passages []string `json:"passages"`
		Meets    []string `json:"meets"`
		Words    int      `json:"words"`
	}
	out := make([]section, min(len(heads), org.MaxSections))
	for i := range out {
		out[i] = section{Says: "It settles: " + short(heads[i], 200), Title: heading(heads[i]), Passages: []string{}, Meets: []string{}, Words: 400}
	}
	for i, a := range s.acceptance {
		if a.id != "" {
			at := min(i, len(out)-1)
			out[at].Meets = append(out[at].Meets, a.id)
		}
	}
	for i, f := range facts {
		best := i % len(out)
		for k := range out {
			if prose.Overlap(out[k].Title, f.text) > prose.Overlap(out[best].Title, f.text) {
				best = k
			}
		}
		out[best].Passages = append(out[best].Passages, f.passage)
	}
	return map[string]any{"sections": out}
}

// oneSection writes the facts of a section's own passages.
func (s sheet) oneSection() string {
	c := contract[prompt.SectionContract](s.brief)
	var b strings.Builder
	facts := s.facts(factsPerDraft)
	for _, f := range facts {
		b.WriteString(cite(f) + "\n\n")
	}
	if len(facts) == 0 {
		fmt.Fprintf(&b, "On %s: it is settled as the task says, for the reason that the task gives.\n\n", strings.ToLower(c.Title))
	}
	if c.N == 1 {
		s.wanted(&b, facts)
	}
	if c.N == c.Of {
		s.nextStep(&b)
		s.notEstablished(&b, facts)
	}
	b.WriteString(evidence(facts))
	return b.String()
}
