package roadmap_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/roadmap"
)

// inPhases is a roadmap as its phases with the titles of their items.
func inPhases(t *testing.T, src string) string {
	t.Helper()
	r, err := roadmap.Parse("r.md", src)
	if err != nil {
		t.Fatalf("%q: %v", src, err)
	}
	var out []string
	for n, p := range r.Phases {
		var titles []string
		for _, it := range r.Items {
			if it.Phase == n {
				titles = append(titles, it.Title)
			}
		}
		out = append(out, p+"="+strings.Join(titles, ","))
	}
	return strings.Join(out, " ")
}

// A line that names a phase ends the list above it, with or without an empty line between
// them, in whatever marks the list is written.
func TestAPhaseEndsTheListAbove(t *testing.T) {
	for _, form := range []string{"- %s", "* %s", "• %s", "- [ ] %s", "☐ %s", "1. %s", "・%s", "— %s"} {
		for _, names := range [][2]string{
			{"Week 1:", "Week 2:"},
			{"Phase 1: Learn", "Phase 2: Build"},
			{"第1段階：", "第2段階："},
			{"**Sprint 1**", "**Sprint 2**"},
			{"Q1 2027", "Q2 2027"},
			{"Januar", "Februar"},
			{"Semana 1", "Semana 2"},
			{"フェーズ1", "フェーズ2"},
		} {
			item := func(words string) string { return fmt.Sprintf(form, words) }
			lines := func(between string) string {
				return names[0] + "\n" + item("alpha one") + "\n" + item("beta two") + "\n" + between + names[1] + "\n" + item("gamma three") + "\n"
			}
			apart, glued := inPhases(t, lines("\n")), inPhases(t, lines(""))
			if apart != glued || strings.Count(glued, "=") != 2 || !strings.Contains(glued, "beta two ") {
				t.Errorf("%q in %q:\n with an empty line %s\n without one       %s", names, form, apart, glued)
			}
		}
	}
}

// Numbers in circles begin anew in each phase.
func TestAPhaseEndsACircledList(t *testing.T) {
	got := inPhases(t, "第1段階：\n① 調査する\n② まとめる\n第2段階：\n① 作る\n② 売る\n")
	if strings.Count(got, "=") != 2 || !strings.Contains(got, "まとめる ") {
		t.Errorf("got %s, want two phases of two", got)
	}
}

// A line below a list that names no phase stays with the item above it.
func TestOtherLinesStayWithTheirItem(t *testing.T) {
	for _, src := range []string{
		"- alpha one\n- beta two\nwith more words\n- gamma three\n",
		"- alpha one\nOption 1:\n- beta two\nOption 2:\n- gamma three\n",
		"- alpha one\nWeek 2:\n- beta two\n",
		"```\n- a\nWeek 1:\n- b\nWeek 2:\n- c\n```\n\n- alpha one\n",
	} {
		if got := inPhases(t, src); strings.Count(got, "=") != 1 {
			t.Errorf("%q: got %s, want one phase", src, got)
		}
	}
}

// A ticked roadmap keeps every byte of the founder's, though its phases were set apart.
func TestTickingKeepsAGluedPhase(t *testing.T) {
	src := "Week 1:\n- [ ] alpha\n- [ ] beta\nWeek 2:\n- [ ] gamma\n"
	r, err := roadmap.Parse("r.md", src)
	if err != nil {
		t.Fatal(err)
	}
	done := map[string]string{}
	for _, it := range r.Items {
		done[it.Key] = ""
	}
	if got, want := tick(src, done), strings.ReplaceAll(src, "[ ]", "[x]"); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Dependence by the number of an item, as Japanese and Chinese founders write it behind the item.
func TestDependenceOnACircledNumber(t *testing.T) {
	for _, src := range []string{
		"① 市場を調べる\n② 価格を決める（①の後）\n", "1. 市場を調べる\n2. 価格を決める（1の後）\n", "① 调研市场\n② 定价（①之后）\n", "① 市場を調べる\n② 価格を決める（①が終わったら）\n",
		"Ⅰ\n\n１．市場を調べる\n２．価格を決める（１の後）\n",
	} {
		r, err := roadmap.Parse("r.md", src)
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Items) != 2 || len(r.Items[1].Needs) != 1 || strings.ContainsAny(r.Items[1].Title, "（①1１") {
			t.Errorf("%q: got %+v, want the second after the first", src, r.Items)
		}
	}
	r, err := roadmap.Parse("r.md", "① 調べる\n② 作る\n③ 売る（①と②の後）\n")
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Items[2].Needs; len(got) != 2 {
		t.Errorf("after two: got %v, want both", got)
	}
}
