package org_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
)

// What is said of a step goes before what is said of its repository, but for an operator who keeps changes out; where
// there is no checkout, nothing comes in.
func TestIsolated(t *testing.T) {
	t.Parallel()
	on, off := org.Isolated, org.NotIsolated
	step, repo, none := org.FromStep, org.FromRepo, org.FromDefault
	for _, c := range []struct {
		of, said org.Isolation
		want     org.Isolation
		from     string
	}{
		{"", "", on, none},
		{"", on, on, step},
		{"", off, off, step},
		{off, "", off, repo},
		{off, on, on, step},
		{off, off, off, step},
		{on, "", on, repo},
		{on, on, on, repo},
		{on, off, on, repo},
	} {
		for _, folder := range []struct {
			kind org.RepositoryKind
			bare bool
		}{{org.RepositoryPath, false}, {org.RepositoryPath, true}, {org.RepositoryFolder, false}} {
			f := facts()
			f.Order.Isolation = c.said
			f.Order.Repository.Kind, f.Order.Repository.Policy.Bare, f.Order.Repository.Policy.Isolation = folder.kind, folder.bare, c.of
			want := org.Sourced[org.Isolation]{Value: c.want, From: c.from}
			if folder.kind == org.RepositoryFolder || folder.bare {
				want = org.Sourced[org.Isolation]{Value: on, From: none}
			}
			p := org.Place(f)
			if p.Isolated != want {
				t.Errorf("repository %q, step %q, %+v: %v, want %v", c.of, c.said, folder, p.Isolated, want)
			}
		}
	}
	for word, want := range map[string]org.Isolation{"on": on, "OFF": off, " default ": "", "isolated": on, "shared": off, "shared_project_workspace": off, "inherit_project_default": ""} {
		if got, ok := org.ParseIsolation(word); got != want || !ok {
			t.Errorf("%q is %q, %v", word, got, ok)
		}
	}
	for _, word := range []string{"", "yes", "offf"} {
		if got, ok := org.ParseIsolation(word); ok {
			t.Errorf("%q is %q", word, got)
		}
	}
}

// Whatever is in a folder's way has words, and nothing else has.
func TestObstaclesAreTold(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{"": true}
	for _, o := range []org.Obstacle{
		org.ObstacleDiffers, org.ObstacleInWay, org.ObstacleMerging, org.ObstacleLocked, org.ObstacleEarlier, org.ObstacleGone, org.ObstacleDenied,
	} {
		why := org.Arrival{Obstacle: o, Path: "fee.go"}.Why()
		if seen[why] {
			t.Errorf("%s is told as %q", o, why)
		}
		seen[why] = true
	}
	if why := (org.Arrival{}).Why(); why != "" {
		t.Errorf("without an obstacle it is told that %s", why)
	}
}
