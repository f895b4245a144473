package prompt_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/llm/prompt"
)

func TestTheFoundingAgents(t *testing.T) {
	s := load(t, "")
	s.Identity = prompt.Identity{Name: "Daphne", NorthStar: "1000 customers"}
	agents := s.Agents()
	if len(agents) != 7 {
		t.Fatalf("%d agents, want seven", len(agents))
	}
	if a := agents[0]; a.Category != "chief" || a.Name != "Daphne" || a.Reviewer != "lead" || !strings.Contains(a.Persona, "You are Daphne") || !strings.Contains(a.Persona, "1000 customers") {
		t.Errorf("the first agent is %+v, want the chief under the office's name with the north star", a)
	}
	seen, qa := map[string]bool{}, 0
	for _, a := range agents {
		if seen[a.Name] || seen[a.Category] || a.Team == "" || a.Version != 1 || org.LedgerAgent(a.ID) == "" {
			t.Errorf("agent %+v: want its own name and category, a team, version 1, an id of an agent", a)
		}
		seen[a.Name], seen[a.Category] = true, true
		if a.Reviewer == "qa" {
			qa++
		}
		if n := len(a.Persona) / org.CharsPerToken; n < 100 || n > 700 {
			t.Errorf("%s: a persona of %d tokens, want 100 to 700 with its skills", a.Name, n)
		}
		for _, want := range []string{"Quality that you hold yourself to", "You always ask:", "Execution: read the criteria first"} {
			if !strings.Contains(a.Persona, want) {
				t.Errorf("%s: the persona lacks %q", a.Name, want)
			}
		}
		if a.Category != "chief" && strings.Contains(a.Persona, "1000 customers") {
			t.Errorf("%s has the north star, which is the chief's", a.Name)
		}
	}
	if qa != 1 {
		t.Errorf("%d agents review as qa, want one", qa)
	}
}

func TestEachCategoryHasACraft(t *testing.T) {
	s := load(t, "")
	generic, err := s.Persona("bee keeping")
	if err != nil || !strings.Contains(generic, "Bee keeping expert") || !strings.Contains(generic, "first settle what the result is") {
		t.Errorf("Persona of an unknown category = %q, %v, want the general craft under its title", generic, err)
	}
	for _, c := range append(org.Categories(), "chief", "growth", "knowledge") {
		p, err := s.Persona(c)
		if err != nil {
			t.Errorf("Persona(%q): %v", c, err)
		}
		if strings.Contains(p, "first settle what the result is") || !strings.Contains(p, "You always ask:") {
			t.Errorf("Persona(%q) has no craft of its own: %s", c, p)
		}
	}
	if p, err := s.Persona(""); err != nil || !strings.Contains(p, "the office's Expert") {
		t.Errorf("Persona of no category = %q, %v", p, err)
	}
}

func TestAHireKnowsHisTrade(t *testing.T) {
	s := load(t, "")
	p, err := s.Hire(prompt.Hire{Title: "FDA regulatory\nspecialist", Category: "legal"})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"the office's FDA regulatory specialist", "name the law", "Quality that you hold"} {
		if !strings.Contains(p, want) {
			t.Errorf("the persona of a hire lacks %q: %s", want, p)
		}
	}
	if n := len(p) / org.CharsPerToken; n > 520 {
		t.Errorf("the persona of a hire has %d tokens, want 520 at most", n)
	}
}

func TestSkills(t *testing.T) {
	s := load(t, "")
	if got := strings.Join(s.Skills(), " "); got != "design-orchestration dispatching-parallel-agents task-coordination-strategies task-execution-engine writing-plans" {
		t.Errorf("skills: %s, want the five encodings", got)
	}
	for name, body := range s.Bodies() {
		if n := len(body) / org.CharsPerToken; n < 250 || n > 2000 {
			t.Errorf("skill %s has %d tokens, want 250 to 2000", name, n)
		}
	}
	for _, c := range []struct {
		category, stage string
		kind            org.StepKind
		want            []string
		never           []string
	}{
		{"chief", org.StagePlan, "", []string{"### Writing a plan", "### Coordinating", "### Sending out work", "### Leading a design"}, []string{"### Carrying a task"}},
		{"research", org.StagePlan, "", nil, []string{"###"}},
		{"research", org.StageSynthesize, org.KindResearch, nil, []string{"###"}},
		{"engineering", org.StageSynthesize, org.KindEngineering, []string{"### Writing a plan", "### Carrying a task"}, nil},
		{"research", org.StageRevise, org.KindResearch, nil, []string{"###"}},
	} {
		got := s.SkillFor(c.category, c.stage, c.kind)
		for _, w := range c.want {
			if !strings.Contains(got, w) {
				t.Errorf("SkillFor(%s, %s, %s) lacks %q", c.category, c.stage, c.kind, w)
			}
		}
		for _, n := range c.never {
			if strings.Contains(got, n) {
				t.Errorf("SkillFor(%s, %s, %s) holds %q", c.category, c.stage, c.kind, n)
			}
		}
	}
}

func TestTheChiefsPromptNamesOfficeAndNorthStar(t *testing.T) {
	s := load(t, "")
	for _, c := range []struct {
		office prompt.Identity
		want   string
	}{
		{prompt.Identity{}, "You are Frasier, chief of staff to the founder who writes to you. What all of it is for: $20k a month in revenue."},
		{prompt.Identity{Name: "Daphne", NorthStar: "1000 customers"}, "You are Daphne, chief of staff to the founder who writes to you. What all of it is for: 1000 customers."},
	} {
		s.Identity = c.office
		hint := prompt.ChiefContract{Text: "x", Class: org.Classification{Class: org.ClassFullProject}}
		b := render(t, s, prompt.Data{Stage: org.StageChief, Tier: org.T1, Nonce: "1", Contract: hint})
		if !strings.Contains(b[2].Text, c.want) || !strings.Contains(b[2].Text, "read as an order for a whole project") {
			t.Errorf("office %+v: the prompt lacks %q or the hint", c.office, c.want)
		}
		plain := render(t, s, prompt.Data{Stage: org.StageChief, Tier: org.T1, Nonce: "1"})
		if strings.Contains(plain[2].Text, "The message was read as") {
			t.Error("a message without a class has a hint")
		}
	}
}
