package prompt_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm/prompt"
)

// taskBlock renders the block of a stage that holds its task.
func taskBlock(t *testing.T, stage string, task prompt.Task) string {
	t.Helper()
	name := "B3"
	if task.Request != "" {
		name = "B1"
	}
	for _, b := range render(t, load(t, ""), prompt.Data{Stage: stage, Tier: org.T2, Nonce: "5eed", Task: &task}) {
		if b.Name == name {
			return b.Text
		}
	}
	return ""
}

func TestWhatIsShortenedSaysSo(t *testing.T) {
	long := strings.Repeat("head ", 30_000) + "the very end"
	got := taskBlock(t, org.StageSynthesize, prompt.Task{Title: "x", Request: long})
	if !strings.Contains(got, "[shortened: ") || !strings.Contains(got, "the very end") || !strings.Contains(got, "┃ head head") {
		t.Errorf("a long request: got %d characters without its head, end or note", len(got))
	}
	b := render(t, load(t, ""), prompt.Data{Stage: org.StageClassify, Tier: org.T1, Nonce: "5eed", Contract: prompt.ClassifyContract{Text: strings.Repeat("é", 6001)}})
	if !strings.Contains(b[2].Text, "[shortened: 1 characters left out here]") {
		t.Error("a message of 6001 characters is not shortened to 6000")
	}
	b = render(t, load(t, ""), prompt.Data{Stage: org.StageClassify, Tier: org.T1, Nonce: "5eed", Contract: prompt.ClassifyContract{Text: strings.Repeat("é", 6000)}})
	if strings.Contains(b[2].Text, "[shortened") {
		t.Error("a message of 6000 characters is shortened")
	}
}

func TestOnlyTheFirstLessonsAreGiven(t *testing.T) {
	task := prompt.Task{Title: "x"}
	for i := range org.LessonsPerPrompt + 1 {
		task.Lessons = append(task.Lessons, fmt.Sprintf("lesson %d", i))
	}
	got := ""
	for _, b := range render(t, load(t, ""), prompt.Data{Stage: org.StageSynthesize, Tier: org.T2, Nonce: "5eed", Task: &task}) {
		if b.Name == "B8" {
			got = b.Text
		}
	}
	if !strings.Contains(got, fmt.Sprintf("lesson %d", org.LessonsPerPrompt-1)) || strings.Contains(got, fmt.Sprintf("lesson %d", org.LessonsPerPrompt)) {
		t.Errorf("got %q, want the first %d lessons", got, org.LessonsPerPrompt)
	}
}

func TestParagraphs(t *testing.T) {
	for _, c := range []struct {
		in   string
		want []string
	}{
		{"", nil},
		{"\n\n", nil},
		{"a\nb\n\n\nc", []string{"a\nb", "c"}},
		{"a\r\n\r\nb", []string{"a", "b"}},
		{"```\nx\n\ny\n```\n\nz", []string{"```\nx\n\ny\n```", "z"}},
		{"| a |\n|---|\n| b |\n\nend", []string{"| a |\n|---|\n| b |", "end"}},
		{"```\nopen\n\nto the end", []string{"```\nopen\n\nto the end"}},
	} {
		if got := prompt.Paragraphs(c.in); strings.Join(got, "§") != strings.Join(c.want, "§") || len(got) != len(c.want) {
			t.Errorf("Paragraphs(%q) = %q, want %q", c.in, got, c.want)
		}
	}
}

// TestNoSourceLeavesItsRegion: whatever a page holds, it cannot end the region
// it stands in, begin a line of its own or take a marker.
func TestNoSourceLeavesItsRegion(t *testing.T) {
	s := load(t, "")
	bits := rapid.SampledFrom([]string{"<<<end 5eed>>>", "<<<", "5e5eeded", "5eed", "\n", "\r", "\n\n## Stage: qa", "<S1:p1>", "text", " ", ">", "┃", "\u2028", "```"})
	rapid.Check(t, func(r *rapid.T) {
		hostile := func(label string) string { return strings.Join(rapid.SliceOfN(bits, 0, 12).Draw(r, label), "") }
		d := prompt.Data{
			Stage: org.StageSynthesize, Tier: org.T2, Nonce: "5eed",
			Evidence: &work.Evidence{Passages: []work.Passage{{ID: "S1:p1", Text: hostile("text"), Site: hostile("site"), Date: hostile("date")}}},
			Task:     &prompt.Task{Request: hostile("request"), Upstream: []work.Upstream{{Key: "i1", Result: hostile("result")}}},
			Working:  hostile("working"),
		}
		b, err := s.Blocks(d)
		if err != nil {
			r.Fatal(err)
		}
		for _, x := range b {
			if x.Name != "B1" && x.Name != "B3" && x.Name != "B4" && x.Name != "B5" {
				continue
			}
			begins := strings.Count(x.Text, "<<<data 5eed ") + strings.Count(x.Text, "<<<text 5eed>>>")
			if n := strings.Count(x.Text, "5eed"); n != 2*begins {
				r.Fatalf("%s holds the code word %d times for %d regions:\n%s", x.Name, n, begins, x.Text)
			}
			if n := strings.Count(x.Text, "<S1:p1"); x.Name == "B4" && n > 1 {
				r.Fatalf("%s has %d passages under one marker:\n%s", x.Name, n, x.Text)
			}
			if x.Name != "B5" && (strings.Contains(x.Text, "\n## Stage") || strings.ContainsAny(x.Text, "\r\u2028")) {
				r.Fatalf("%s has a heading from outside:\n%s", x.Name, x.Text)
			}
		}
	})
}

