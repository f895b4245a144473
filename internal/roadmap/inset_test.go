package roadmap_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/roadmap"
)

// A list that is set in as a whole gives the plan that it gives at the margin.
func TestAListSetInIsAList(t *testing.T) {
	equal := "Spring fair\n\n- Rent the tent\n- Ask the bakers\n  - with prices\n- Print signs\n\nSee you, Ana\n"
	want := words(t, equal)
	for name, form := range map[string][3]string{
		"tab and blank":    {"\t• ", "\t\t• ", "\n"},
		"tab, bullet, tab": {"\t•\t", "\t\t◦\t", ""},
		"four blanks":      {"    • ", "        ◦ ", ""},
		"dashes":           {"    - ", "      - ", ""},
		"six blanks":       {"      * ", "        * ", "\n"},
	} {
		src := strings.NewReplacer("\n\n- ", "\n"+form[0], "\n- ", "\n"+form[0], "\n  - ", "\n"+form[1], "\n\nSee", "\n"+form[2]+"See").Replace(equal)
		if got := words(t, src); got != want {
			t.Errorf("%s: %q reads as\n%s\nwant\n%s", name, src, got, want)
		}
	}
	if got := words(t, "Spring fair\n    1. Rent the tent\n    2. Ask the bakers\nSee you, Ana\n"); got != words(t, "Spring fair\n\n1. Rent the tent\n2. Ask the bakers\n\nSee you, Ana\n") {
		t.Errorf("numbers that are set in read as\n%s", got)
	}
}

// What is set in below an item, or is code, stays what it is.
func TestOtherLinesThatAreSetInStay(t *testing.T) {
	for _, src := range []string{"- Rent the tent\n    - with prices\n    - for two days\n- Print signs\n", "- Rent the tent\n- Print signs\n\nHow:\n\n    - make all\n    - make clean\n"} {
		r, err := roadmap.Parse("r.md", src)
		if err != nil || len(r.Items) != 2 {
			t.Errorf("%q: got %d items, error %v; want 2", src, len(r.Items), err)
		}
	}
}

// A rule between parts says nothing to anybody, and a short line below it names its list.
func TestARulePartsGroups(t *testing.T) {
	for _, rule := range []string{"⸻", "---", "———", "* * *"} {
		src := "Spring fair\n\n" + rule + "\n\nBefore May\n- Rent the tent\n- Ask the bakers\n\n" + rule + "\n\nIn May\n- Print signs\n\n" + rule + "\n\n- Clean up\n"
		got := words(t, src)
		for _, want := range []string{"Rent the tent [] false Part of: Before May\n", "Ask the bakers [] false Part of: Before May\n", "Print signs [] false Part of: In May\n", "Clean up [] false "} {
			if !strings.Contains(got+"\n", want) {
				t.Errorf("%q reads as\n%s\nwant %q in it", src, got, want)
			}
		}
		if strings.Contains(got, "Clean up [] false Part") {
			t.Errorf("%q: what stands behind a rule is part of the group above it:\n%s", src, got)
		}
		r, err := roadmap.Parse("r.md", src)
		if err != nil || strings.Contains(strings.Join(r.Notes, " "), rule) {
			t.Errorf("%q: error %v, notes %q; want none about the rule", src, err, r.Notes)
		}
	}
}
