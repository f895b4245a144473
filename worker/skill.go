package worker

import (
	"fmt"

	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm/prompt"
	"github.com/frasier-cos/frasier/worker/staff"
)

// findMethods returns the skills from outside that fit the step, as data. One that is not what was
// approved is never among them.
func (r *run) findMethods() []prompt.Method {
	var usable []work.OutsideSkill
	for _, s := range r.about.Skills {
		if s.Refused == "" {
			usable = append(usable, s)
		}
	}
	var out []prompt.Method
	for _, s := range staff.Fitting(usable, r.step.Title+" "+r.step.Goal) {
		out = append(out, prompt.Method{Name: s.Name, Text: staff.SkillText(s)})
	}
	return out
}

// refusedSkills says which skills were approved once and are not used.
func (r *documentRun) refusedSkills() []string {
	var out []string
	for _, s := range r.about.Skills {
		if s.Refused != "" {
			out = append(out, fmt.Sprintf("The skill %s was not used: %s. Take it away and add it again, or leave it.", s.Name, s.Refused))
		}
	}
	return out
}
