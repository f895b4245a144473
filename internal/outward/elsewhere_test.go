package outward_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/outward"
)

func TestMergedElsewhere(t *testing.T) {
	read := func(text string) (out []outward.CommitSeen) {
		for word := range strings.FieldsSeq(text) {
			id, tree, _ := strings.Cut(word, ":")
			out = append(out, outward.CommitSeen{ID: id, Tree: tree})
		}
		return out
	}
	for name, c := range map[string]struct{ branch, base, want string }{
		"squashed":                          {"b2:T b1:S fork:F old:O", "c1:T fork:F old:O", "c1"},
		"squashed, and others behind it":    {"b2:T b1:S fork:F", "c3:X c2:Y c1:T fork:F", "c1"},
		"put on top of others' work":        {"b1:T fork:F", "c2:U c1:V fork:F", ""},
		"fast forward":                      {"b2:T b1:S fork:F", "b2:T b1:S fork:F", "b2"},
		"merged by a merge commit":          {"b1:T fork:F", "m:T b1:T fork:F", "m"},
		"part of it":                        {"b2:T b1:S fork:F", "c1:S fork:F", ""},
		"goes back to what the base had":    {"b1:O fork:F old:O", "fork:F old:O", ""},
		"the same, and the base went on":    {"b1:O fork:F old:O", "c1:X fork:F old:O", ""},
		"changes nothing":                   {"b1:F fork:F", "c1:F fork:F", ""},
		"left its base too long ago to see": {"b1:T", "c1:T c0:X", ""},
		"nothing is known of the branch":    {"", "c1:T", ""},
	} {
		if got := outward.MergedElsewhere(read(c.branch), read(c.base)); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
