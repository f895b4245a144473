package review_test

import (
	"testing"

	"github.com/frasier-cos/frasier/bot/command/review"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/testing/nountest"
)

func TestWords(t *testing.T) {
	o := outward.Reading{Place: "github.com/acme/shop", Number: 34, Title: "Round fees", Link: "https://github.com/acme/shop/pull/34", Author: "ada"}
	in := func(s outward.ReadingState, f *coding.Found) outward.Reading {
		o := o
		o.State, o.Project, o.Found = s, "p3", f
		return o
	}
	found := &coding.Found{Findings: []coding.ProvedFinding{
		{ReviewFinding: coding.ReviewFinding{File: "fee.go", Line: 12, Kind: "wrong", Text: "1.5 becomes 1."}, Test: &coding.FindingTest{Path: "fee_test.go", Failing: []string{"TestHalf"}}},
		{ReviewFinding: coding.ReviewFinding{File: "README.md", Line: 3, Kind: "missing", Text: "It still says that fees are cut."}},
	}}
	refused := in(outward.ReadingRefused, nil)
	refused.Why = "acme/shop#34 is not open any more"
	all := []outward.Reading{o, in(outward.ReadingBegun, nil), in(outward.ReadingShown, found), in(outward.ReadingShown, &coding.Found{}), refused}
	say := func(text string) wording.Message { return wording.Message{Text: text} }
	nountest.Golden(t,
		nountest.Example{Name: "none was read", Message: review.List(nil)},
		nountest.Example{Name: "all states", Message: review.List(all)},
		nountest.Example{Name: "asked", Message: say(review.Asked(o))},
		nountest.Example{Name: "asked again", Message: say(review.Asked(all[1]))},
		nountest.Example{Name: "which", Message: say(review.How("shop"))},
		nountest.Example{Name: "not here", Message: say(review.NoRepository(outward.Place{Owner: "acme", Name: "other"}))},
		nountest.Example{Name: "enough", Message: say(review.Enough("acme/shop"))},
		nountest.Example{Name: "nothing to send yet", Message: say(review.NotRead(o))},
		nountest.Example{Name: "nothing waits", Message: say(review.NothingWaits(all[2]))},
		nountest.Example{Name: "sending", Message: say(review.Sending(all[2], 2))},
	)
}
