package org_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/internal/org"
)

func TestPromote(t *testing.T) {
	for _, c := range []struct {
		trick                     bool
		steps, missions, projects int
		want                      org.Promotion
	}{
		{true, 1, 1, 1, org.Promotion{}},
		{true, 9, 1, 1, org.Promotion{}},
		{true, 2, 2, 2, org.Promotion{Active: true}},
		{true, 3, 2, 1, org.Promotion{Active: true}},
		{true, 3, 2, 2, org.Promotion{Active: true, Shared: true}},
		{false, 9, 9, 9, org.Promotion{Active: true}},
	} {
		if got := org.Promote(c.trick, c.steps, c.missions, c.projects); got != c.want {
			t.Errorf("%+v: got %+v", c, got)
		}
	}
	for in, want := range map[string]bool{"TRICK: a": true, "trick:  a": true, "a TRICK:": false, "TRICK": false, "": false} {
		if rest, got := org.Trick(in); got != want || want && rest != "a" {
			t.Errorf("Trick(%q) = %q, %v", in, rest, got)
		}
	}
	for n, want := range map[int]bool{4: false, 5: true, 6: true} {
		if org.Due(n) != want {
			t.Errorf("Due(%d): want %v", n, want)
		}
	}
}

func TestRankLessons(t *testing.T) {
	now := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	lesson := func(id org.LessonID, text string, importance, days int) org.Lesson {
		return org.Lesson{ID: id, Text: text, Importance: importance, At: now.AddDate(0, 0, -days)}
	}
	all := []org.Lesson{
		lesson("l1", "Name the yield of barley fields", 4, 0), lesson("l2", "Oats prices carry dates", 4, 0), lesson("l3", "Say what changed", 4, 600),
		lesson("l4", "Say who decides", 9, 0), lesson("l5", "Old oats prices count", 4, 600), lesson("l6", "Ask twice", 1, 600),
	}
	want := []string{"Oats prices carry dates", "Say who decides", "Old oats prices count", "Name the yield of barley fields", "Say what changed"}
	if d := cmp.Diff(want, org.RankLessons(all, "Find the prices of oats", now)); d != "" {
		t.Errorf("lessons (-want +got):\n%s", d)
	}
	if got := org.RankLessons(nil, "x", now); got != nil {
		t.Errorf("no lessons: %v", got)
	}
}

func TestMayReplan(t *testing.T) {
	for _, c := range []struct {
		p                  org.Project
		replans, questions int
		want               bool
	}{
		{org.Project{}, 0, 0, true},
		{org.Project{}, org.MaxReplans - 1, 0, true},
		{org.Project{}, org.MaxReplans, 0, false},
		{org.Project{}, 0, 1, false},
		{org.Project{Single: true}, 0, 0, false},
		{org.Project{Offline: true}, 0, 0, false},
	} {
		if got := org.MayReplan(c.p, c.replans, c.questions); got != c.want {
			t.Errorf("%+v: got %v", c, got)
		}
	}
}
