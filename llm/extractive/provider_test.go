package extractive_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/extractive"
	"github.com/frasier-cos/frasier/llm/prompt"
)

// complete answers a JSON stage and checks the answer against the schema that
// models have to keep.
func complete(t *testing.T, stage string, in work.StageInput) string {
	t.Helper()
	raw, err := extractive.Provider{}.Complete(t.Context(), llm.Wire{Purpose: stage, Input: in})
	if err != nil {
		t.Fatalf("%s: %v", stage, err)
	}
	if raw.Model != "extractive/1" || raw.Finish != "stop" || !raw.Usage.Known || raw.Usage.Cost != 0 || raw.Usage.In+raw.Usage.Out != 0 {
		t.Errorf("%s: answered as %+v, want extractive/1, stop, no tokens, no cost", stage, raw)
	}
	set, err := prompt.Load("")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(set.Schema(stage).Local))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("s.json", doc); err != nil {
		t.Fatal(err)
	}
	obj, err := jsonschema.UnmarshalJSON(strings.NewReader(raw.Text))
	if err != nil {
		t.Fatalf("%s: %v in %s", stage, err, raw.Text)
	}
	if err := c.MustCompile("s.json").Validate(obj); err != nil {
		t.Errorf("%s: %s does not keep its schema: %v", stage, raw.Text, err)
	}
	return raw.Text
}

func decode[T any](t *testing.T, text string) T {
	t.Helper()
	var v T
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("decode %s: %v", text, err)
	}
	return v
}

const plan = "# Launch\n\n## Market\n\n- Find rivals\n- Find prices\n\n## Offer\n\n- Write the page\n- Name the plan\n- Draft the mail\n"

func TestClassifyAndChief(t *testing.T) {
	for _, c := range []struct {
		name   string
		m      org.Message
		known  *org.Classification
		class  string
		sure   bool
		action string
		title  string
	}{
		{"a greeting", org.Message{Text: "good morning"}, nil, "casual", false, "RESPONSE", ""},
		{"nothing", org.Message{}, nil, "casual", false, "RESPONSE", ""},
		{"a question", org.Message{Text: "what is our burn rate?"}, nil, "casual", false, "RESPONSE", ""},
		{"one order", org.Message{Text: "Please find the prices of five rivals."}, nil, "simple_task", false, "PROPOSAL", "find the prices of five rivals"},
		{"two orders", org.Message{Text: "Find the prices of five rivals. Then write a summary of them."}, nil, "full_project", false, "NEW_PROJECT", "Find the prices of five rivals"},
		{"a roadmap in the text", org.Message{Text: plan}, nil, "full_project", true, "NEW_PROJECT", "Launch"},
		{"an attached roadmap without a word", org.Message{Attachments: []org.Attachment{{Name: "plan.md", Text: plan}}}, nil, "full_project", true, "NEW_PROJECT", "Launch"},
		{"an attached picture", org.Message{Attachments: []org.Attachment{{Name: "plan.png"}}}, nil, "casual", false, "RESPONSE", ""},
		{"a structural rule", org.Message{Text: "do it"}, &org.Classification{Structural: true}, "full_project", true, "NEW_PROJECT", "do it"},
		{"an explicit command", org.Message{Text: "the market", Explicit: true}, nil, "full_project", true, "NEW_PROJECT", "the market"},
	} {
		got := decode[struct {
			Class      string
			Confidence float64
			Title      string
			Evidence   []string
		}](t, complete(t, org.StageClassify, work.StageInput{Message: &c.m, Class: c.known}))
		if got.Class != c.class || (got.Confidence >= org.ConfidenceFloor) != c.sure || got.Title != c.title {
			t.Errorf("%s: classified as %+v, want %s, sure %v, %q", c.name, got, c.class, c.sure, c.title)
		}
		for _, e := range got.Evidence {
			if !strings.Contains(c.m.Text, e) {
				t.Errorf("%s: evidence %q is not in the message", c.name, e)
			}
		}
		reply := decode[struct {
			Message string
			Actions []struct {
				Do   string
				Work struct{ Title, Size string }
			}
		}](t, complete(t, org.StageChief, work.StageInput{Message: &c.m, Class: c.known}))
		action := "RESPONSE"
		if len(reply.Actions) == 1 && reply.Actions[0].Do == "start" && reply.Actions[0].Work.Title != "" {
			action = map[string]string{"task": "PROPOSAL", "project": "NEW_PROJECT"}[reply.Actions[0].Work.Size]
		}
		if action != c.action || (action == "RESPONSE") != strings.Contains(reply.Message, "No AI model is set up") {
			t.Errorf("%s: replied %+v, want %s, and the reason where nothing starts", c.name, reply, c.action)
		}
	}
}

