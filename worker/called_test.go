package worker

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
)

// A hire works as what the step calls him, and knows the project's trade all the same. Who was
// not hired, and a field, change nobody's persona.
func TestAHireWorksAsWhatTheStepCallsHim(t *testing.T) {
	const persona = "You are the office's Laundry equipment buyer, with long practice in this field. The trade you know best: laundry of flats.\n\nCraft."
	hired := org.Agent{Name: "Dana Reyes", Role: "Laundry equipment buyer", Persona: persona}
	founding := org.Agent{Name: "Scout", Role: "Head of Research", Persona: "You are Scout, the office's Head of Research.\n\nCraft."}
	for _, c := range []struct {
		agent      org.Agent
		role, want string
	}{
		{hired, "risk manager", strings.Replace(persona, "Laundry equipment buyer", "Risk manager", 1)},
		{hired, "laundry equipment buyer", persona},
		{hired, "operations", persona},
		{hired, "", persona},
		{founding, "risk manager", founding.Persona},
	} {
		if got := asCalled(c.agent, c.role); got != c.want {
			t.Errorf("%s as %q: %q", c.agent.Role, c.role, got)
		}
	}
}
