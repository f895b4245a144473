package rubric_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/rubric"
)

func TestOf(t *testing.T) {
	for _, c := range []struct {
		kind  org.StepKind
		title string
		want  rubric.Kind
	}{
		{org.KindResearch, "Profile the rival bakeries that deliver to offices", rubric.Research},
		{org.KindStrategy, "Set our price per loaf for rye and seeded, and say whom we go after first", rubric.Decision},
		{org.KindStrategy, "Write the one-page launch plan up to the market day", rubric.Plan},
		{org.KindStrategy, "Which market to enter", rubric.Decision},
		{org.KindStrategy, "Choose the name of the bakery", rubric.Decision},
		{org.KindWriting, "A welcome mail to the first customers", rubric.Copy},
		{org.KindWriting, "A price page for the site", rubric.Copy},
		{org.KindWriting, "The launch plan", rubric.Plan},
		{org.KindAnalysis, "Compare the costs of three ovens", rubric.Research},
		{org.KindAnalysis, "Whether a bicycle workshop should open on Sundays", rubric.Decision},
		{org.KindResearch, "Decide which loan to take", rubric.Decision},
		{org.KindCreative, "Slogans for the van", rubric.Design},
		{org.KindEngineering, "The order form", rubric.Code},
	} {
		s := org.Step{Kind: c.kind, Title: c.title}
		if got := rubric.Of(s); got != c.want {
			t.Errorf("%s %q: %s, want %s", c.kind, c.title, got, c.want)
		}
	}
}

// Author, critic and reviewer read one list: what the task asks, what its kind
// asks, what is its own, and nothing twice.
func TestOneListForAll(t *testing.T) {
	s := org.Step{Kind: org.KindStrategy, Title: "Set the price", Acceptance: []org.Criterion{
		{ID: "a1", Text: "A table of prices", Check: org.CheckTable}, {ID: "a2", Text: "At least 3 sources", Check: org.CheckSources, N: 3}, {ID: "a3", Text: "The margin", Check: org.CheckJudge},
	}}
	own := []work.ChecklistItem{
		{ID: "c1", Dim: "accuracy", Level: "must", Text: "Does the price include delivery?"},
		{ID: "k1", Dim: "depth", Level: "must", Text: "taken"},
		{ID: "code-mine", Dim: "depth", Level: "must", Text: "code's"},
		{ID: "c2", Dim: "beauty", Level: "must", Text: "no dimension"},
	}
	ids := func(list []work.ChecklistItem) string {
		var out []string
		for _, i := range list {
			out = append(out, i.ID)
		}
		return strings.Join(out, " ")
	}
	if got, want := ids(rubric.Asked(rubric.List(s, own))), "a1 a3 k1 k2 k3 k4 c1"; got != want {
		t.Errorf("the critic is asked %s, want %s: a table's content is judged, a count of sources is not", got, want)
	}
	if got, want := ids(rubric.ForAuthor(s, own)), "k1 k2 k3 k4 c1"; got != want {
		t.Errorf("the author is told %s, want %s", got, want)
	}
	var criteria []string
	for _, c := range rubric.Criteria(s, own) {
		criteria = append(criteria, c.ID)
	}
	if got, want := strings.Join(criteria, " "), "a1 a2 a3 k1 k2 k3 k4 c1"; got != want {
		t.Errorf("the reviewer reads %s, want %s", got, want)
	}
}

// The list is short, and nothing in it asks research for actions or a letter
// for sources.
func TestListsFitTheirKinds(t *testing.T) {
	steps := map[rubric.Kind]org.Step{
		rubric.Research: {Kind: org.KindResearch}, rubric.Decision: {Kind: org.KindStrategy}, rubric.Plan: {Kind: org.KindWriting, Title: "Launch plan"},
		rubric.Copy: {Kind: org.KindWriting}, rubric.Design: {Kind: org.KindCreative}, rubric.Code: {Kind: org.KindEngineering},
	}
	never := map[rubric.Kind][]string{rubric.Research: {"action", "next"}, rubric.Copy: {"source", "found", "established"}, rubric.Design: {"source"}}
	for k := range steps {
		list := rubric.ForAuthor(steps[k], nil)
		if rubric.Of(steps[k]) != k || len(list) < 3 || len(list) > 5 {
			t.Errorf("%s: %d items of kind %s, want three to five", k, len(list), rubric.Of(steps[k]))
		}
		for _, i := range list {
			for _, w := range never[k] {
				if strings.Contains(i.Text, w) {
					t.Errorf("%s is asked: %s", k, i.Text)
				}
			}
		}
	}
}
