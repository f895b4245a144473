package proof_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/worker/proof"
)

// A refactoring that takes away or changes what others may use is asked about, by name, unless the order names it.
func TestNamesThatOthersUse(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("testdata/exported.txt")
	if err != nil {
		t.Fatal(err)
	}
	n, ecosystems := 0, map[string]bool{}
	for _, part := range strings.Split(string(raw), "\n=== ")[1:] {
		head, body, _ := strings.Cut(part, "\n")
		want, name, _ := strings.Cut(head, " ")
		ecosystem, _, _ := strings.Cut(name, "/")
		n, ecosystems[ecosystem] = n+1, true
		f := good()
		f.Words, f.Kind = "Tidy it up.", coding.Sourced[coding.ChangeKind]{Value: coding.KindRefactor, From: coding.FromOrder}
		f.Change.Files = nil
		if words, rest, is := strings.Cut(body, "\n"); is && strings.HasPrefix(words, "words ") {
			f.Words, body = words, rest
		}
		files := map[string]coding.FileChange{}
		for _, piece := range strings.Split("\n"+body, "\n--- ")[1:] {
			at, text, _ := strings.Cut(piece, "\n")
			when, path, _ := strings.Cut(at, " ")
			x, is := files[path]
			if !is {
				x = coding.FileChange{Path: path, OldMode: "000000", NewMode: "000000"}
			}
			if when == "before" {
				x.OldMode, x.Before = "100644", text+"\n"
			} else {
				x.NewMode, x.After = "100644", text+"\n"
			}
			files[path] = x
		}
		for _, x := range files {
			f.Change.Files = append(f.Change.Files, x)
		}
		f.Trials = []coding.Trial{trialOf(coding.TrialBefore, 0, []string{"a"}, nil), trialOf(coding.TrialGreen, 0, []string{"a"}, nil)}
		var got []string
		for _, x := range proof.Rule(f).Findings {
			if x.Rule == "C19" {
				named, _, _ := strings.Cut(x.Text, " ")
				got = append(got, strings.TrimRight(named, ","))
			}
		}
		wanted := strings.Split(want, ",")
		if want == "same" {
			wanted = nil
		}
		slices.Sort(got)
		slices.Sort(wanted)
		if !slices.Equal(got, wanted) {
			t.Errorf("%s: asked about %q, want %q", name, got, wanted)
		}
	}
	if n < 40 || len(ecosystems) < 12 {
		t.Errorf("%d refactorings in %d ecosystems", n, len(ecosystems))
	}
}