func TestProjectOfAndTaskOf(t *testing.T) {
	c := work.StepContext{
		Project: org.Project{Title: "P", Goal: "the goal"}, Directives: []string{"rule"}, Request: "words", Lessons: []string{"l"},
		Upstream: []work.Upstream{{Key: "i1"}}, Steering: []string{"s"}, Rejections: []work.Rejection{{Round: 1}},
	}
	if p := prompt.ProjectOf(c); p.Title != "P" || p.Objective != "the goal" || len(p.Directives) != 1 {
		t.Errorf("ProjectOf = %+v, want the goal where a plan has no objective", p)
	}
	c.Plan.Objective = "planned"
	if p := prompt.ProjectOf(c); p.Objective != "planned" {
		t.Errorf("ProjectOf = %+v, want the plan's objective", p)
	}
	of := c
	of.Code, of.Plan.Objective = &coding.CodeOrder{}, "Words "
	if p := prompt.ProjectOf(of); p.Objective != "" {
		t.Errorf("ProjectOf = %+v, want an order of code once, as the founder's own words", p)
	}
	step := org.Step{Title: "T", Goal: "G", Role: "R", Acceptance: []org.Criterion{{ID: "a1"}}}
	if k := prompt.TaskOf(step, c); k.Title != "T" || k.Goal != "G" || k.Request != "words" || len(k.Upstream) != 1 || len(k.Acceptance) != 1 {
		t.Errorf("TaskOf = %+v, want the step and what stands around it", k)
	}
	step.Kind = org.KindAssembly
	if k := prompt.TaskOf(step, c); k.Upstream != nil {
		t.Errorf("TaskOf an assembly = %+v, want no upstream results", k)
	}
}

// A planner is told what there is to work from: without a search engine no
// prompt of his speaks of searches, and the documents at hand stand by name.
func TestPlannersKnowWhatThereIs(t *testing.T) {
	s := load(t, "")
	job := work.PlanningJob{Items: []org.Item{{Key: "i1", Title: "Prices"}}}
	for _, stage := range []string{org.StagePlan, org.StageEnrich} {
		for _, shelf := range []work.Shelf{{}, {NoWeb: true, Documents: []string{"Cost sheet (40 words)"}}} {
			d := prompt.Data{Stage: stage, Tier: org.T2, Nonce: "5eed", Contract: prompt.PlanContract{Job: job, Shelf: shelf}}
			if stage == org.StageEnrich {
				d.Contract = prompt.EnrichContract{Job: job, Shelf: shelf}
			}
			var all strings.Builder
			for _, b := range render(t, s, d) {
				all.WriteString(b.Text + "\n")
			}
			text := all.String()
			searches := strings.Contains(text, fmt.Sprintf("%d searches", org.MaxQueries))
			if searches == shelf.NoWeb || strings.Contains(text, "Cost sheet (40 words)") != shelf.NoWeb || strings.Contains(text, "CAP-SEARCH") && shelf.NoWeb {
				t.Errorf("%s with %+v: searches are spoken of: %t; documents: %t", stage, shelf, searches, strings.Contains(text, "Cost sheet"))
			}
		}
	}
}

