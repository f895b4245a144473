package coder_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/worker/coder"
)

// A slip of form costs a turn and tells why; three in a row end the round, and one that is mended ends nothing.
func TestASlipCostsATurn(t *testing.T) {
	t.Parallel()
	s := siteOf(t, shop, "no action here", said("write|n.txt||1\n"), "@@ fly", "@@ write x\n```\nhalf", said("done|||It is."))
	c, err := coder.Written(t.Context(), s.task)
	if err != nil || len(c.Files) != 1 {
		t.Fatalf("%d files, %v", len(c.Files), err)
	}
	for turn, want := range map[int]string{2: "begins an action", 4: "no action \\\"fly\\\"", 5: "never closed"} {
		if !strings.Contains(s.shown[turn-1], want) {
			t.Errorf("turn %d was not shown %q: %s", turn, want, s.shown[turn-1])
		}
	}
	s = siteOf(t, shop, said("write|n.txt||1\n"), "prose", "prose", "prose", said("done|||It is."))
	c, err = coder.Written(t.Context(), s.task)
	var no *coder.NothingError
	if !errors.As(err, &no) || !strings.Contains(no.Text, "3 replies in a row could not be read") || len(c.Files) != 1 {
		t.Errorf("%d files, %v", len(c.Files), err)
	}
}

// What a model thought, what its change is, and what the checks said of the round before are shown to it.
func TestTheModelRemembers(t *testing.T) {
	t.Parallel()
	first := siteOf(t, shop, said("replace|fee.go|var b = 1|var b = 2", "done|||Half of it."))
	half, err := coder.Written(t.Context(), first.task)
	if err != nil {
		t.Fatal(err)
	}
	s := siteOf(t, shop, "The fee is in b.\n\n"+said("read|fee.go"), said("replace|fee.go|var b = 2|var b = 3"), said("done|||All of it."))
	s.task.Start, s.task.Round = half.Patch, 2
	s.task.Last = []coding.Trial{{Name: "go vet", Tail: "fine"}, {Name: "go test", Exit: 1, Tail: "fee_test.go:9: got 2"}}
	if _, err := coder.Written(t.Context(), s.task); err != nil {
		t.Fatal(err)
	}
	for turn, want := range map[int]string{1: "+var b = 2", 2: "The fee is in b.", 3: "+var b = 3"} {
		if !strings.Contains(s.shown[turn-1], want) {
			t.Errorf("turn %d was not shown %q", turn, want)
		}
	}
	if !strings.Contains(s.shown[0], "fee_test.go:9: got 2") || strings.Contains(s.shown[0], "fine") {
		t.Errorf("what the checks said of the round before: %s", s.shown[0])
	}
}

// A folder's own words are shown when something in it is read, from the base, once.
func TestAFoldersWordsAreShownOnce(t *testing.T) {
	t.Parallel()
	files := map[string]string{"AGENTS.md": "Root.", "a/AGENTS.md": "Words of a.", "a/b/x.go": "package b\n", "c/x.go": "package c\n"}
	s := siteOf(t, files, said("read|c/x.go"), said("read|a/b/x.go", "write|c/AGENTS.md||My own words.\n"), said("read|a/b/x.go", "read|c/x.go"), said("done|||So."))
	if _, err := coder.Written(t.Context(), s.task); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(s.shown[1], "Words of a.") || strings.Count(s.shown[3], "Words of a.") != 1 || !strings.Contains(s.shown[2], "Words of a.") {
		t.Errorf("the words of a are shown %d times at the end", strings.Count(s.shown[3], "Words of a."))
	}
	if strings.Contains(s.shown[3], "c/AGENTS.md says") {
		t.Error("what the model wrote itself counts as the house's words")
	}
}

