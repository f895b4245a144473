package policy_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/policy"
)

func TestBar(t *testing.T) {
	all := policy.Got{Points: org.Points{Met: 9, Asked: 9}}
	other := policy.Got{Points: org.Points{Met: 8, Asked: 9}}
	must := policy.Got{Points: org.Points{Met: 8, Asked: 9}, Missed: true}
	unsourced := policy.Got{Points: org.Points{Met: 9, Asked: 9}, Sourceless: true}
	uncounted, lacking := policy.Got{}, policy.Got{Missed: true}
	for _, c := range []struct {
		value   string
		reached []policy.Got
		not     []policy.Got
	}{
		{"all", []policy.Got{all, uncounted}, []policy.Got{other, must, unsourced, lacking}},
		{" All ", []policy.Got{all}, []policy.Got{other}},
		{"musts", []policy.Got{all, other, unsourced, uncounted}, []policy.Got{must, lacking}},
		{"never", nil, []policy.Got{all, other, must, unsourced, uncounted, lacking}},
		{"100%", []policy.Got{all, unsourced, uncounted}, []policy.Got{other, must, lacking}},
		{"89%", []policy.Got{all, uncounted}, []policy.Got{other, lacking}}, // 8 of 9 are 88.9
		{"88%", []policy.Got{other, must}, []policy.Got{lacking}},
		{"0%", []policy.Got{must, {Points: org.Points{Asked: 9}, Missed: true}, lacking}, nil},
	} {
		bar, err := policy.ParseBar(c.value)
		if err != nil {
			t.Errorf("%s: %v", c.value, err)
		}
		for _, g := range c.reached {
			if !bar.Reached(g) {
				t.Errorf("%s is not reached by %+v", c.value, g)
			}
		}
		for _, g := range c.not {
			if bar.Reached(g) {
				t.Errorf("%s is reached by %+v", c.value, g)
			}
		}
	}
	for _, wrong := range []string{"", "4", "4.0", "4.5", "high", "101%", "-1%", "+5%", "8.5%", "%", "80 percent", "８０%", "99999999999999999999%"} {
		if bar, err := policy.ParseBar(wrong); err == nil || bar.Reached(all) {
			t.Errorf("%q is taken for the bar %q", wrong, bar)
		}
	}
	if policy.Bar("").Reached(all) {
		t.Error("no bar is reached")
	}
}