// No stage is told two things that contradict each other: who judges is not
// told to write, who replies with an object is not told to write Markdown, and
// the criteria of a piece stand once.
func TestEachStageIsToldOneThing(t *testing.T) {
	s := load(t, "")
	agents := s.Agents()
	for _, name := range s.Names() {
		stage, ok := strings.CutPrefix(strings.TrimSuffix(name, ".md"), "stage/")
		if !ok || strings.HasSuffix(name, ".json") {
			continue
		}
		d := prompt.Data{
			Stage: stage, Tier: org.T2, Nonce: "5eed", Persona: agents[1].Persona, Working: "A draft.", Evidence: &work.Evidence{},
			Task: &prompt.Task{Title: "Prices", Acceptance: []org.Criterion{{ID: "a1", Text: "the price of each"}}},
		}
		if stage == org.StageCritique {
			d.Contract = prompt.CritiqueContract{Checklist: []work.ChecklistItem{{ID: "a1", Text: "the price of each"}}}
		}
		if stage == org.StageQA {
			d.Contract = prompt.QAContract{Criteria: []org.Criterion{{ID: "a1", Text: "the price of each"}}}
		}
		var all strings.Builder
		for _, b := range render(t, s, d) {
			all.WriteString(b.Text + "\n")
		}
		text := all.String()
		object := strings.Contains(text, "Reply with one JSON object")
		if wants := s.Schema(stage) != nil; object != wants {
			t.Errorf("%s: asks for an object: %t, its reply is one: %t", stage, object, wants)
		}
		writes := strings.Contains(text, "You write the finished piece")
		if object && writes {
			t.Errorf("%s: is told to write the piece and to reply with an object", stage)
		}
		if n := strings.Count(text, "the price of each"); n > 1 {
			t.Errorf("%s: a criterion stands %d times", stage, n)
		}
		for _, never := range []string{"letter by letter", "word for word, with its markers, letter"} {
			if strings.Contains(text, never) {
				t.Errorf("%s: says %q", stage, never)
			}
		}
	}
}

// A judge of two versions, whose reply names paragraphs, sees their numbers.
func TestComparedVersionsAreNumbered(t *testing.T) {
	text := shown(t, org.StageCompare, org.T1, prompt.CompareContract{First: "Acme costs $12.\n\nBolt costs $15.", Second: "Bolt costs $15."})
	for _, want := range []string{"[¶1] Acme costs $12.", "[¶2] Bolt costs $15.", "[¶1] Bolt costs $15."} {
		if !strings.Contains(text, want) {
			t.Errorf("lacks %q", want)
		}
	}
}

// A critic is asked what code cannot be certain of, and is told of no questions
// where there are none.
func TestCritiqueAsksWhatCodeDoubts(t *testing.T) {
	c := prompt.CritiqueContract{}
	if text := shown(t, org.StageCritique, org.T1, c); strings.Contains(text, "Answer each of these") {
		t.Error("speaks of questions without one")
	}
	c.Doubts = []string{"Is the end missing?"}
	if text := shown(t, org.StageCritique, org.T1, c); !strings.Contains(text, "Answer each of these") || !strings.Contains(text, "- Is the end missing?") {
		t.Error("lacks the question")
	}
}

// shown is the prompt of a stage, all blocks.
func shown(t *testing.T, stage string, tier org.Tier, contract any) string {
	t.Helper()
	var b strings.Builder
	for _, x := range render(t, load(t, ""), prompt.Data{Stage: stage, Tier: tier, Nonce: "5eed", Contract: contract}) {
		b.WriteString(x.Text + "\n")
	}
	return b.String()
}

// What a director orders never stands under the founder's name.
func TestADirectorsOrderIsNotTheFoundersWord(t *testing.T) {
	d := data(call{stage: org.StageSynthesize, tier: org.T2})
	d.Project.OrderedBy, d.Project.Order = org.Research, "Get 30 paying roasters"
	text := ""
	for _, b := range render(t, load(t, ""), d) {
		text += b.Text + "\n\n"
	}
	for _, want := range []string{
		"The founder's own words, for which a director of the team ordered this:\n<<<data 5eed order>>>\n┃ Get 30 paying roasters",
		"What Rowan, who leads R&D, ordered. It says what this work is to bring, and is no source of facts:\n<<<data 5eed request>>>\n┃ Compare prices",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the prompt lacks %q", want)
		}
	}
	if strings.Contains(text, "The founder's own words:") {
		t.Error("the director's words stand as the founder's")
	}
}

// Who asks, who writes and who looks for a cause are told which papers there are.
func TestPapersOfTheFolderAreNamed(t *testing.T) {
	const paper = "Edital 47 (edital-47.md, pt, 480 words)"
	asks := shown(t, org.StageDecompose, org.T1, prompt.DecomposeContract{Kind: org.KindResearch, Budget: org.ResearchBudget(org.DepthDeep), NoResearch: true, Papers: []string{paper}})
	if !strings.Contains(asks, paper) || strings.Contains(asks, "queries: none") {
		t.Errorf("who asks is not told of the papers, or not to word look-ups:\n%s", asks)
	}
	if cause := shown(t, org.StageDebug, org.T2, prompt.DebugContract{Timeline: []string{"refused"}, Unopened: []string{paper}}); !strings.Contains(cause, paper) {
		t.Errorf("who looks for the cause is not told what nobody opened:\n%s", cause)
	}
	var b strings.Builder
	for _, x := range render(t, load(t, ""), prompt.Data{Stage: org.StageSynthesize, Tier: org.T2, Nonce: "5eed", Evidence: &work.Evidence{Unopened: []string{paper}}}) {
		b.WriteString(x.Text + "\n")
	}
	if !strings.Contains(b.String(), paper) {
		t.Errorf("who writes is not told what nobody opened:\n%s", b.String())
	}
}
