package research_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/extractive"
	"github.com/frasier-cos/frasier/worker/research"
	"github.com/frasier-cos/frasier/worker/research/web"
)

func TestStepsThatSeekNothing(t *testing.T) {
	sources := []org.Criterion{{ID: "a1", Text: "three sources", Check: org.CheckSources, N: 3}}
	given := []work.Document{{Title: "plan.md", Text: "The widget factory opens in May with forty workers and one canteen."}}
	for _, c := range []struct {
		name  string
		kind  org.StepKind
		depth org.Depth
		needs []org.Criterion
		given []work.Document
		want  bool
	}{
		{"simple kind", org.KindSimple, org.DepthStandard, nil, given, true},
		{"simple depth", org.KindResearch, org.DepthSimple, nil, given, true},
		{"assembly", org.KindAssembly, org.DepthStandard, nil, given, true},
		{"research", org.KindResearch, org.DepthStandard, nil, nil, false},
		{"writing", org.KindWriting, org.DepthDeep, nil, nil, false},
		{"engineering", org.KindEngineering, org.DepthStandard, nil, nil, true},
		{"creative", org.KindCreative, org.DepthStandard, nil, nil, true},
		{"engineering with sources", org.KindEngineering, org.DepthStandard, sources, nil, false},
		{"creative with a document", org.KindCreative, org.DepthStandard, nil, given, false},
	} {
		r := &research.Researcher{Records: &memory{}, Now: clock}
		s := step("The widget factory")
		s.Kind, s.Depth, s.Acceptance = c.kind, c.depth, c.needs
		j := job(s)
		j.Context.Given = c.given
		ev, err := r.Gather(t.Context(), j, ask("When does the widget factory open?", "widget factory"))
		if err != nil || ev.Unsought != c.want {
			t.Errorf("%s: Unsought = %v, %v; want %v", c.name, ev.Unsought, err, c.want)
		}
	}
}

func TestNothingToLookInIsSaid(t *testing.T) {
	r := &research.Researcher{Records: &memory{}, Now: clock}
	ev, err := r.Gather(t.Context(), job(step("Widgets")), ask("What is a widget?", "widget"))
	if err != nil {
		t.Fatal(err)
	}
	if !ev.Empty() || len(ev.Gaps) != 1 || !strings.Contains(ev.Gaps[0], "Nothing was looked up") || ev.Spent != (work.BudgetUsed{}) {
		t.Errorf("evidence = %+v, want an honest empty one", ev)
	}
}

func TestTheFoundersSources(t *testing.T) {
	w, r := smallWeb(t)
	r.Searchers = nil
	r.Corpus = open(t, folder(t, map[string]string{"lockers.md": "# Lockers\n\nOur own survey counts 802 parcel lockers in Southport, more than the map shows."}))
	j := job(step("Parcel lockers in Southport"))
	j.Context.Given = []work.Document{{Title: "mail.txt", Text: "The mayor wrote that parcel lockers in Southport are a success and that forty more will come."}}
	j.Context.URLs = []string{w.URL("private.example/page"), w.URL("lockermap.example/lockers"), "http://169.254.169.254/latest/"}
	// What a colleague wrote is no source.
	j.Context.Upstream = []work.Upstream{{Key: "s0", Title: "Overview", State: org.StepCompleted, Result: "Parcel lockers in Southport are popular, says the overview that an earlier step wrote about them."}}
	ev, err := r.Gather(t.Context(), j, ask("How many parcel lockers are there in Southport?", "parcel lockers Southport"))
	if err != nil {
		t.Fatal(err)
	}
	var urls []string
	for _, p := range ev.Passages {
		urls = append(urls, p.URL)
	}
	got := strings.Join(urls, " ")
	for _, want := range []string{"file:mail.txt", "/lockers", "file:lockers.md"} {
		if !strings.Contains(got, want) {
			t.Errorf("passages come from %q, want %s among them", got, want)
		}
	}
	if slices.Sort(urls); len(slices.Compact(urls)) != 3 {
		t.Errorf("passages come from %q, want three sources and none of a colleague", got)
	}
	if len(ev.Notes) == 0 || !strings.Contains(ev.Notes[0], "1 of 3 pages could not be read (1 forbidden address).") {
		t.Errorf("notes = %q, want the forbidden address named", ev.Notes)
	}
	if ev.Sources != 4 || len(ev.Covered) != 1 {
		t.Errorf("sources = %d, covered %q; want 4 and q1", ev.Sources, ev.Covered)
	}
}

