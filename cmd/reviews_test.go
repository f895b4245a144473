package cmd_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
)

// reviewCase is a commit of a real repository. One that is undone is a true fix: the pull request takes from the code what the commit changed outside
// of tests, whose names it keeps to itself. A sound one is asked for as it was made.
type reviewCase struct {
	name, repository, commit, check string
	sound                           bool
}

// TestReviewsOfRealChanges has a pull request of each case read, with a model whose replies lie in a folder, and counts the findings that are right:
// their test fails on the pull request and passes on the code before it, run here and not by the product. FRASIER_REVIEWS is the folder.
// In it cases.txt has a line for each: "undone" or "sound", a repository's folder, a commit, and its check. NAME.turns has the replies, as
// llmtest.ReadCoding reads them, where NAME is the first ten letters of the commit; a case without them waits. What the model was asked is written
// to NAME.asked, and what came of it to NAME.found: who plays the model reads the one, writes the turns, and has it told again.
func TestReviewsOfRealChanges(t *testing.T) {
	dir := os.Getenv("FRASIER_REVIEWS")
	if !testlevel.Proof() || dir == "" {
		return
	}
	var undone, shown, sound, wrong, waiting int
	for _, c := range readCases(t, dir) {
		if _, err := os.Stat(filepath.Join(dir, c.name+".turns")); err != nil {
			waiting++
			continue
		}
		right := 0
		if !t.Run(c.name, func(t *testing.T) { tellReview(t, dir, c, &right) }) { // its story has ended when Run has, and not before
			continue
		}
		t.Log(c.name, "findings that are right:", right)
		switch {
		case c.sound:
			sound++
			wrong += min(right, 1)
		default:
			undone++
			shown += min(right, 1)
		}
	}
	t.Logf("%d of %d undone fixes shown, %d of %d sound commits called wrong, %d without replies", shown, undone, wrong, sound, waiting)
	const most = 1
	if shown*20 < undone*15 || wrong > most {
		t.Error("want 15 of 20 shown, and at most one sound commit called wrong")
	}
}

func readCases(t *testing.T, dir string) []reviewCase {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(dir, "cases.txt"))
	if err != nil {
		t.Fatal(err)
	}
	var out []reviewCase
	for line := range strings.Lines(string(raw)) {
		f := strings.Fields(line)
		const least = 4
		if len(f) < least || f[0] != "sound" && f[0] != "undone" {
			t.Fatalf("%q is no case", line)
		}
		out = append(out, reviewCase{name: fmt.Sprintf("%.10s", f[2]), repository: f[1], commit: f[2], check: strings.Join(f[3:], " "), sound: f[0] == "sound"})
	}
	return out
}

