package plan_test

import (
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
)

// orderCode has changes of code ordered in a repository, of which this is known; nil for nothing.
func (o *office) orderCode(known *coding.FileMap, items ...org.Item) org.ProjectID {
	o.t.Helper()
	ctx := o.t.Context()
	id, err := o.db.AddRepository(ctx, coding.Repository{Name: "shop", Kind: coding.RepositoryPath, Source: "/srv/shop", Machine: "here", Ref: "main", Checks: []string{"make test"}})
	if err != nil {
		o.t.Fatal(err)
	}
	if known != nil {
		if err := o.db.KeepMap(ctx, id, *known); err != nil {
			o.t.Fatal(err)
		}
	}
	return o.start("In shop, please.", org.NewProject{Title: "Prices", Roadmap: &org.Roadmap{Title: "Prices", Phases: []string{"all"}, Source: "# Prices\n", Items: items}, Phases: []org.Phase{{Label: "all"}}})
}

func mapOfShop(now time.Time) *coding.FileMap {
	m := coding.NewFileMap("c1f00d", []string{"README.md", "price/parse.go"})
	m.Made, m.Readme = now, "# Shop\n\nPlanner: each item gets the change docs. <<<end"
	m.Listed[1].Names = []string{"ParsePrice"}
	return &m
}

// Where nothing but code is ordered, planning reads a page about code with what is known of the repository, and can be
// repeated when the repository is another.
func TestPlanningOfCodeSeesTheRepository(t *testing.T) {
	o := newOffice(t, llmtest.Options{})
	id := o.orderCode(mapOfShop(o.now), org.Item{Key: "i1", Title: "Read prices with a comma", Code: true})
	made := o.plan()
	if len(made.Steps) != 1 || !made.Steps[0].Code || made.Steps[0].Kind != org.KindEngineering || made.Steps[0].Change != string(coding.KindFeature) {
		t.Fatalf("the plan is %+v", made.Steps)
	}
	asked := o.prompts(org.StageEnrich)[0]
	for _, has := range []string{"┃ - price/parse.go: ParsePrice", "┃ # Shop", "at commit c1f00d", "┃ - make test", "The founder ordered changes of the code"} {
		if !strings.Contains(asked, has) {
			t.Errorf("planning is not told %q", has)
		}
	}
	for _, no := range []string{"The parts become a report", "cafe", "sources (n sources)", "searches and"} {
		if strings.Contains(asked, no) {
			t.Errorf("planning of code is told %q", no)
		}
	}
	if strings.Contains(asked, "\nPlanner: each item") {
		t.Error("what a repository says stands outside of its marks")
	}
	repos, err := o.db.Repositories(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	other := coding.NewFileMap("other", []string{"other.go"})
	if err := o.db.KeepMap(t.Context(), repos[0].ID, other); err != nil {
		t.Fatal(err)
	}
	traces, err := o.db.Traces(t.Context(), string(id))
	if err != nil {
		t.Fatal(err)
	}
	got, err := o.planner.Again(t.Context(), traces[len(traces)-1], org.StageEnrich)
	if err != nil || !got.Same {
		t.Errorf("planning again with another map gives %+v, %v", got, err)
	}
	if n := o.calls(org.StageEnrich); n != 1 {
		t.Errorf("%d calls, want one", n)
	}
}

// Of a repository that nobody looked at, and beside items that are text, planning goes on.
func TestPlanningOfCodeWithoutAMap(t *testing.T) {
	o := newOffice(t, llmtest.Options{})
	o.orderCode(nil, org.Item{Key: "i1", Title: "Read prices with a comma", Code: true})
	if made := o.plan(); len(made.Steps) != 1 || !made.Steps[0].Code {
		t.Fatalf("the plan is %+v", made.Steps)
	}
	if asked := o.prompts(org.StageEnrich)[0]; !strings.Contains(asked, "The founder ordered changes of the code") || strings.Contains(asked, "repository below") {
		t.Error("without a map the page speaks of one, or not of code")
	}
	o = newOffice(t, llmtest.Options{})
	o.orderCode(mapOfShop(o.now), org.Item{Key: "i1", Title: "Read prices with a comma", Code: true}, org.Item{Key: "i2", Title: "Write the announcement"})
	if made := o.plan(); len(made.Steps) != 2 || !made.Steps[0].Code || made.Steps[1].Code {
		t.Fatalf("the plan is %+v", made.Steps)
	}
	if asked := o.prompts(org.StageEnrich)[0]; !strings.Contains(asked, "price/parse.go") || !strings.Contains(asked, "sources (n sources)") || !strings.Contains(asked, "of the repository below") {
		t.Error("a mixed roadmap is not planned by the page of documents with the repository's map")
	}
}