// A document may hold another text when a step starts again, and two may have
// one name: each text that a passage cites is in the records.
func TestEachTextOfAnAddressIsKept(t *testing.T) {
	_, r := smallWeb(t)
	r.Searchers = nil
	first := "The mayor wrote that parcel lockers in Southport are a success and that forty more will come."
	second := "The council wrote that parcel lockers in Southport are a burden and that none will come."
	given := func(texts ...string) research.Job {
		j := job(step("Parcel lockers in Southport"))
		for _, text := range texts {
			j.Context.Given = append(j.Context.Given, work.Document{Title: "mail.txt", Text: text})
		}
		return j
	}
	for _, jobs := range [][]research.Job{{given(first), given(second)}, {given(first, second), given(first, second)}} {
		kept := &memory{}
		r.Records = kept
		for _, j := range jobs {
			ev, err := r.Gather(t.Context(), j, ask("How many parcel lockers are there in Southport?", "parcel lockers Southport"))
			if err != nil {
				t.Fatal(err)
			}
			if n := len(j.Context.Given); len(ev.Passages) != n {
				t.Errorf("%d passages of %d documents", len(ev.Passages), n)
			}
			for _, p := range ev.Passages {
				if doc, err := kept.Document(t.Context(), p.Document); err != nil || !strings.Contains(doc.Text, p.Text) {
					t.Errorf("a passage cites %q of a document that is not kept: %v", p.Text, err)
				}
			}
		}
	}
}

func TestInquiryKeepsTheRules(t *testing.T) {
	reply := `{"known":[],"sub_questions":[
		{"id":"q1","text":"Which cron library is better?","serves":["a1","zz"],"need":"comparison","fresh_days":100},
		{"id":"q2","text":"Who uses them?","serves":[],"need":"fact","fresh_days":null}],
		"queries":[{"q":"best cron library go 2023","for":["q1","q7"],"angle":"recent","freshness":"py"},
		{"q":"best cron library Go 2026","for":["q2"],"angle":"data","freshness":"any"},
		{"q":"who uses cron","for":["q2"],"angle":"data","freshness":"any"},
		{"q":"cron users list","for":["q2"],"angle":"data","freshness":"any"},
		{"q":"cron download figures","for":["q2"],"angle":"data","freshness":"any"},
		{"q":"fifth query of four","for":["q2"],"angle":"data","freshness":"any"}],
		"checklist":[{"id":"c1","dim":"depth","level":"must","text":"Reasons are given."},{"id":"c2","dim":"accuracy","level":"must","text":"Figures are cited."}]}`
	r := &research.Researcher{Client: client(t, scripted(func(llm.Wire) string { return reply })), Prompts: prompts(t), Now: clock, Searchers: []web.Searcher{silent{}}}
	s := step("Compare cron libraries")
	s.Acceptance = []org.Criterion{{ID: "a1", Text: "Cron libraries are compared", Check: org.CheckJudge}, {ID: "a2", Text: "Licence fees of each vendor", Check: org.CheckJudge}}
	inq, err := r.Inquire(t.Context(), job(s))
	if err != nil {
		t.Fatal(err)
	}
	served := map[string]bool{}
	for _, q := range inq.Questions {
		for _, id := range q.Serves {
			served[id] = true
		}
	}
	if !served["a1"] || !served["a2"] || served["zz"] {
		t.Errorf("acceptance served = %v, want a1 and a2", served)
	}
	if len(inq.Queries) != org.InitialQueries {
		t.Fatalf("queries = %+v, want %d", inq.Queries, org.InitialQueries)
	}
	if got := inq.Queries[0]; got.Text != "best cron library go 2026" || strings.Join(got.For, " ") != "q1 q2" {
		t.Errorf("first query = %+v, want the clock's year and its double merged in", got)
	}
	if got := inq.Queries[len(inq.Queries)-1].Angle; got != "counter" {
		t.Errorf("last angle = %q, want counter for a comparison", got)
	}
}

func TestWithoutAModel(t *testing.T) {
	_, r := smallWeb(t)
	r.Client = &llm.Client{Provider: &extractive.Provider{}, Records: &ledger{}, Now: clock}
	r.Prompts = prompts(t)
	j := job(step("Number of licensed cafes in Northland"))
	inq, err := r.Inquire(t.Context(), j)
	if err != nil || len(inq.Questions) == 0 || len(inq.Queries) == 0 {
		t.Fatalf("Inquire = %+v, %v; want questions and queries", inq, err)
	}
	ev, err := r.Gather(t.Context(), j, inq)
	if err != nil {
		t.Fatal(err)
	}
	if len(ev.Passages) == 0 || len(ev.Covered) == 0 || len(ev.Findings) != 0 {
		t.Errorf("%d passages, covered %q, %d findings; want passages, coverage and no findings", len(ev.Passages), ev.Covered, len(ev.Findings))
	}
	if got := strings.Join(ev.Conflicts, "\n"); !strings.Contains(got, "4,812") || !strings.Contains(got, "5,930") {
		t.Errorf("conflicts = %q, want both figures of the cafes", ev.Conflicts)
	}
}