func TestEnrichKeepsEachItemAndTheFoundersWords(t *testing.T) {
	job := work.PlanningJob{Items: []org.Item{
		{Key: "i1", Title: "Compare five hosts", Detail: "EU only", Accept: []string{"at least 3 sources", "A table", "four sections", "It says which is cheapest"}},
		{Key: "i2", Title: "Write the announcement", Role: "Press officer", Tier: org.T3},
		{Key: "i0", Title: "Ticked", Done: true},
		{Key: "i3", Title: "Anything", Accept: []string{"1", "2", "3", "4", "5", "6", "seventh"}},
	}}
	type items struct {
		Items []struct {
			Key, Goal, Kind, Role, Tier string
			Acceptance                  []struct {
				ID, Text, Check string
				N               *int
			}
		}
	}
	got := decode[items](t, complete(t, org.StageEnrich, work.StageInput{Job: &job})).Items
	if len(got) != 3 {
		t.Fatalf("%d items, want the three open ones", len(got))
	}
	a := got[0].Acceptance
	if got[0].Kind != "analysis" || got[0].Goal != "Compare five hosts: EU only" || got[0].Tier != "T1" || len(a) != 4 ||
		a[0].Check != "sources" || *a[0].N != 3 || a[1].Check != "table" || a[2].Check != "sections" || *a[2].N != 4 || a[3].Check != "judge" || a[3].Text != "It says which is cheapest" {
		t.Errorf("i1 = %+v, want analysis by keywords with the founder's four lines checked by code where code can", got[0])
	}
	if got[1].Kind != "writing" || got[1].Role != "Press officer" || got[1].Tier != "T3" || len(got[1].Acceptance) != 1 || got[1].Acceptance[0].Check != "judge" {
		t.Errorf("i2 = %+v, want the founder's role and tier and one judge item", got[1])
	}
	if n := len(got[2].Acceptance); n != 6 || got[2].Acceptance[5].Text != "6; seventh" {
		t.Errorf("i3 has %d criteria %+v, want six and nothing lost", n, got[2].Acceptance)
	}
}

func TestKindsComeFromKeywords(t *testing.T) {
	for title, want := range map[string]string{
		"Find prices": "research", "Write code": "writing", "Write the code of the API": "engineering", "Compare hosts": "analysis",
		"Decide the positioning": "strategy", "Invent a slogan": "creative", "Something else": "research", "Forecast the budget": "analysis",
	} {
		job := work.PlanningJob{Items: []org.Item{{Key: "i1", Title: title}}}
		got := decode[struct{ Items []struct{ Kind string } }](t, complete(t, org.StageEnrich, work.StageInput{Job: &job}))
		if got.Items[0].Kind != want {
			t.Errorf("%q is %s, want %s", title, got.Items[0].Kind, want)
		}
	}
}

func TestDecomposeAsksInTheFoundersWords(t *testing.T) {
	step := org.Step{
		Title: "Prices of hosted databases", Goal: "What a small team pays", Entities: []string{"Acme", "Bolt"},
		Acceptance: []org.Criterion{
			{ID: "a1", Text: "At least 3 sources", Check: org.CheckSources, N: 3},
			{ID: "a2", Text: "Price per seat with annual billing", Check: org.CheckJudge},
		},
	}
	for n := range 9 {
		step.Acceptance = append(step.Acceptance, org.Criterion{ID: fmt.Sprintf("a%d", n+3), Text: fmt.Sprintf("Further point number %d", n), Check: org.CheckJudge})
	}
	got := decode[work.Inquiry](t, complete(t, org.StageDecompose, work.StageInput{Step: &step}))
	served := map[string]bool{}
	for _, q := range got.Questions {
		for _, id := range q.Serves {
			served[id] = true
		}
	}
	for _, a := range step.Acceptance {
		if !served[a.ID] {
			t.Errorf("no question serves %s: %+v", a.ID, got.Questions)
		}
	}
	if q := got.Questions; len(q) != 8 || q[0].Text != step.Title || q[1].Text != "Acme: Prices of hosted databases" || q[0].Need != "number" {
		t.Errorf("questions = %+v, want title, entities, acceptance", q)
	}
	if q := got.Queries; len(q) != org.InitialQueries || q[0].Text != "prices hosted databases" || q[1].Text != "acme prices hosted databases" {
		t.Errorf("queries = %+v, want %d of content words", q, org.InitialQueries)
	}
}

func TestStagesThatNeedJudgementHaveNoModel(t *testing.T) {
	for _, stage := range []string{
		org.StagePlan, org.StagePlanReview, org.StageClaims, org.StageGap, org.StageCritique, org.StageRevise,
		org.StageQA, org.StageLead, org.StageSummary, org.StageCoherence, org.StageRepair, "unheard of",
	} {
		if _, err := (extractive.Provider{}).Complete(t.Context(), llm.Wire{Purpose: stage}); !errors.Is(err, org.ErrNoModel) {
			t.Errorf("%s: %v, want org.ErrNoModel", stage, err)
		}
	}
	for _, stage := range []string{org.StageClassify, org.StageChief, org.StageEnrich, org.StageDecompose, org.StageSynthesize} {
		if _, err := (extractive.Provider{}).Complete(t.Context(), llm.Wire{Purpose: stage}); err == nil || errors.Is(err, org.ErrNoModel) {
			t.Errorf("%s without facts: %v, want an error of its own", stage, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (extractive.Provider{}).Complete(ctx, llm.Wire{Purpose: org.StageChief}); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled call: %v, want context.Canceled", err)
	}
}
