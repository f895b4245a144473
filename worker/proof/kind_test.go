package proof_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/worker/proof"
)

// What a change must show by its kind, and what is asked where it does not.
func TestKinds(t *testing.T) {
	t.Parallel()
	const text = "a\nb\n"
	file := func(path, before, after string) coding.FileChange {
		f := coding.FileChange{Path: path, OldMode: "100644", NewMode: "100644", Before: before, After: after, Added: 1}
		if before == "" {
			f.OldMode = "000000"
		}
		if after == "" {
			f.NewMode = "000000"
		}
		return f
	}
	for name, c := range map[string]struct {
		kind  coding.ChangeKind
		from  string
		files []coding.FileChange
		green []string
		red   bool     // a test failed first
		want  []string // rules of what is asked; none: it is done
		law   coding.ChangeKind
	}{
		"feature with its test":          {kind: coding.KindFeature, from: coding.FromPlan, files: []coding.FileChange{file("a.go", text, "c\n")}, green: []string{"a", "fee"}, red: true, law: coding.KindFeature},
		"fix without a test":             {kind: coding.KindFix, from: coding.FromPlan, files: []coding.FileChange{file("a.go", text, "c\n")}, green: []string{"a"}, want: []string{"C14"}, law: coding.KindFix},
		"settings":                       {kind: coding.KindSettings, from: coding.FromPlan, files: []coding.FileChange{file("a.css", text, "c\n")}, green: []string{"a"}, law: coding.KindSettings},
		"settings that are code":         {kind: coding.KindSettings, from: coding.FromPlan, files: []coding.FileChange{file("a.go", text, "c\n")}, green: []string{"a"}, want: []string{"C17", "C14"}, law: coding.KindFeature},
		"planned less, proven":           {kind: coding.KindSettings, from: coding.FromPlan, files: []coding.FileChange{file("a.go", text, "c\n")}, green: []string{"a", "fee"}, red: true, law: coding.KindFeature},
		"ordered less, proven":           {kind: coding.KindSettings, from: coding.FromOrder, files: []coding.FileChange{file("a.go", text, "c\n")}, green: []string{"a", "fee"}, red: true, want: []string{"C17"}, law: coding.KindFeature},
		"a test added":                   {kind: coding.KindTests, from: coding.FromPlan, files: []coding.FileChange{file("a_test.go", "", "x\n")}, green: []string{"a", "new"}, law: coding.KindTests},
		"a test added that nobody names": {kind: coding.KindTests, from: coding.FromPlan, files: []coding.FileChange{file("a_test.go", "", "x\n")}, green: []string{"a"}, want: []string{"C14"}, law: coding.KindTests},
		"removal":                        {kind: coding.KindRemoval, from: coding.FromOrder, files: []coding.FileChange{file("a.go", text, "a\n")}, green: []string{"a"}, law: coding.KindRemoval},
		"removal that adds":              {kind: coding.KindRemoval, from: coding.FromOrder, files: []coding.FileChange{file("a.go", text, "a\nc\n")}, green: []string{"a"}, want: []string{"C17", "C14"}, law: coding.KindFeature},
		"refactoring":                    {kind: coding.KindRefactor, from: coding.FromOrder, files: []coding.FileChange{file("a.go", text, "a\n"), file("b.go", "", "b\n")}, green: []string{"a"}, law: coding.KindRefactor},
		"refactoring that moves a test":  {kind: coding.KindRefactor, from: coding.FromOrder, files: []coding.FileChange{file("a.go", text, "b\na\n"), file("a_test.go", "x\n", ""), file("b_test.go", "", "x\n")}, green: []string{"a"}, law: coding.KindRefactor},
		"refactoring that edits a test":  {kind: coding.KindRefactor, from: coding.FromOrder, files: []coding.FileChange{file("a.go", text, "a\n"), file("a_test.go", "x\n", "y\n")}, green: []string{"a"}, want: []string{"C17", "C14"}, law: coding.KindFeature},
	} {
		f := good()
		f.Change.Files, f.Kind = c.files, coding.Sourced[coding.ChangeKind]{Value: c.kind, From: c.from}
		f.Trials = []coding.Trial{trialOf(coding.TrialBefore, 0, []string{"a"}, nil), trialOf(coding.TrialGreen, 0, c.green, nil)}
		if c.red {
			f.Trials = append(f.Trials, trialOf(coding.TrialRed, 1, []string{"a"}, []string{"fee"}))
		}
		got := proof.Rule(f)
		var rules []string
		for _, x := range got.Findings {
			rules = append(rules, x.Rule)
		}
		if !slices.Equal(rules, c.want) || got.Kind != c.law || len(got.Reasons) > 0 || !got.Done() && !got.Asks() {
			t.Errorf("%s: asks %v by the rules of %q (%v), want %v by those of %q", name, rules, got.Kind, got.Reasons, c.want, c.law)
		}
	}
}

// The sixty labelled changes over all kinds and twelve ecosystems, without any red: whatever a change was called, nothing is a dead end, and
// one that is more than it was called, or lacks what its kind must show, is asked about. Why it is asked stands in each finding.
func TestLabelledChangesAreDoneOrAsked(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../internal/coding/testdata/kinds.txt")
	if err != nil {
		t.Fatal(err)
	}
	n, asked := 0, 0
	for line := range strings.Lines(string(text)) {
		word := strings.Fields(line)
		if word[0] == "#" {
			continue
		}
		n++
		f := good()
		f.Change.Files = nil
		for _, name := range word[2:] {
			f.Change.Files = append(f.Change.Files, coding.FileChange{Path: name, OldMode: "100644", NewMode: "100644", Before: "a\nb\n", After: "a\n", Deleted: 1})
		}
		is := coding.ChangeKind(word[1])
		f.Kind = coding.Sourced[coding.ChangeKind]{Value: coding.ChangeKind(word[0]), From: coding.FromOrder}
		green := []string{"a"}
		if is == coding.KindTests {
			green = append(green, "new")
		}
		f.Trials = []coding.Trial{trialOf(coding.TrialBefore, 0, []string{"a"}, nil), trialOf(coding.TrialGreen, 0, green, nil)}
		got := proof.Rule(f)
		mustAsk := is == coding.KindFeature || is == coding.KindFix
		switch {
		case len(got.Reasons) > 0 || got.Done() == got.Asks():
			t.Errorf("%s: a dead end: %v, done %v, asked %v", strings.TrimSpace(line), got.Reasons, got.Done(), got.Asks())
		case mustAsk && !got.Asks():
			t.Errorf("%s: passes without a question", strings.TrimSpace(line))
		}
		for _, x := range got.Findings {
			if asked++; x.Text == "" {
				t.Errorf("%s: the rule %s asks without a word", strings.TrimSpace(line), x.Rule)
			}
		}
	}
	if n < 60 || asked < 20 {
		t.Errorf("%d changes with %d questions, want 60 with 20 at least", n, asked)
	}
}
