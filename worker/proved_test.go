package worker_test

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
)

// What an author proved with words of a passage is settled in every later round, in the same words or in others:
// he is not asked again, and the sentence keeps its marker and what it quotes.
func TestAProvedFigureKeepsItsMarker(t *testing.T) {
	const draft = "The Fornax takes 2,350 cash from whoever buys it [%s]. That is all."
	// Where the passage stands in the pack is seen in a step before.
	look := newBench(t, llmtest.Options{})
	look.plan(look.piece("one"))
	look.mustWork()
	id := ""
	for _, r := range look.server.Requests() {
		if m := regexp.MustCompile(`<(S\d+:p\d+)[^>]*>[^<]*The Fornax 40 kiln costs 2,350 euros`).FindStringSubmatch(r.Prompt); m != nil && r.Stage == org.StageSynthesize {
			id = m[1]
		}
	}
	if id == "" {
		t.Fatal("no passage has the price")
	}
	text := strings.Replace(draft, "%s", id, 1)
	const said = `"items":[{"id":"a1","found_quote":"2,350 cash","why":"It is there.","yes":true}],"contradictions":[],"missing_implicit":[],"lesson":{"text":"","generalises":false}`
	b := newBench(t, llmtest.Options{Rules: []llmtest.Rule{
		{Stage: org.StageSynthesize, Do: "reply", Reply: text},
		{Stage: org.StageCritique, Do: "reply", Reply: "{" + said + `,"top_fixes":[{"para":0,"problem":"That is all says nothing.","find":"","instruction":"Strike it."}]}`, Times: 1},
		{Stage: org.StageCritique, Do: "reply", Reply: "{" + said + `,"top_fixes":[]}`},
		{Stage: org.StageRevise, Do: "reply", Times: 1, Reply: "```changes\n{\"old\":\" That is all.\",\"new\":\"\"}\n```\n\n```kept\n" +
			`{"finding":"D0","why":"` + id + ` says 'The Fornax 40 kiln costs 2,350 euros'"}` + "\n```"},
		{Stage: org.StageRevise, Do: "reply", Reply: "```changes\n" + `{"old":"The Fornax takes 2,350 cash from whoever buys it","new":"Whoever buys the Fornax parts with 2,350 cash for it"}` + "\n```"},
		{Stage: org.StageLead, Do: "reject", Times: 1},
	}})
	p := b.piece("one")
	p.Grave, p.Kind = true, org.KindAnalysis
	b.plan(p)
	b.mustWork()
	b.mustWork()
	list, err := b.db.Steps(context.Background(), b.project)
	b.ok(err)
	asked := 0
	for _, r := range b.server.Requests() {
		if r.Stage == org.StageRevise && strings.Contains(r.Prompt, "Do: the number 2,350") {
			asked++
		}
	}
	cited, err := b.db.Citations(context.Background(), b.project)
	b.ok(err)
	quoted := slices.ContainsFunc(cited, func(c reports.StepCitation) bool {
		return strings.Contains(c.Claim, "2,350 cash") && strings.Contains(c.Quote, "costs 2,350 euros")
	})
	if s := list[0]; s.State != org.StepCompleted || !strings.Contains(s.Result, "parts with 2,350 cash for it ["+id+"]") || asked != 1 || !quoted {
		t.Errorf("%s, asked %d times, quoted %v:\n%s", s.State, asked, quoted, s.Result)
		for _, r := range b.server.Requests() {
			if i := strings.Index(r.Prompt, "D0."); r.Stage == org.StageRevise && i >= 0 {
				t.Logf("%s: %.600s", r.Stage, r.Prompt[i:])
			} else {
				t.Log(r.Stage)
			}
		}
	}
}