// tellReview tells the story of one case, and counts how many findings are right. Of a sound commit each finding that is shown by a test counts, as
// it is wrong. The story ends after its return, with the test that it is part of.
func tellReview(t *testing.T, dir string, c reviewCase, right *int) {
	t.Helper()
	story := filepath.Join(t.TempDir(), "review-"+c.name+".txtar")
	text := fmt.Sprintf(`case
forge forge
env FRASIER_FORGES=127.0.0.1
llm reviewer=turns
exec frasier repo add $FORGE/acme/shop.git --check '%s'
person 42 pulls '{"title":"Make it simpler","body":"","head":"change","base":"main"}'
stdin token
exec frasier connect gitea $FORGE
discord start
discord up
discord say founder chief '!review acme/shop#1'
until 'acme/shop#1.*read, ' frasier review
judge

-- token --
forge-token-0123456789
`, strings.ReplaceAll(c.check, "'", "''"))
	if err := os.WriteFile(story, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	p := scripts(t, "", "two")
	p.Files = []string{story}
	p.Cmds["discord"] = inDiscord
	p.Cmds["case"] = func(ts *testscript.TestScript, _ bool, _ []string) {
		warm(ts, "shop")
		makeCase(ts, c)
		turns, err := os.ReadFile(filepath.Join(dir, c.name+".turns"))
		ts.Check(err)
		ts.Check(os.WriteFile(ts.MkAbs("turns"), turns, 0o600))
	}
	p.Cmds["judge"] = func(ts *testscript.TestScript, _ bool, _ []string) {
		var asked strings.Builder
		for _, r := range sceneOf(ts).llm.Requests() {
			if r.Stage == org.StageCodeReview {
				fmt.Fprintf(&asked, "=== %d\n%s\n=== its reply\n%s\n", r.Seq, r.Prompt, r.Reply)
			}
		}
		ts.Check(os.WriteFile(filepath.Join(dir, c.name+".asked"), []byte(asked.String()), 0o600))
		found := foundIn(ts)
		raw, err := json.MarshalIndent(found, "", " ")
		ts.Check(err)
		ts.Check(os.WriteFile(filepath.Join(dir, c.name+".found"), raw, 0o600))
		for _, f := range found.Findings {
			if f.Test != nil && (c.sound || tellsApart(ts, c.check, *f.Test)) {
				*right++
			}
		}
	}
	testscript.Run(t, p)
}

// foundIn is what the product keeps of the pull request.
func foundIn(ts *testscript.TestScript) coding.Found {
	db := openStore(ts)
	defer func() { ts.Check(db.Close()) }()
	all, err := db.OrderedReviews(context.Background(), 10)
	ts.Check(err)
	if len(all) != 1 || all[0].Found == nil {
		ts.Fatalf("what was found is not kept: %+v", all)
	}
	return *all[0].Found
}

// makeCase makes the repository of a case, with two commits and nothing of the history, which tells what is wrong.
func makeCase(ts *testscript.TestScript, c reviewCase) {
	bare := ts.MkAbs("forge/acme/shop.git")
	ts.Check(os.MkdirAll(filepath.Dir(bare), 0o700))
	index := ts.MkAbs("index")
	git := func(args ...string) string {
		cmd := exec.Command("git", append([]string{"-C", bare, "-c", "user.name=a", "-c", "user.email=a@example.com"}, args...)...)
		cmd.Env = append(os.Environ(), "GIT_INDEX_FILE="+index)
		out, err := cmd.Output()
		if err != nil {
			ts.Fatalf("git %q: %v", args, err)
		}
		return strings.TrimSpace(string(out))
	}
	if out, err := exec.Command("git", "clone", "-q", "--bare", c.repository, bare).CombinedOutput(); err != nil {
		ts.Fatalf("clone %s: %v\n%s", c.repository, err, out)
	}
	before, after := git("rev-parse", c.commit+"^^{tree}"), git("rev-parse", c.commit+"^{tree}")
	if !c.sound { // the code with the fix, and then without it; tests stay as they were before it
		git("read-tree", before)
		for line := range strings.Lines(git("diff-tree", "-r", "--no-renames", before, after)) {
			what, path, _ := strings.Cut(strings.TrimSpace(line), "\t")
			f := strings.Fields(what) // the modes, the files, what was done
			switch {
			case isTestFile(path):
			case f[4] == "D":
				git("update-index", "--force-remove", "--", path)
			default:
				git("update-index", "--add", "--cacheinfo", f[1]+","+f[3]+","+path)
			}
		}
		before, after = git("write-tree"), before
	}
	for ref := range strings.Lines(git("for-each-ref", "--format=%(refname)")) {
		git("update-ref", "-d", strings.TrimSpace(ref))
	}
	git("symbolic-ref", "HEAD", "refs/heads/main")
	main := git("commit-tree", "-m", "As it is", before)
	git("update-ref", "refs/heads/main", main)
	git("update-ref", "refs/heads/change", git("commit-tree", "-p", main, "-m", "Make it simpler", after))
}

func isTestFile(path string) bool {
	return strings.HasSuffix(path, "_test.go") || strings.Contains("/"+path, "/_test/") || strings.Contains("/"+path, "/testdata/")
}

// tellsApart reports whether a check passes on the code before with a test, and on the pull request without it, but not with it.
func tellsApart(ts *testscript.TestScript, check string, test coding.FindingTest) bool {
	passes := func(branch string, with bool) bool {
		at, err := os.MkdirTemp(ts.MkAbs("."), branch)
		ts.Check(err)
		out, err := exec.Command("git", "clone", "-q", "-b", branch, ts.MkAbs("forge/acme/shop.git"), at).CombinedOutput()
		if err != nil {
			ts.Fatalf("clone: %v\n%s", err, out)
		}
		if with {
			file := filepath.Join(at, filepath.FromSlash(test.Path))
			ts.Check(errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(test.Text), 0o600)))
		}
		args := strings.Fields(check)
		cmd := exec.Command(args[0], args[1:]...) //nolint:gosec // the case's own check
		cmd.Dir = at
		said, err := cmd.CombinedOutput()
		ts.Logf("%s, with the test %v: %v\n%s", branch, with, err, said)
		return err == nil
	}
	return passes("main", true) && passes("change", false) && !passes("change", true)
}
