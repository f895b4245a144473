package evidence_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/evidence"
)

const tasks = "../../worker/coder/testdata/tasks"

// good is the good change of a task, as it is kept when it was merged, and what whoever made it said.
func good(t *testing.T, task string) (c evidence.Change, said string) {
	t.Helper()
	kept, said := keep(t, task)
	return evidence.Read(kept), said
}

func keep(t *testing.T, task string) (c coding.StepChange, said string) {
	t.Helper()
	dir := t.TempDir()
	for _, side := range []string{"a", "b"} {
		if err := os.CopyFS(filepath.Join(dir, side), os.DirFS(filepath.Join(tasks, task, "repo"))); err != nil {
			t.Fatal(err)
		}
	}
	raw, err := os.ReadFile(filepath.Join(tasks, task, "good.json"))
	if err != nil {
		t.Fatal(err)
	}
	var script struct {
		Rounds [][]struct {
			Write   string `json:"write"`
			Content string `json:"content"`
			Delete  string `json:"delete"`
		} `json:"rounds"`
		Say string `json:"say"`
	}
	if err := json.Unmarshal(raw, &script); err != nil {
		t.Fatal(err)
	}
	for _, round := range script.Rounds {
		for _, step := range round {
			name := filepath.Join(dir, "b", step.Write+step.Delete)
			err := os.MkdirAll(filepath.Dir(name), 0o700)
			if err == nil && step.Write != "" {
				err = os.WriteFile(name, []byte(step.Content), 0o600)
			} else if err == nil {
				err = os.Remove(name)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	cmd := exec.Command("git", "diff", "--no-index", "--no-renames", "a", "b")
	cmd.Dir = dir
	patch, err := cmd.Output() // it ends with 1 where they differ
	if len(patch) == 0 {
		t.Fatalf("%s: no patch: %v", task, err)
	}
	for _, from := range []string{"a/a/", "b/b/", "b/a/", "a/b/"} {
		patch = []byte(strings.ReplaceAll(string(patch), from, from[:2]))
	}
	check := func(phase, tree string, exit int) coding.Trial {
		return coding.Trial{Phase: phase, Name: "make test", Tree: tree, Exit: exit}
	}
	failed := map[string]string{"go-search-pages": "TestLastPage", "py-server-port": "test_refuses_ports_outside", "go-cart-voucher": "TestVoucherLeastOrderValue"}
	red := check(coding.TrialRed, "base+tests", 1)
	if name := failed[task]; name != "" {
		red.Failing = []string{name}
	}
	return coding.StepChange{
		Tree: "tree", Red: "make test failed first", Merged: &coding.Commit{Tree: "merged", ID: "0123456789abcdef", Patch: patch},
		Trials: []coding.Trial{check(coding.TrialBefore, "base", 0), red, check(coding.TrialGreen, "tree", 0), check(coding.TrialMerged, "merged", 0)},
	}, script.Say
}

// planted reads the lines "task | sentence" of a file.
func planted(t *testing.T, name string) [][2]string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	var out [][2]string
	for l := range strings.Lines(string(raw)) {
		if task, sentence, ok := strings.Cut(strings.TrimSpace(l), " | "); ok && !strings.HasPrefix(l, "#") {
			out = append(out, [2]string{task, sentence})
		}
	}
	return out
}

func listTasks(t *testing.T) []string {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(tasks, "*", "good.json"))
	if err != nil || len(all) == 0 {
		t.Fatal("no tasks", err)
	}
	for i := range all {
		all[i] = filepath.Base(filepath.Dir(all[i]))
	}
	return all
}

func bears(c evidence.Change, text string) (bool, string) {
	for _, v := range c.Judge(text) {
		if !v.Borne() {
			return false, v.Why
		}
	}
	return true, ""
}

// Of forty true sentences at least 38 stay. Thirty are what the makers of the tasks' good changes said, long before this was written.
func TestTrueSentencesStay(t *testing.T) {
	all := planted(t, "true.txt")
	changes := map[string]evidence.Change{}
	for _, task := range listTasks(t) {
		c, said := good(t, task)
		changes[task] = c
		all = append(all, [2]string{task, said})
	}
	stay := 0
	for _, p := range all {
		if ok, why := bears(changes[p[0]], p[1]); ok {
			stay++
		} else {
			t.Logf("%s: left out: %s\n%s", p[0], p[1], why)
		}
	}
	if len(all) != 40 || stay < 38 {
		t.Errorf("%d of %d true sentences stay", stay, len(all))
	}
}

// A false sentence is refused, be it about another change than it is said of or a lie about this one.
func TestFalseSentencesAreRefused(t *testing.T) {
	for _, p := range planted(t, "false.txt") {
		c, _ := good(t, p[0])
		if ok, _ := bears(c, p[1]); ok {
			t.Errorf("%s: stays: %s: %+v", p[0], p[1], c.Judge(p[1]))
		}
	}
}

func TestSentencesOfOtherChangesAreRefused(t *testing.T) {
	changes, said := map[string]evidence.Change{}, map[string]string{}
	all := listTasks(t)
	for _, task := range all {
		changes[task], said[task] = good(t, task)
	}
	stay, n := 0, 0
	for _, at := range all {
		for _, of := range all {
			if at == of {
				continue
			}
			n++
			if ok, _ := bears(changes[at], said[of]); ok {
				stay++
				t.Logf("%s: stays: %s", at, said[of])
			}
		}
	}
	if stay > n/50 {
		t.Errorf("%d of %d sentences of other changes stay", stay, n)
	}
}

// A sentence that all checks pass, or that something failed before, stays as long as that is so.
func TestClaimsOfAllChecksAreHeldAgainstThem(t *testing.T) {
	for _, c := range []struct {
		sentence string
		change   func(*coding.StepChange)
		why      string
	}{
		{"All checks pass.", func(c *coding.StepChange) { c.Trials[3].Missing = []string{"TestOld"} }, "not every check passed on what was merged"},
		{"All checks pass.", func(c *coding.StepChange) { c.Trials[3].Exit = 1 }, "not every check passed on what was merged"},
		{"The tests failed before.", func(c *coding.StepChange) { c.Red, c.Trials[1].Failing = "", nil }, "nothing failed on the code before it"},
	} {
		kept, _ := keep(t, "go-search-pages")
		if ok, why := bears(evidence.Read(kept), c.sentence); !ok {
			t.Errorf("%s is left out though it is so: %s", c.sentence, why)
		}
		c.change(&kept)
		if ok, why := bears(evidence.Read(kept), c.sentence); ok || why != c.why {
			t.Errorf("%s: %v, %q", c.sentence, ok, why)
		}
	}
}
