package outward

import (
	"slices"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/outward"
)

// What stands above remarks is no order of its own and is not lost either; alone it is one.
func TestWordsAboveRemarks(t *testing.T) {
	ann, bob := outward.Person{ID: 1, Name: "ann"}, outward.Person{ID: 2, Name: "bob"}
	remark := func(id int64, who outward.Person, text string) outward.Remark {
		return outward.Remark{ID: id, Author: who, Path: "fee.sh", Line: 2, Body: text}
	}
	for name, c := range map[string]struct {
		review outward.Review
		want   []string // key, and what stands above it
	}{
		"of somebody else":   {outward.Review{ID: 7, Author: bob, Body: "Nearly there.", Remarks: []outward.Remark{remark(1, bob, "Say four.")}}, []string{"review:7", "remark:1"}},
		"with a yes":         {outward.Review{ID: 7, Author: ann, State: outward.ReviewApproved, Body: "@frasier-bot say five.", Remarks: []outward.Remark{remark(1, ann, "A nit.")}}, []string{"review:7", "remark:1"}},
		"alone":              {outward.Review{ID: 7, Author: ann, Body: "Say four."}, []string{"review:7"}},
		"above remarks":      {outward.Review{ID: 7, Author: ann, Body: "Nearly there.", Remarks: []outward.Remark{remark(1, ann, "Say four."), remark(2, ann, "Say five.")}}, []string{"remark:1 Nearly there.", "remark:2"}},
		"answered by others": {outward.Review{ID: 7, Author: ann, Body: "Say four.", Remarks: []outward.Remark{remark(1, bob, "Why?")}}, []string{"review:7", "remark:1"}},
		"taken back":         {outward.Review{ID: 7, Author: ann, Void: true, Body: "Nearly there.", Remarks: []outward.Remark{remark(1, ann, "Say four.")}}, []string{"remark:1"}},
	} {
		var got []string
		for _, x := range listReviewed([]outward.Review{c.review}, coding.CodePolicy{Orderers: []int64{ann.ID}}) {
			got = append(got, strings.TrimSpace(x.Key+" "+x.Spoken.Above))
			if said := describeRemark(outward.DueRound{}, x.KeptRemark); !strings.Contains(said, x.Spoken.Text) || !strings.Contains(said, x.Spoken.Above) {
				t.Errorf("%s: whoever writes the change reads %q", name, said)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}