func TestACopyIsNoSecondSource(t *testing.T) {
	w, r := smallWeb(t)
	r.Searchers = nil
	text := "How high the shop rents in the harbour district are was counted: they reached 48 dollars per square metre and month in autumn."
	read := func(pages ...string) work.Evidence {
		r.Records = &memory{}
		j := job(step("Passengers"))
		for _, p := range pages {
			// Sources of earlier steps come in as what they are: pages of the web.
			doc := work.Document{ID: "x", Title: p, URL: w.URL(p), Site: p, Origin: work.OriginWeb, Text: text + " Imprint of " + p + ", letters welcome on weekdays."}
			j.Context.Given = append(j.Context.Given, doc)
		}
		ev, err := r.Gather(t.Context(), j, ask("How high are shop rents in the harbour district?", ""))
		if err != nil {
			t.Fatal(err)
		}
		return ev
	}
	if ev := read("rentwatch.example", "beanreview.example"); len(ev.Covered) != 0 || len(ev.Gaps) != 1 || !strings.Contains(ev.Gaps[0], "Only one source (rentwatch.example) was found on: How high") {
		t.Errorf("two copies: covered %q, gaps %q; want one source and the gap said", ev.Covered, ev.Gaps)
	}
}

func TestFiguresThatDisagree(t *testing.T) {
	first := "The board of the city counts 4,812 licensed cafes in Northland in its report."
	for _, c := range []struct {
		name, second, date string
		want               int
	}{
		{"other figure", "Our own survey counts 5,930 licensed cafes in Northland this spring.", "2026-02-20", 1},
		{"other figure, years ago", "Our own survey counts 3,105 licensed cafes in Northland this spring.", "2019-05-02", 0},
		{"same figure", "Our own survey counts 4,812 licensed cafes in Northland this spring.", "2026-02-20", 0},
		{"other thing", "Our own survey counts 5,930 brown horses in Northland this spring.", "2026-02-20", 0},
		{"other unit", "Our own survey says 12 percent of licensed cafes in Northland closed.", "2026-02-20", 0},
	} {
		r := &research.Researcher{Records: &memory{}, Now: clock}
		j := job(step("Cafes"))
		j.Context.Given = []work.Document{
			{Title: "a", URL: "https://a.example/", Site: "a.example", Origin: work.OriginWeb, Text: first, Published: "2026-02-10"},
			{Title: "b", URL: "https://b.example/", Site: "b.example", Origin: work.OriginWeb, Text: c.second, Published: c.date},
		}
		ev, err := r.Gather(t.Context(), j, ask("Licensed cafes Northland counts", ""))
		if err != nil {
			t.Fatal(err)
		}
		if len(ev.Conflicts) != c.want {
			t.Errorf("%s: conflicts = %q, want %d", c.name, ev.Conflicts, c.want)
		}
	}
}

// TestLongQuestionsInASmallFolder asks what a title and its acceptance make of
// two documents: one is about it, whatever else the question says.
func TestLongQuestionsInASmallFolder(t *testing.T) {
	dir := folder(t, map[string]string{
		"prices.md": "# Prices of oats\n\nThe price of oats was 212 euros a tonne in March 2026. A year earlier the price of oats was 190 euros a tonne.",
		"fields.md": "# Where oats are grown\n\nOats are grown in the north, mostly near the coast. In 2025 farmers near the coast grew oats on 41,000 hectares.",
	})
	for _, c := range []struct {
		question, from string
		covered        bool
	}{
		{"Find the price of oats: It answers what the item asks: Find the price of oats", "file:prices.md", true},
		{"Find where oats are grown: the region where farmers grow oats", "file:fields.md", true},
		{"State the price of oats", "file:prices.md", true},
		{"Write a brief on buying oats: what buying oats costs; at least 2 sources", "", false},
		{"What does a tonne of rye cost in Patagonia, and which harbours ship it to Norway?", "", false},
		{"Find the licence fee of ferries: It answers what the item asks: Find the licence fee of ferries", "", false},
	} {
		r := &research.Researcher{Records: &memory{}, Corpus: open(t, dir), Now: clock}
		ev, err := r.Gather(t.Context(), job(step("Oats")), ask(c.question, ""))
		if err != nil {
			t.Fatal(err)
		}
		if len(ev.Covered) == 1 != c.covered {
			t.Errorf("%s: covered %q, gaps %q; want covered %t", c.question, ev.Covered, ev.Gaps, c.covered)
		}
		if c.from != "" && (len(ev.Passages) == 0 || ev.Passages[0].URL != c.from) {
			t.Errorf("%s: passages %+v; want one of %s", c.question, ev.Passages, c.from)
		}
		if !c.covered && len(ev.Gaps) != 1 {
			t.Errorf("%s: gaps %q; want one", c.question, ev.Gaps)
		}
	}
}
