package plan

import (
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm/prompt"
)

// questions are what only the founder can answer about a plan: what he
// asked for in so many words and nobody here can do or be hired for, and what
// would stand under his name. Nothing waits for an answer; the plan goes on
// with what can be done.
func questions(job work.PlanningJob) []work.Question {
	if job.Again != nil || job.Mission.Seq > 0 {
		return nil // asked with the first plan
	}
	said := job.Request
	if i := strings.Index(said, "Attached: "); i >= 0 {
		said = said[:i] // what stands in a file orders nothing
	}
	var gaps, brand []string
	for _, c := range prompt.Hits(said) {
		line := "nobody here can " + c.Cannot
		if c.ID == "CAP-NOPUBLISH" {
			brand = append(brand, line)
		} else {
			gaps = append(gaps, line)
		}
	}
	var out []work.Question
	if len(gaps) > 0 {
		out = append(out, work.Question{
			Topic: org.EscalateCapability,
			Text:  "You ask for what cannot be done here, and no hire could do it: " + strings.Join(gaps, "; ") + ". The plan does the rest and works from what is published. Is that of use to you?",
		})
	}
	if len(brand) > 0 {
		out = append(out, work.Question{
			Topic: org.EscalateBrand,
			Text:  "It would stand under your name: " + strings.Join(brand, "; ") + ". You get it finished and decide yourself what goes out. Is that what you want?",
		})
	}
	return out
}