// Looks tell the truth, patterns mean what they say, and many hits show each file.
func TestLooksAreHonest(t *testing.T) {
	t.Parallel()
	files := map[string]string{"a/x.go": "1\n2\nneedle\n4\n5\n6\n", "a/b/y_test.go": "needle\n", "z.txt": "needle\n"}
	for n := range 70 {
		files[fmt.Sprintf("many/f%02d.txt", n)] = strings.Repeat("hay needle\n", 3)
	}
	for _, c := range []struct{ do, want string }{
		{"search|*.go||needle", "a/x.go-1-1\na/x.go-2-2\na/x.go:3:needle\na/x.go-4-4"},
		{"search|a/**||needle", "a/b/y_test.go:1:needle"},
		{"search|none||needle", "there is no file and no folder none"},
		{"search|b/x.go||needle", "files of that name are a/x.go"},
		{"search|*.rs||needle", "no file matches *.rs"},
		{"search|a||wool", "nothing found in 2 files"},
		{"search|||needle", "many/f00.txt:1:hay needle"},
		{"search|||needle", "(153 more: "},
		{"list|a", "a/b/y_test.go (7 bytes)\na/x.go (17 bytes)"},
		{"list|**/*_test.go", "a/b/y_test.go (7 bytes)"},
		{"list|b", "there is no file and no folder b"},
		{"read|a", "there is no file a"},
		{"run|||ls", "no command can be run here"},
		{"apply", "no command changed a file"},
	} {
		s := siteOf(t, files, said(c.do), said("done|||So."))
		if _, err := coder.Written(t.Context(), s.task); err != nil {
			t.Fatal(err)
		}
		want := strings.NewReplacer("\n", `\n`).Replace(c.want)
		if !strings.Contains(s.shown[1], want) {
			t.Errorf("%s: not shown %q: %s", c.do, c.want, s.shown[1])
		}
	}
}

// What stands at many places is replaced at once, in one file or in many; a part that is taken out leaves no line.
func TestReplaceEverywhere(t *testing.T) {
	t.Parallel()
	files := map[string]string{"a.go": "old old\nkeep\n", "b/b.go": "x old\r\n", "c.txt": "old\n"}
	s := siteOf(t, files, said("replace_all|*.go|old|new", "replace|c.txt|old\n|"), said("replace_all|.|nothing|x"), said("replace|a.go|new new|", "done|||So."))
	c, err := coder.Written(t.Context(), s.task)
	if err != nil {
		t.Fatal(err)
	}
	if a, b, x := s.text(t, c, "a.go"), s.text(t, c, "b/b.go"), s.text(t, c, "c.txt"); a != "keep\n" || b != "x new\r\n" || x != "" {
		t.Errorf("a.go %q, b.go %q, c.txt %q", a, b, x)
	}
	if !strings.Contains(s.shown[1], "replaced at 3 places in 2 files") || !strings.Contains(s.shown[2], "stand in none of the 3 files") {
		t.Errorf("told: %s\n%s", s.shown[1], s.shown[2])
	}
}

// A large repository shows its folders, and first the files that the order speaks of.
func TestTheMapIsNearTheOrder(t *testing.T) {
	t.Parallel()
	files := map[string]string{}
	for n := range 300 {
		files[fmt.Sprintf("a/deep/er/f%03d.go", n)] = "package er\n"
	}
	files["z/currency.go"], files["z/other.go"], files["vendor/currency/x.go"] = "package z\n", "// parses currencyCode\n", "package x\n"
	s := siteOf(t, files, said("give_up|||So."))
	s.task.Order = "Read the currency of a price"
	var no *coder.NothingError
	if _, err := coder.Written(t.Context(), s.task); !errors.As(err, &no) {
		t.Fatal(err)
	}
	at := func(text string) int { return strings.Index(s.shown[0], text) }
	order := []int{at("a/deep/er/: 300"), at(`"z/currency.go"`), at(`"z/other.go"`), at("f000.go")}
	if order[0] < 0 || !slices.IsSorted(order) || at("vendor/currency") >= 0 && at("vendor/currency") < order[3] && at("vendor/: ") < 0 && at("vendor/currency/: ") < 0 {
		t.Errorf("shown at %v: %s", order, s.shown[0])
	}
}
