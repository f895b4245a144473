package staff_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/llm/prompt"
	"github.com/frasier-cos/frasier/worker/staff"
)

func team(t *testing.T) []org.Agent {
	t.Helper()
	set, err := prompt.Load("")
	if err != nil {
		t.Fatal(err)
	}
	return append(set.Agents(), org.Agent{ID: "agent-test", Name: "Test", Role: "Market Analyst", Category: "finance"})
}

func TestMatch(t *testing.T) {
	agents := team(t)
	for _, c := range []struct{ role, category, want string }{
		{"Head of Content", "research", "Quill"},                // by title, against the category
		{"content head of the whole firm", "research", "Scout"}, // too far from any title
		{"Forge", "content", "Forge"},                           // by name
		{"agent-folio", "content", "Folio"},                     // by id
		{"SaaS pricing analyst", "finance", "Scout"},            // finance has nobody of its own
		{"Counsel", "legal", "Scout"},
		{"Strategist", "strategy", "Scout"},
		{"Copywriter", "content", "Quill"},
		{"Campaigner", "marketing", "Beacon"},
		{"Backend engineer", "engineering", "Forge"},
		{"Brand designer", "design", "Forge"},
		{"Logistics planner", "operations", "Folio"},
		{"Copywriter", "Content", "Quill"}, // whatever the case
	} {
		got, ok := staff.Match(agents, c.role, c.category)
		if !ok || got.Name != c.want {
			t.Errorf("Match(%q, %q): got %s, %v; want %s", c.role, c.category, got.Name, ok, c.want)
		}
	}
}

// Nobody reviews his own work, and an agent without a team has none.
func TestReviewersAndFixturesGetNoWork(t *testing.T) {
	agents := team(t)
	banned := map[org.AgentID]bool{"agent-test": true}
	for _, a := range agents {
		if a.Reviewer != "" {
			banned[a.ID] = true
		}
	}
	if len(banned) != 3 {
		t.Fatalf("%d agents who may not be given work; want two reviewers and one without a team", len(banned))
	}
	for _, a := range agents {
		for _, category := range append(org.Categories(), "chief", "", "nonsense") {
			for _, role := range []string{a.Role, a.Name, string(a.ID), "Market Analyst", ""} {
				got, ok := staff.Match(agents, role, category)
				if !ok || banned[got.ID] {
					t.Errorf("Match(%q, %q): got %s, %v; want somebody who may work", role, category, got.ID, ok)
				}
			}
		}
	}
	var reviewers []org.Agent
	for _, a := range agents {
		if banned[a.ID] {
			reviewers = append(reviewers, a)
		}
	}
	for _, none := range [][]org.Agent{nil, reviewers} {
		if got, ok := staff.Match(none, "Head of Quality", "quality"); ok {
			t.Errorf("Match among %d who may not work: got %s; want nobody", len(none), got.ID)
		}
	}
}

func TestCategory(t *testing.T) {
	for text, want := range map[string]string{
		"":                                     "research",
		"Compare the market of rivals":         "research",
		"Write the guide":                      "content",
		"Pricing strategy and positioning":     "strategy",
		"Launch campaign on social channels":   "marketing",
		"API prototype in code":                "engineering",
		"Cost and revenue forecast":            "finance",
		"Privacy compliance and licence terms": "legal",
		"Supplier logistics checklist":         "operations",
		"Write code":                           "content", // a tie goes by the order of categories
	} {
		if got := staff.Category(text); got != want {
			t.Errorf("Category(%q): got %s, want %s", text, got, want)
		}
	}
	for _, c := range []struct{ title, text, want string }{
		{"writer", "Research the market and competitors", "content"},
		{"finance", "Write the guide", "finance"},
		{"Ana", "Write the guide", "content"},
		{"", "Write the guide", "content"},
	} {
		if got := staff.RoleCategory(c.title, c.text); got != c.want {
			t.Errorf("RoleCategory(%q, %q): got %s, want %s", c.title, c.text, got, c.want)
		}
	}
}

func TestExpert(t *testing.T) {
	hire := org.Agent{ID: "agent-hire", Name: "Brisk Otter", Role: "Grain tariff specialist", Category: "finance", Team: "team-finance"}
	agents := append(team(t), hire)
	for _, c := range []struct{ author, category, want string }{
		{"agent-scout", "finance", "Brisk Otter"},
		{"agent-hire", "finance", ""}, // never the author; the agent without a team is asked nothing
		{"agent-scout", "engineering", "Forge"},
		{"agent-forge", "engineering", ""}, // nobody else is of the field
		{"agent-forge", "legal", ""},       // and nobody of another stands in
		{"agent-scout", "quality", ""},     // who reviews it anyway is no expert beside
	} {
		got, ok := staff.Expert(agents, org.AgentID(c.author), c.category)
		if ok != (c.want != "") || got.Name != c.want {
			t.Errorf("Expert(%s, %q): got %q, want %q", c.author, c.category, got.Name, c.want)
		}
	}
}

func TestName(t *testing.T) {
	taken := map[string]bool{}
	for i := range 4000 {
		name, id := staff.Name("the same seed", func(n string) bool { return taken[n] })
		if taken[name] {
			t.Fatalf("name %d is %q, which is taken", i, name)
		}
		if org.LedgerAgent(id) != id || strings.ContainsAny(string(id), " ABCDEFGHIJKLMNOPQRSTUVWXYZ") {
			t.Fatalf("id %q is none of an agent", id)
		}
		taken[name] = true
	}
	a, _ := staff.Name("n1/Counsel", func(string) bool { return false })
	b, _ := staff.Name("n1/Counsel", func(string) bool { return false })
	if a != b || len(strings.Fields(a)) != 2 {
		t.Errorf("names %q and %q, want the same two words", a, b)
	}
}

func TestAliasesAndSkills(t *testing.T) {
	if got := staff.Aliases("Chief of Staff / COO"); !slices.Equal(got, []string{"chief", "operations"}) {
		t.Errorf("a title with two fields: %v", got)
	}
	if got := staff.RoleCategory("Senior archivist and editor", "x"); got != "content" {
		t.Errorf("an editor works in %s, want content", got)
	}
	if got := staff.Skills("Compare the prices of two rivals"); !slices.Equal(got, []string{"competitor analysis", "pricing"}) {
		t.Errorf("skills: %v", got)
	}
	agents := team(t)
	if a, ok := staff.Near(agents, "Head of Research"); !ok || a.Name != "Scout" {
		t.Errorf("Near: %+v, %v", a, ok)
	}
	if a, ok := staff.Near(agents, "Head of Quality"); ok {
		t.Errorf("Near: the reviewer %s is given work", a.Name)
	}
	if staff.Team("") == "" || staff.Team("Legal") != "team-legal" {
		t.Error("a hire without a team never reviews")
	}
}
