package coding_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
)

func TestSettingsOfCleanup(t *testing.T) {
	r := coding.Repository{Name: "shop", Kind: coding.RepositoryURL, Ref: "main"}
	for _, c := range []struct {
		values string
		ok     bool
		want   string
	}{
		{"merged", true, "When its pull request is merged its services end, its folders go; what failed stays."},
		{"branch on", true, "When its pull request is merged its services end, its folders go, its branch there goes once it is merged; what failed stays."},
		{"services off", true, "When its pull request is merged its folders go, its branch there goes once it is merged; what failed stays."},
		{"workspace off", true, "When its pull request is merged its branch there goes once it is merged; what failed stays."},
		{"done", true, "When the project is done its branch there goes once it is merged; what failed stays."},
		{"sometimes", false, ""},
		{"branch", false, ""},
		{"branch maybe", false, ""},
		{"all on", false, ""},
		{"branch off", true, ""},
		{"none", true, ""},
	} {
		next := r
		if ok := next.Set(coding.SettingCleanup, strings.Fields(c.values)); ok != c.ok {
			t.Fatalf("cleanup %s: %v", c.values, ok)
		}
		if !c.ok {
			continue
		}
		if r = next; r.Policy.DescribeCleanup() != c.want {
			t.Errorf("cleanup %s: %q", c.values, r.Policy.DescribeCleanup())
		}
	}
}

// What is put away is decided with the change, and why says by what.
func TestCleanupIsDecidedWithTheChange(t *testing.T) {
	r := coding.Repository{Name: "shop", Kind: coding.RepositoryURL, Ref: "main"}
	place := func() string {
		for _, l := range coding.Place(coding.PlaceFacts{Order: coding.CodeOrder{Repository: r}, Tip: "c0"}).Lines() {
			if l.Name == "put away" {
				return l.Value + " (" + l.From + ")"
			}
		}
		return ""
	}
	if got := place(); got != "nothing (default)" {
		t.Errorf("by default: %q", got)
	}
	r.Policy.Cleanup = coding.CleanupPolicy{When: coding.CleanupDone}
	if got := place(); got != "when the project is done its services end, its folders go; what failed stays (the repository's settings)" {
		t.Errorf("as set: %q", got)
	}
}
