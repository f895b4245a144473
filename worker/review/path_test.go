package review_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/policy"
	"github.com/frasier-cos/frasier/worker/review"
)

func TestReviewPath(t *testing.T) {
	p := policy.DefaultThresholds()
	good := review.Judged{Tier: org.T2, Scored: true, AuditClean: true}
	for _, c := range []struct {
		name   string
		change func(*review.Judged)
		want   review.Path
	}{
		{"4.0", func(j *review.Judged) { j.Score = 4.0 }, review.Auto},
		{"3.99", func(j *review.Judged) { j.Score = 3.99 }, review.QA},
		{"3.0", func(j *review.Judged) { j.Score = 3.0 }, review.QA},
		{"2.99", func(j *review.Judged) { j.Score = 2.99 }, review.Full},
		{"final", func(j *review.Judged) { j.Score, j.Final = 5, true }, review.Full},
		{"T3", func(j *review.Judged) { j.Score, j.Tier = 5, org.T3 }, review.Full},
		{"downgraded", func(j *review.Judged) { j.Score, j.Downgraded = 5, true }, review.Full},
		{"unscored", func(j *review.Judged) { j.Score, j.Scored = 5, false }, review.Full},
		{"audit", func(j *review.Judged) { j.Score, j.AuditClean = 5, false }, review.Full},
	} {
		j := good
		c.change(&j)
		if got := review.PathOf(p, j); got != c.want {
			t.Errorf("Review of %s: got %s, want %s", c.name, got, c.want)
		}
	}
	p.On = false
	if got := review.PathOf(p, review.Judged{Score: 5, Scored: true, AuditClean: true}); got != review.Full {
		t.Errorf("Review without autonomy: got %s, want %s", got, review.Full)
	}
}
