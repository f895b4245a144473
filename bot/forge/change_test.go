package forge_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"github.com/frasier-cos/frasier/bot/forge"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/testing/forgetest"
)

func TestAPullRequestIsMadeReadyAndMerged(t *testing.T) {
	for name, p := range standIns(t) {
		t.Run(name, func(t *testing.T) { holdChanges(t, p) })
	}
}

// holdChanges takes a draft on its way to its base.
func holdChanges(t *testing.T, p place) {
	t.Helper()
	ctx := t.Context()
	f := open(t, p, p.token)
	draft := outward.Pull{Owner: p.owner, Repository: "shop", Head: "one", Base: "main", Title: "Fix it", Body: "as said", Draft: true}
	made, ok, err := f.FindPull(ctx, p.owner, "shop", "one")
	if err == nil && !ok {
		made, err = f.OpenPull(ctx, draft)
	}
	if err != nil {
		t.Fatal(err)
	}
	order := outward.PullOrder{Owner: p.owner, Repository: "shop", Number: made.Number, Head: made.Head, Base: "main"}
	find := func() outward.PullAnswer {
		t.Helper()
		got, _, err := f.FindPull(ctx, p.owner, "shop", "one")
		if err != nil {
			t.Error(err)
		}
		return got
	}
	if _, err := f.Merge(ctx, order); err == nil {
		t.Error("a draft is merged")
	}
	for range 2 {
		if err := f.MarkReady(ctx, order); err != nil {
			t.Errorf("mark as ready: %v", err)
		}
		if got := find(); got.Draft || got.State != "open" {
			t.Errorf("ready: %+v", got)
		}
	}
	other := order
	other.Head = "1234567890123456789012345678901234567890"
	if how, err := f.Merge(ctx, other); err == nil {
		t.Errorf("a commit that is not there is merged: %s", how)
	}
	var how outward.MergeAnswer
	for range 50 { // Gitea looks for a moment whether it fits
		how, err = f.Merge(ctx, order)
		var no *forge.RefusedError
		if err == nil || errors.As(err, &no) {
			break
		}
		wait(t)
	}
	if got := find(); err != nil || how != outward.MergeDone || got.State != "merged" {
		t.Errorf("merge: %q, %v; there: %+v", how, err, got)
	}
	if _, err := f.Merge(ctx, order); err == nil {
		t.Error("it is merged twice")
	}
	branch, err := f.History(ctx, p.owner, "shop", made.Head)
	if err != nil || len(branch) == 0 || branch[0].ID != made.Head || branch[0].Tree == "" {
		t.Errorf("what is on the branch: %+v, %v", branch, err)
	}
	base, err := f.History(ctx, p.owner, "shop", "main")
	if err != nil || !slices.ContainsFunc(base, func(c outward.CommitSeen) bool { return c.ID == made.Head && c.Tree == branch[0].Tree }) {
		t.Errorf("what is on its base: %+v, %v", base, err)
	}
	for _, want := range []string{made.Head, ""} {
		if at, err := f.FindBranch(ctx, p.owner, "shop", "one"); err != nil || at != want {
			t.Errorf("the branch is at %q, %v; want %q", at, err, want)
		}
		if err := f.DropBranch(ctx, p.owner, "shop", "one"); err != nil && want != "" {
			t.Errorf("delete the branch: %v", err)
		}
	}
}

func TestAPullRequestIsClosed(t *testing.T) {
	for name, p := range standIns(t) {
		t.Run(name, func(t *testing.T) { holdClosing(t, p) })
	}
}

func holdClosing(t *testing.T, p place) {
	t.Helper()
	f := open(t, p, p.token)
	made, err := f.OpenPull(t.Context(), outward.Pull{Owner: p.owner, Repository: "shop", Head: "one", Base: "main", Title: "Fix it", Body: "as said"})
	if err != nil || made.Draft {
		t.Fatalf("one that is no draft: %+v, %v", made, err)
	}
	at, err := f.FindBranch(t.Context(), p.owner, "shop", "main")
	if err == nil {
		err = f.MakeBranch(t.Context(), p.owner, "shop", "release", at)
	}
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // after a kill the same again
		err := f.MoveOnto(t.Context(), outward.PullOrder{Owner: p.owner, Repository: "shop", Number: made.Number, Base: "main", Onto: "release"})
		if seen, failed := f.Pull(t.Context(), p.owner, "shop", made.Number); err != nil || failed != nil || seen.Base != "release" {
			t.Errorf("moved onto release: %v; there: %+v, %v", err, seen, failed)
		}
	}
	if err := f.ClosePull(t.Context(), outward.PullOrder{Owner: p.owner, Repository: "shop", Number: made.Number}); err != nil {
		t.Fatal(err)
	}
	if got, _, err := f.FindPull(t.Context(), p.owner, "shop", "one"); err != nil || got.State != "closed" {
		t.Errorf("closed: %+v, %v", got, err)
	}
}

// A base with a queue takes nothing past it, and what is to wait waits at the forge.
func TestAForgeMergesByItself(t *testing.T) {
	for _, c := range []struct {
		service outward.Service
		queue   bool
		want    outward.MergeAnswer
	}{{outward.GitHub, true, outward.MergeQueued}, {outward.GitHub, false, outward.MergeWaits}, {outward.Gitea, false, outward.MergeWaits}} {
		t.Run(fmt.Sprint(c.service, c.queue), func(t *testing.T) {
			stand := &forgetest.Forge{Dir: t.TempDir()}
			head := makeRepository(t, stand.Dir)
			s := httptest.NewServer(stand)
			t.Cleanup(s.Close)
			if c.queue {
				stand.Queue("acme/shop")
			}
			f, err := forge.Open(c.service, s.URL, forgetest.Token, nil)
			if err != nil {
				t.Fatal(err)
			}
			made, err := f.OpenPull(t.Context(), outward.Pull{Owner: "acme", Repository: "shop", Head: "one", Base: "main", Title: "Fix it"})
			if err != nil {
				t.Fatal(err)
			}
			order := outward.PullOrder{Owner: "acme", Repository: "shop", Number: made.Number, Head: head, Base: "main", Wait: !c.queue}
			for range 2 { // after a kill the same again
				if how, err := f.Merge(t.Context(), order); err != nil || how != c.want {
					t.Errorf("merge: %q, %v", how, err)
				}
			}
			if got := stand.PullState("acme/shop", made.Number); got != string(c.want) {
				t.Errorf("there it is %q", got)
			}
			asked, err := f.MergeAsked(t.Context(), order)
			if err != nil || c.service == outward.GitHub && asked != c.want {
				t.Errorf("asked: %q, %v", asked, err)
			}
		})
	}
}

// What GitHub's GraphQL refuses comes with status 200, and is a refusal all the same.
func TestARefusalInGraphQLIsOne(t *testing.T) {
	for kind, want := range map[string]int{"FORBIDDEN": http.StatusForbidden, "NOT_FOUND": http.StatusNotFound, "UNPROCESSABLE": http.StatusUnprocessableEntity} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			if _, err := fmt.Fprintf(w, `{"data":null,"errors":[{"type":%q,"message":"Resource not accessible by personal access token"}]}`, kind); err != nil {
				t.Error(err)
			}
		}))
		t.Cleanup(s.Close)
		f, err := forge.Open(outward.GitHub, s.URL, forgetest.Token, nil)
		if err != nil {
			t.Fatal(err)
		}
		err = f.MarkReady(t.Context(), outward.PullOrder{Owner: "acme", Repository: "shop", Number: 7})
		refused(t, kind, want)(outward.PullAnswer{}, err)
	}
}
