package roadmap_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/roadmap"
)

// needs returns title <- titles it needs, for every item that needs some.
func needs(r org.Roadmap) map[string]string {
	title := map[string]string{}
	for _, it := range r.Items {
		title[it.Key] = it.Title
	}
	out := map[string]string{}
	for _, it := range r.Items {
		var of []string
		for _, k := range it.Needs {
			of = append(of, title[k])
		}
		if of != nil {
			out[it.Title] = strings.Join(of, " + ")
		}
	}
	return out
}

func TestTargets(t *testing.T) {
	for _, tt := range []struct{ name, src, item, want string }{
		{"folded title", "- Write: the PLAN!\n- b (after write the plan)", "b", "Write: the PLAN!"},
		{"title with commas", "- a, b\n- c\n- d\n  - needs: A, B, c", "d", "a, b + c"},
		{"semicolons", "- a, b\n- c\n- d\n  - after: a, b; c", "d", "a, b + c"},
		{"and", "- a\n- c\n- d (after a and c)", "d", "a + c"},
		{"number", "1. a\n2. b\n\n# X\n- c (after step 2)", "c", "b"},
		{"hash", "1. a\n2. b\n3. c (after #1)", "c", "a + b"},
		{"phase and number", "# 1. One\n1. a\n2. b\n# 2. Two\n1. c (after 1.2)", "c", "b"},
		{"dotted number in a bullet", "- 1.1 a\n- 1.2 b (after 1.1)", "1.2 b", "1.1 a"},
		{"dotted title", "- 1.1 a\n- c (after a)", "c", "1.1 a"},
		{"phase by name", "# P\n## Phase 1: x\n- a\n- b\n## Phase 2: y\n- c (after Phase 1)", "c", "a + b"},
		{"heading", "# P\n## x\n- a\n### xx\n- b\n## y\n- c (after x)", "c", "a + b"},
		{"group", "- g:\n  - a\n  - b\n- c\n  - depends on: g", "c", "a + b"},
		{"nearest of one title", "# P\n## x\n- a\n- b (after a)\n## y\n- a\n- c (after a)", "c", "a"},
		{"none", "- a\n- b\n  - needs: none", "b", ""},
		{"list below the key", "- a\n- b\n- c\n  - needs:\n    - a\n    - b", "c", "a + b"},
		{"bold key", "- a\n- b\n  - **Depends on:** a", "b", "a"},
		{"done stays in needs", "- [x] a\n- b (after a)", "b", "a"},
		{"sequence through a group", "1. a\n2. g:\n   - b\n   - c\n3. d", "d", "b + c"},
		{"group starts after", "1. a\n2. g:\n   - b\n   - c\n3. d", "c", "a"},
		{"table in words", "| Step | After |\n|---|---|\n| a | |\n| b | a |", "b", "a"},
		{"edge line", "1. a\n2. b\n\nx\n\n- c\n- 1 → c", "c", "a"},
		{"arrow between equal words", "- a → a\n- b (after a → a)", "b", "a → a"},
		{"edge paragraph", "- a\n- b\n\nb → a", "a", "b"},
	} {
		r, err := roadmap.Parse("p.md", tt.src)
		if err != nil {
			t.Errorf("%s: Parse(%q): %v", tt.name, tt.src, err)
			continue
		}
		if got := needs(r)[tt.item]; got != tt.want {
			t.Errorf("%s: Parse(%q): %s needs %q, want %q", tt.name, tt.src, tt.item, got, tt.want)
		}
	}
}

func TestPhaseHeadings(t *testing.T) {
	for heading, want := range map[string]bool{
		"1. Foo": true, "2) Foo": true, "Phase 1: Foo": true, "Stage A": true, "Milestone 2": true, "phase two - go": true,
		"Milestone: beta": true, "Phase II": true, "🚀 Phase 1": true, "**Phase 3**": true, "Stage a play": false,
		"Staging": false, "Phases": false, "1.2 Foo": false, "2024 review": false, "Step by step": false, "Foo": false,
	} {
		r, err := roadmap.Parse("p.md", "# Title\n## First\n- a\n## "+heading+"\n- b\n")
		if err != nil {
			t.Fatalf("%s: %v", heading, err)
		}
		got := r.Phases[0] != "Title"
		if got != want {
			t.Errorf("heading %q: phases %q, a phase %v, want %v", heading, r.Phases, got, want)
		}
	}
}

func TestEntities(t *testing.T) {
	for title, want := range map[string]int{
		"analyze 15 niches": 15, "Compare five rival tools": 5, "Compare 4 niches": 0, "Find 15 niches": 0, "Research for 10 days": 0,
		"Review Alpha, Beta, Gamma and Delta": 0, "Review Alpha, Beta, Gamma, Delta, and Epsilon": 5, "Write a, b, c, d and e": 0,
		"Compare these: x one, y two, z three, v four, w five": 5, "Analyze the market": 0, "Study 500 shops": 0,
	} {
		r, err := roadmap.Parse("p.md", "- "+title)
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Items[0].Entities; len(got) != want {
			t.Errorf("entities of %q: got %q, want %d", title, got, want)
		}
		if r.Items[0].Title != title {
			t.Errorf("title %q became %q", title, r.Items[0].Title)
		}
	}
}

func TestFromProse(t *testing.T) {
	r, ok := roadmap.FromProse("Hi! We sell soap. Please compare five soap makers.\nThen write a one-page plan; draft an email. I like it.")
	var got []string
	for _, it := range r.Items {
		got = append(got, it.Title+"<"+strings.Join(it.Needs, ","))
	}
	want := []string{"compare five soap makers<", "write a one-page plan<i1", "draft an email<"}
	if d := cmp.Diff(want, got); !ok || d != "" {
		t.Errorf("FromProse (-want +got):\n%s", d)
	}
	if r, ok := roadmap.FromProse("Thanks, that was great. How are you?"); ok {
		t.Errorf("FromProse of chatter: got %+v, want none", r.Items)
	}
	r, _ = roadmap.FromProse(strings.Repeat("Write a page. ", 7))
	if len(r.Items) != 5 || len(r.Notes) != 1 {
		t.Errorf("FromProse of seven requests: %d items, notes %q; want 5 and one note", len(r.Items), r.Notes)
	}
}
