package forge_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/bot/forge"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/outward"
)

// The cases of issues hold for each forge and for what stands in for it.
func TestIssuesAreReadAndAnswered(t *testing.T) {
	for name, p := range standIns(t) {
		t.Run(name, func(t *testing.T) { holdIssueCases(t, p) })
	}
}

// call asks the API of a place as somebody.
func (p place) call(t *testing.T, token, path string, body any) map[string]any {
	t.Helper()
	if p.service == outward.Gitea {
		return post(t, p.address+"/api/v1/"+path, "token "+token, body)
	}
	return post(t, p.address+"/api/v3/"+path, "Bearer "+token, body)
}

func holdIssueCases(t *testing.T, p place) {
	t.Helper()
	ctx := t.Context()
	f := open(t, p, p.token)
	repo := "repos/" + p.owner + "/shop"
	made := p.call(t, p.token, repo+"/issues", map[string]any{"title": "Prices", "body": "A comma is read wrong."})
	number, err := strconv.Atoi(fmt.Sprint(made["number"]))
	if err != nil {
		t.Fatal(err)
	}
	is, err := f.Issue(ctx, p.owner, "shop", number)
	if err != nil || is.Title != "Prices" || is.Body != "A comma is read wrong." || is.State != "open" || is.IsPull || is.Author.Name != p.account || is.Author.ID == 0 ||
		!strings.HasSuffix(is.Link, fmt.Sprintf("/issues/%d", number)) {
		t.Errorf("the issue: %+v, %v", is, err)
	}
	if _, ok, err := f.WhoLabelled(ctx, p.owner, "shop", number, coding.DefaultLabel); ok || err != nil {
		t.Errorf("who set a label that nobody set: %v, %v", ok, err)
	}
	if p.makeLabel {
		p.call(t, p.token, repo+"/labels", map[string]any{"name": coding.DefaultLabel, "color": "#00ff00"})
	}
	if all, err := f.Labelled(ctx, p.owner, "shop", coding.DefaultLabel); err != nil || len(all) != 0 {
		t.Errorf("with a label before it was set: %+v, %v", all, err)
	}
	path := forge.IssuesPath(p.service, p.owner, "shop", coding.DefaultLabel)
	before, err := f.Probe(ctx, path, "")
	if err != nil {
		t.Errorf("ask for the issues with a label: %v", err)
	}
	p.label(t, repo, number)
	if now, err := f.Probe(ctx, path, before); err != nil || now == before {
		t.Errorf("asked again after one got the label: %q, %v, as before", now, err)
	}
	if all, err := f.Labelled(ctx, p.owner, "shop", coding.DefaultLabel); err != nil || len(all) != 1 || all[0].Number != number {
		t.Errorf("with a label: %+v, %v", all, err)
	}
	if who, ok, err := f.WhoLabelled(ctx, p.owner, "shop", number, coding.DefaultLabel); !p.lax && (!ok || err != nil || who != is.Author) {
		t.Errorf("who set it: %+v, %v, %v", who, ok, err)
	}
	said, err := f.Say(ctx, outward.Said{Owner: p.owner, Repository: "shop", Number: number, Body: "I'm on it.\n\n<!-- frasier 0123 -->"})
	if err != nil || said.ID == 0 || said.Author != is.Author {
		t.Errorf("said: %+v, %v", said, err)
	}
	all, err := f.Comments(ctx, p.owner, "shop", number)
	if err != nil || len(all) != 1 || all[0].ID != said.ID || !strings.Contains(all[0].Body, "<!-- frasier 0123 -->") || all[0].At.IsZero() {
		t.Errorf("all that was said: %+v, %v", all, err)
	}
	_, err = f.Issue(ctx, p.owner, "shop", 999)
	refused(t, "an issue that is not there", 404)(outward.PullAnswer{}, err)
}

// label sets the label that orders.
func (p place) label(t *testing.T, repo string, number int) {
	t.Helper()
	path, auth := "/api/v3/", "Bearer "+p.token
	if p.service == outward.Gitea {
		path, auth = "/api/v1/", "token "+p.token
	}
	send(t, p.address+path+fmt.Sprintf("%s/issues/%d/labels", repo, number), auth, map[string]any{"labels": []string{coding.DefaultLabel}})
}
