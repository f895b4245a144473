package review_test

import (
	"encoding/json"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/policy"
	"github.com/frasier-cos/frasier/worker/review"
)

func TestReviewPath(t *testing.T) {
	p := policy.DefaultThresholds()
	all := policy.Got{Points: org.Points{Met: 9, Asked: 9}}
	good := review.Judged{Tier: org.T2, Scored: true, AuditClean: true, Got: all}
	for _, c := range []struct {
		name   string
		change func(*review.Judged)
		want   review.Path
	}{
		{"all points", func(*review.Judged) {}, review.Auto},
		{"a point missed that is no must", func(j *review.Judged) { j.Got.Points.Met = 8 }, review.QA},
		{"nothing found to rest on", func(j *review.Judged) { j.Got.Sourceless = true }, review.QA},
		{"a must missed", func(j *review.Judged) { j.Got.Points.Met, j.Got.Missed = 8, true }, review.Full},
		{"final", func(j *review.Judged) { j.Final = true }, review.Full},
		{"T3", func(j *review.Judged) { j.Tier = org.T3 }, review.Full},
		{"downgraded", func(j *review.Judged) { j.Downgraded = true }, review.Full},
		{"unscored", func(j *review.Judged) { j.Scored = false }, review.Full},
		{"audit", func(j *review.Judged) { j.AuditClean = false }, review.Full},
	} {
		j := good
		c.change(&j)
		if got := review.PathOf(p, j); got != c.want {
			t.Errorf("Review of %s: got %s, want %s", c.name, got, c.want)
		}
	}
	p.On = false
	if got := review.PathOf(p, good); got != review.Full {
		t.Errorf("Review without autonomy: got %s, want %s", got, review.Full)
	}
}

// What a program of before kept of a critique has no points: whether a must was missed
// is seen from its mean.
func TestCritiqueOfBefore(t *testing.T) {
	for kept, missed := range map[string]bool{
		`{"scores":{"average":4},"uncapped":4}`:                        false,
		`{"scores":{"average":3},"uncapped":4}`:                        false, // its research found nothing
		`{"scores":{"average":3.875},"uncapped":3.875}`:                true,
		`{"scores":{"average":4}}`:                                     true, // of before the mean was kept: read in full
		`{"uncapped":3.9,"points":{"met":8,"asked":9},"missed":false}`: false,
		`{"uncapped":4,"points":{"met":8,"asked":9},"missed":true}`:    true,
	} {
		var c review.Critique
		if err := json.Unmarshal([]byte(kept), &c); err != nil {
			t.Fatal(err)
		}
		if c.MissedMust() != missed {
			t.Errorf("%s: a must missed: %v, want %v", kept, !missed, missed)
		}
	}
}
