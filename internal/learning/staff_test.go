package learning_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/internal/learning"
	"github.com/frasier-cos/frasier/internal/org"
)

func TestRankLessons(t *testing.T) {
	now := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	lesson := func(id org.LessonID, text string, importance, days int) learning.Lesson {
		return learning.Lesson{ID: id, Text: text, Importance: importance, At: now.AddDate(0, 0, -days)}
	}
	all := []learning.Lesson{
		lesson("l1", "Name the yield of barley fields", 4, 0), lesson("l2", "Oats prices carry dates", 4, 0), lesson("l3", "Say what changed", 4, 600),
		lesson("l4", "Say who decides", 9, 0), lesson("l5", "Old oats prices count", 4, 600), lesson("l6", "Ask twice", 1, 600),
	}
	want := []string{"Oats prices carry dates", "Say who decides", "Old oats prices count", "Name the yield of barley fields", "Say what changed"}
	if d := cmp.Diff(want, learning.Rank(all, "Find the prices of oats", now)); d != "" {
		t.Errorf("lessons (-want +got):\n%s", d)
	}
	if got := learning.Rank(nil, "x", now); got != nil {
		t.Errorf("no lessons: %v", got)
	}
}

func TestPromote(t *testing.T) {
	for _, c := range []struct {
		trick                     bool
		steps, missions, projects int
		want                      learning.Promotion
	}{
		{true, 1, 1, 1, learning.Promotion{}},
		{true, 9, 1, 1, learning.Promotion{}},
		{true, 2, 2, 2, learning.Promotion{Active: true}},
		{true, 3, 2, 1, learning.Promotion{Active: true}},
		{true, 3, 2, 2, learning.Promotion{Active: true, Shared: true}},
		{false, 9, 9, 9, learning.Promotion{Active: true}},
	} {
		if got := learning.Promote(c.trick, c.steps, c.missions, c.projects); got != c.want {
			t.Errorf("%+v: got %+v", c, got)
		}
	}
	for in, want := range map[string]bool{"TRICK: a": true, "trick:  a": true, "a TRICK:": false, "TRICK": false, "": false} {
		if rest, got := learning.Trick(in); got != want || want && rest != "a" {
			t.Errorf("Trick(%q) = %q, %v", in, rest, got)
		}
	}
}
