package coding_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
)

// What is said of a step goes before what is said of its repository, but for an operator who keeps changes out; where
// there is no checkout, nothing comes in.
func TestIsolated(t *testing.T) {
	t.Parallel()
	on, off := coding.Isolated, coding.NotIsolated
	step, repo, none := coding.FromStep, coding.FromRepo, coding.FromDefault
	for _, c := range []struct {
		of, said coding.Isolation
		want     coding.Isolation
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
			kind coding.RepositoryKind
			bare bool
		}{{coding.RepositoryPath, false}, {coding.RepositoryPath, true}, {coding.RepositoryFolder, false}} {
			f := facts()
			f.Order.Isolation = c.said
			f.Order.Repository.Kind, f.Order.Repository.Policy.Bare, f.Order.Repository.Policy.Isolation = folder.kind, folder.bare, c.of
			want := coding.Sourced[coding.Isolation]{Value: c.want, From: c.from}
			if folder.kind == coding.RepositoryFolder || folder.bare {
				want = coding.Sourced[coding.Isolation]{Value: on, From: none}
			}
			p := coding.Place(f)
			if p.Isolated != want {
				t.Errorf("repository %q, step %q, %+v: %v, want %v", c.of, c.said, folder, p.Isolated, want)
			}
		}
	}
	for word, want := range map[string]coding.Isolation{"on": on, "OFF": off, " default ": "", "isolated": on, "shared": off, "shared_project_workspace": off, "inherit_project_default": ""} {
		if got, ok := coding.ParseIsolation(word); got != want || !ok {
			t.Errorf("%q is %q, %v", word, got, ok)
		}
	}
	for _, word := range []string{"", "yes", "offf"} {
		if got, ok := coding.ParseIsolation(word); ok {
			t.Errorf("%q is %q", word, got)
		}
	}
}

// Whatever is in a folder's way has words, and nothing else has.
func TestObstaclesAreTold(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{"": true}
	for _, o := range []coding.Obstacle{
		coding.ObstacleDiffers, coding.ObstacleInWay, coding.ObstacleMerging, coding.ObstacleLocked, coding.ObstacleEarlier, coding.ObstacleGone, coding.ObstacleDenied, coding.ObstacleFiltered,
	} {
		why := coding.Arrival{Obstacle: o, Path: "fee.go"}.Why()
		if seen[why] {
			t.Errorf("%s is told as %q", o, why)
		}
		seen[why] = true
	}
	if why := (coding.Arrival{}).Why(); why != "" {
		t.Errorf("without an obstacle it is told that %s", why)
	}
}
