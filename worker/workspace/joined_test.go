package workspace_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// What a forge says of a pull request's commit and base reaches git only where it can be nothing else.
func TestFetchPullTakesNames(t *testing.T) {
	t.Parallel()
	d, host := overSSH(t)
	head := d.far(host, "rev-parse", "main")
	d.far(host, "update-ref", "refs/pull/7/head", head)
	if base, err := d.y.FetchPull(t.Context(), d.r, coding.Reading{Number: 7, Head: head, Base: "main"}); err != nil || base != head {
		t.Fatalf("a sound one: %q, %v", base, err)
	}
	for _, p := range []coding.Reading{{Head: "--output=/tmp/x", Base: "main"}, {Head: "main", Base: "main"}, {Head: head, Base: "main:refs/heads/main"}, {Head: head, Base: ""}} {
		p.Number = 7
		_, err := d.y.FetchPull(t.Context(), d.r, p)
		var no *workspace.UnusableError
		if !errors.As(err, &no) || !strings.Contains(no.Text, "git knows no such names") {
			t.Errorf("%q, %q: %v", p.Head, p.Base, err)
		}
	}
}

// A commit of two parents is made again where it is not, from the patch on the one that it joins, and goes to its branch without force.
func TestJoinedCommitIsMadeAgainAndPushed(t *testing.T) {
	t.Parallel()
	d, host := overSSH(t)
	first := d.mine()
	d.ok(d.y.Push(t.Context(), first))
	moved, err := d.y.Commit(t.Context(), d.r, coding.Commit{Parent: d.from, Tree: first.Merged[0].Tree, Message: "main moves", At: time.Unix(1_800_000_001, 0)})
	d.ok(err)
	push := first
	push.PushAs, push.Merged = "frasier/moved", []coding.Commit{{N: 1, Parent: d.from, Tree: first.Merged[0].Tree, ID: moved, Patch: first.Merged[0].Patch, Message: "main moves", At: time.Unix(1_800_000_001, 0)}}
	d.ok(d.y.Push(t.Context(), push))
	d.far(host, "update-ref", "refs/heads/main", moved)

	c := coding.Commit{N: 1, Parent: first.Merged[0].ID, Joins: moved, Patch: []byte("--- a/fee.txt\n+++ b/fee.txt\n@@ -1 +1 @@\n-three\n+four\n"), Message: "both", At: time.Unix(1_800_000_002, 0)}
	c.Tree, err = d.y.Apply(t.Context(), d.r, c.Below(), c.Patch)
	d.ok(err)
	c.ID, err = d.y.Commit(t.Context(), d.r, c)
	d.ok(err)
	o := coding.CodeOrder{
		Repository: d.r, Branch: "frasier/p2-both", PushAs: first.Branch, Joins: "main", Merged: []coding.Commit{c},
		From: &coding.Origin{Project: "p1", Branch: first.Branch, Merged: first.Merged},
	}
	d.y.Home = t.TempDir() // another machine
	d.ok(d.y.Push(t.Context(), o))
	if got, want := d.far(host, "log", "--format=%P", "-1", first.Branch), c.Parent+" "+moved; got != want {
		t.Errorf("its parents are %s, want %s", got, want)
	}
	s, err := d.y.Start(t.Context(), coding.CodeOrder{Repository: d.r, Branch: "frasier/p3", Joins: "main", From: o.From})
	if err != nil || s.Commit != moved {
		t.Errorf("what joins starts at %q, %v, want the base", s.Commit, err)
	}
}
