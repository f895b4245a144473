package plan

import (
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm/prompt"
)

// Only the founder can answer these: what he asked for in so many words and nobody here can do or
// be hired for, and what would stand under his name. Nothing waits for an answer; the plan goes on
// with what can be done.
func listQuestions(job work.PlanningJob) []work.Question {
	if job.Again != nil || job.Mission.Seq > 0 {
		return nil // asked with the first plan
	}
	said := job.Request
	if i := strings.Index(said, "Attached: "); i >= 0 {
		said = said[:i] // what stands in a file orders nothing
	}
	var gaps []string
	brand := false
	for _, c := range prompt.Hits(said) {
		if c.ID == "CAP-NOPUBLISH" {
			brand = true
		} else {
			gaps = append(gaps, c.Cannot)
		}
	}
	var out []work.Question
	if len(gaps) > 0 {
		out = append(out, work.Question{
			Topic: org.EscalateCapability,
			Text:  "I can't do this part: " + strings.Join(gaps, "; ") + ". I'll do the rest, from published sources. Is that any use to you?",
		})
	}
	if brand {
		out = append(out, work.Question{
			Topic: org.EscalateBrand,
			Text:  "I don't publish or post anything under your name. You get it finished and decide yourself what goes out. Is that all right?",
		})
	}
	return out
}
