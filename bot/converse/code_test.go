package converse_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
)

// withCode is a chief who takes every order for a change of code in two parts.
func withCode(t *testing.T, known ...string) *fixture {
	t.Helper()
	const phases = `[{"label":"Read commas","task":"A comma is a point."},{"label":"Say so in the help","task":""}]`
	o := newFixture(t, &llmtest.Options{Script: llmtest.Script{
		"chief/*": {{Text: `{"message":"On it.","actions":[{"do":"start","target":"","choice":"","work":{"title":"Decimal commas","goal":"Prices with a comma","size":"project","mode":"code","depth":"simple","phases":` + phases + `}}]}`}},
	}})
	for _, name := range known {
		if _, err := o.db.AddRepository(t.Context(), coding.Repository{Name: name, Kind: coding.RepositoryPath, Source: "/src/" + name, Machine: "m", Ref: "main"}); err != nil {
			t.Fatal(err)
		}
	}
	return o
}

// Words that order a change of code become items that change code, one after the other, in the repository that they name.
func TestWordsOrderCode(t *testing.T) {
	o := withCode(t, "shop", "site")
	a := o.say("In shop, prices with a decimal comma are read wrong. Fix it.")
	if a.project == nil {
		t.Fatalf("no project: %q", a.reply)
	}
	j := o.job()
	if !j.Code || len(j.Items) != 2 || !j.Items[0].Code || !j.Items[1].Code || len(j.Items[1].Needs) != 1 || j.Items[1].Needs[0] != j.Items[0].Key {
		t.Fatalf("job: code %v, items %+v; want two that change code, the second after the first", j.Code, j.Items)
	}
	wantIn(t, "the first item", j.Items[0].Title+j.Items[0].Detail, "Read commas", "A comma is a point.", "In shop, prices")
	wantIn(t, "the chief's prompt", o.calls()[len(o.calls())-1].Prompt, "shop, site")
}

// Where two repositories may be meant, or none is known, nothing is changed.
func TestWordsThatNameNoRepository(t *testing.T) {
	o := withCode(t, "shop", "site")
	a := o.say("Prices with a decimal comma are read wrong. Fix it.")
	if a.project != nil {
		t.Errorf("a project in no repository: %+v", a.project)
	}
	wantIn(t, "reply", a.reply, "shop or site?")
	o = withCode(t)
	if o.say("Prices with a decimal comma are read wrong. Fix it."); o.job().Code {
		t.Error("code is changed though no repository is known")
	}
}
