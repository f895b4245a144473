package prompt_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm/prompt"
)

func TestTheManifestPrintsWhatTheCodeEnforces(t *testing.T) {
	m := prompt.Manifest(prompt.Office{}) + prompt.Manifest(prompt.Office{Code: true})
	limits := map[string]int{"LIM-QUERY": org.MaxQueries, "LIM-FETCH": org.MaxFetches, "LIM-ENTITIES": org.EntitiesPerStep, "LIM-STEPS": org.MaxSteps, "LIM-GAP": org.MaxGapCycles}
	seen := map[string]bool{}
	for _, c := range prompt.Capabilities() {
		if seen[c.ID] || !strings.Contains(m, "- "+c.ID+": ") || (c.Can == "") == (c.Cannot == "") {
			t.Errorf("%+v: want one entry with its own id, able or not, in the manifest", c)
		}
		seen[c.ID] = true
		if want, ok := limits[c.ID]; ok && c.Limit != want {
			t.Errorf("%s: limit %d, want %d", c.ID, c.Limit, want)
		}
		if c.Cannot != "" && len(c.Words) == 0 {
			t.Errorf("%s cannot and has no words", c.ID)
		}
		for _, w := range append(c.Words, c.Units...) {
			if prose.Fold(w) != w {
				t.Errorf("%s: %q is not folded", c.ID, w)
			}
		}
	}
	for id := range limits {
		if !seen[id] {
			t.Errorf("%s is not in the manifest", id)
		}
	}
	for _, id := range []string{"CAP-NOLOGIN", "CAP-NOCALL", "CAP-NOSURVEY", "CAP-NOBUY", "CAP-NODEPLOY", "CAP-NOREALTIME", "CAP-NOPRIVATE", "CAP-NOADS"} {
		if !seen[id] {
			t.Errorf("%s is not in the manifest", id)
		}
	}
}

// What a manifest says is true of the work: where a repository is there code is changed
// and tried, and elsewhere it is text in a document; who writes is told of neither.
func TestTheManifestIsTrueOfTheWork(t *testing.T) {
	for o, want := range map[prompt.Office]string{
		{}:                                    "CAP-DESIGN CAP-NODEPLOY",
		{Code: true}:                          "CAP-CODE CAP-NORELEASE",
		{Category: "engineering"}:             "CAP-DESIGN CAP-NODEPLOY",
		{Category: "engineering", Code: true}: "CAP-CODE CAP-NORELEASE",
		{Category: "content"}:                 "CAP-NODEPLOY",
		{Category: "content", Code: true}:     "CAP-NORELEASE",
	} {
		var got []string
		for _, id := range []string{"CAP-CODE", "CAP-DESIGN", "CAP-NODEPLOY", "CAP-NORELEASE"} {
			if strings.Contains(prompt.Manifest(o), "- "+id+": ") {
				got = append(got, id)
			}
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%+v: %s, want %s", o, s, want)
		}
	}
}

func TestHits(t *testing.T) {
	for text, want := range map[string]string{
		"Interview 20 customers":                                          "CAP-NOSURVEY",
		"Run a SURVEY, then log in to LinkedIn":                           "CAP-NOLOGIN CAP-NOSURVEY",
		"Build a real-time dashboard and deploy it":                       "CAP-NODEPLOY CAP-NOREALTIME",
		"Compare real-time databases":                                     "",
		"Write an interview guide from published surveys and survey data": "",
		"Collect what customers buy and the purchase price":               "",
		"Purchase the domain":                                             "CAP-NOBUY",
		"An interview guide, then interview ten founders":                 "CAP-NOSURVEY",
		"A publish-ready article on deployment":                           "",
		"Survey":                                                          "CAP-NOSURVEY",
		"Cold-call ten leads and buy samples":                             "CAP-NOCALL CAP-NOBUY",
		"Compare the prices of surveyors and reviewers":                   "",
		"The survey's margin of error stands beside its figures":          "",
		"Hold each price against what studios said in the interviews":     "",
		"Conduct the interviews, then run this survey":                    "CAP-NOSURVEY",
		"Write the call to action":                                        "",
		"":                                                                "",
	} {
		var ids []string
		for _, c := range prompt.Hits(text) {
			ids = append(ids, c.ID)
		}
		if got := strings.Join(ids, " "); got != want {
			t.Errorf("Hits(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestRegimes(t *testing.T) {
	for _, c := range []struct {
		queries, fetches int
		want             prompt.Regime
	}{
		{0, 0, prompt.RegimeHigh},
		{39, 0, prompt.RegimeHigh},
		{40, 0, prompt.RegimeMedium},
		{0, 40, prompt.RegimeMedium},
		{70, 0, prompt.RegimeMedium},
		{71, 0, prompt.RegimeLow},
		{0, 89, prompt.RegimeLow},
		{90, 0, prompt.RegimeCritical},
		{120, 0, prompt.RegimeCritical},
	} {
		b := org.Budget{Queries: 100, Fetches: 100, GapCycles: 3}
		if got := prompt.RegimeOf(b, work.BudgetUsed{Queries: c.queries, Fetches: c.fetches}); got != c.want {
			t.Errorf("RegimeOf %d and %d of 100 = %s, want %s", c.queries, c.fetches, got, c.want)
		}
	}
	if got := prompt.RegimeOf(org.Budget{}, work.BudgetUsed{}); got != prompt.RegimeCritical {
		t.Errorf("RegimeOf no budget = %s, want CRITICAL", got)
	}
	got := prompt.BudgetLine(org.ResearchBudget(org.DepthStandard), work.BudgetUsed{Queries: 4, Fetches: 9, GapCycles: 2})
	if want := "Research so far: 4 of 6 searches, 9 of 16 pages. Look only for what is required and still open."; got != want {
		t.Errorf("BudgetLine = %q, want %q", got, want)
	}
}

// What stands before every call is short, and the same for all calls of a kind.
func TestTheConstitutionHasItsSize(t *testing.T) {
	s := load(t, "")
	parts := map[string]string{}
	for stage, most := range map[string]int{
		org.StageSynthesize: 580, org.StageRevise: 580, org.StageCritique: 270, org.StageCompare: 270, org.StageLead: 270, org.StageDecompose: 150, org.StageChief: 60,
	} {
		b := render(t, s, prompt.Data{Stage: stage, Nonce: stage})
		if n := len(b[0].Text) / org.CharsPerToken; b[0].Name != "B0" || n > 260 {
			t.Errorf("%s: %s has %d tokens, want B0 of 260 at most", stage, b[0].Name, n)
		}
		if n := len(b[1].Text) / org.CharsPerToken; b[1].Name != "B9" || n > most {
			t.Errorf("%s: %s has %d tokens, want B9 of %d at most", stage, b[1].Name, n, most)
		}
		parts[stage] = b[1].Text
	}
	if parts[org.StageSynthesize] != parts[org.StageRevise] || parts[org.StageCritique] != parts[org.StageCompare] || parts[org.StageCritique] != parts[org.StageLead] {
		t.Error("calls of one kind begin differently, so that nothing after it can be cached")
	}
}

func TestNonce(t *testing.T) {
	a := prompt.Nonce("secret", "s1")
	if a != prompt.Nonce("secret", "s1") || a == prompt.Nonce("secret", "s2") || a == prompt.Nonce("other", "s1") || len(a) != 12 {
		t.Errorf("Nonce = %q, want 12 signs that depend on secret and id", a)
	}
}
