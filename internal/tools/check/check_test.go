package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// Whatever the whole check runs, the proof runs too, and what it takes a part of,
// the proof takes whole: no stage there is a sample.
func TestTheProofHasAllOfTheCheck(t *testing.T) {
	whole, proof := stages(levelWhole, 7, parts{raced: []string{"./llm"}}), stages(levelProof, 7, parts{raced: []string{"./llm"}, targets: []fuzzed{{"./llm", "FuzzX"}}})
	for _, c := range whole {
		i := slices.IndexFunc(proof, func(p stage) bool { return p.name == c.name })
		if i < 0 {
			t.Errorf("the proof has no stage %s", c.name)
			continue
		}
		p := proof[i]
		args := slices.DeleteFunc(slices.Clone(c.args), func(a string) bool { return slices.Contains([]string{"-sample", "30s", "-skip", oneByOne}, a) })
		if i := slices.Index(args, "60m"); i >= 0 {
			args[i] = "4h"
		}
		if !slices.Equal(p.args, args) {
			t.Errorf("%s: the proof runs %q, the check %q", c.name, p.args, c.args)
		}
		if len(p.env) > 0 || p.defers {
			t.Errorf("%s: the proof has it run with %q, and leave out %v", p.name, p.env, p.defers)
		}
	}
	own := []string{"pdfs", "proxies", "image", "boot", "repositories", "standins"} // which take programs that not every machine has, and time
	for _, name := range own {
		if !slices.Contains(names(proof), name) {
			t.Errorf("the proof has no stage %s", name)
		}
	}
	if len(proof) != len(whole)+len(own)+1 || !slices.Contains(proof[len(proof)-1].args, "^FuzzX$") {
		t.Errorf("the proof does not fuzz: %v", proof)
	}
}

// The shares of all commits together are the whole: every test that asks for the
// level runs deeper in exactly one of them, and every package that the race detector
// is for is raced in one of them.
func TestSharesAreTheWhole(t *testing.T) {
	out, err := exec.Command("bash", "../../../.ci/raced").Output()
	if err != nil {
		t.Fatal(err)
	}
	deeper, err := findDeeper("../../..", true)
	if err != nil || len(deeper) < 15 {
		t.Fatalf("tests of %d packages ask for the level, %v", len(deeper), err)
	}
	packages, raced, runs := strings.Fields(string(out)), map[string]bool{}, map[string]int{}
	for seed := range uint64(len(listShares())) {
		for _, s := range stages(levelCheck, seed, parts{raced: packages, deeper: deeper}) {
			if s.name == "race" {
				for _, a := range s.args {
					raced[a] = true
				}
			}
			if s.name != "deeper" {
				continue
			}
			i := slices.Index(s.args, "-run")
			named := regexp.MustCompile(s.args[i+1])
			for _, folder := range s.args[i+2:] {
				for _, name := range deeper[strings.TrimPrefix(folder, "./")] {
					if named.MatchString(name) {
						runs[folder+" "+name]++
					}
				}
			}
		}
	}
	for _, p := range packages {
		if !raced[p] {
			t.Errorf("the race detector looks at %s for no commit", p)
		}
	}
	for folder, names := range deeper {
		for _, name := range names {
			if n := runs["./"+folder+" "+name]; n != 1 {
				t.Errorf("%s of ./%s asks for the level, and is in %d shares", name, folder, n)
			}
		}
	}
}

// Found is what asks itself, by a function, by a method or by a variable, and not what
// is the same at both levels; of a TestMain that asks, all.
func TestWhatAsksForTheLevelIsFound(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"own": `func TestOwn(t *testing.T) { testlevel.Need(t) }
func TestSame(t *testing.T) { testlevel.Count(120, 120, 500); named := struct{ many int }{many: 1}; _ = named.many }
func TestMain(m *testing.M) { other() }
func other() { many() }`,
		"called": `func TestCalled(t *testing.T) { t.Run("a", func(t *testing.T) { tell(t) }) }
func TestMethod(t *testing.T) { box{}.open() }
func TestVariable(t *testing.T) { _ = cases }
func TestCases(t *testing.T) { for range testlevel.Count(3, 5, 9) {} }
func tell(t *testing.T) { many() }
func many() int { return testlevel.Count(few, 120, 500) }
func (box) open() { storetest.Server() }
var cases = sample()
func sample() bool { return testlevel.Sample("a", 4) }`,
		"all/all": `func TestAny(t *testing.T) {}
func TestMain(m *testing.M) { os.LookupEnv("STORE_TEST_URL") }`,
	} {
		file := filepath.Join(dir, filepath.FromSlash(name)+"_test.go")
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte("package x\n"+text+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got, err := findDeeper(dir, true)
	want := map[string][]string{".": {"TestCalled", "TestCases", "TestMethod", "TestOwn", "TestVariable"}, "all": {"TestAny"}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("found %v, %v, want %v", got, err, want)
	}
	delete(want, "all")
	if got, err = findDeeper(dir, false); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("of the tests themselves: found %v, %v, want %v", got, err, want)
	}
}

// A name that no test has would leave nothing out and say nothing.
func TestWhatTheRaceDetectorLeavesOutIsThere(t *testing.T) {
	var all strings.Builder
	for _, dir := range []string{"store", "bot/ticket", "bot/converse", "worker/research", "worker/fence", "bot/discord", "bot/terminal", "bot/dashboard", "internal/retry", "worker"} {
		files, err := filepath.Glob(filepath.Join("..", "..", "..", dir, "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			raw, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			all.Write(raw)
		}
	}
	for _, name := range strings.Split(strings.Trim(oneByOne, "^()$"), "|") {
		if !strings.Contains(all.String(), "\nfunc "+name+"(t ") {
			t.Errorf("no test is called %q", name)
		}
	}
}

const stream = `{"Action":"attr","Package":"p","Test":"TestA","Key":"figure","Value":"7 histories"}
{"Action":"output","Package":"p","Test":"TestA","Output":"    a_test.go:1: no server\n"}
{"Action":"skip","Package":"p","Test":"TestA"}
{"Action":"pass","Package":"p","Test":"TestB"}
{"Action":"skip","Package":"p","Test":"TestB"}
{"Action":"skip","Package":"q"}
`

// A test that is skipped fails the check, but for one that ran elsewhere.
func TestASkippedTestFailsTheCheck(t *testing.T) {
	var heard strings.Builder
	s := newSeen(&heard)
	if err := s.read(strings.NewReader(stream)); err != nil {
		t.Fatal(err)
	}
	if err := s.skips(); err == nil || err.Error() != "skipped: p TestA" {
		t.Errorf("got %v, want TestA named", err)
	}
	if got := figures(s.figures); got != "TestA: 7 histories" {
		t.Errorf("figures %q", got)
	}
	var b strings.Builder
	if s.show(&b); !strings.Contains(b.String(), "no server") {
		t.Errorf("shown: %q", b.String())
	}
	if err := s.read(strings.NewReader(`{"Action":"pass","Package":"p","Test":"TestA"}`)); err != nil || s.skips() != nil {
		t.Errorf("it ran once: %v, %v", err, s.skips())
	}
	if err := s.read(strings.NewReader(`{"Action":"fail","Package":"p","Test":"TestC"}`)); err != nil || heard.String() != "failed: p TestC\n" {
		t.Errorf("of a failure is heard %q, %v", heard.String(), err)
	}
}

// A log may be cut behind its beginning: why a test failed stands before all that it wrote.
func TestWhatIsWrongIsShownFirst(t *testing.T) {
	lines := []string{"=== RUN   TestA", "    a_test.go:1: a table"}
	for i := range 200 {
		lines = append(lines, fmt.Sprintf("    | row %d |", i))
	}
	lines = append(lines, "    a_test.go:9: M14 hostile pages: not measured", "        \tonly 24 of 25 pages", "--- FAIL: TestA (1.00s)")
	story := []string{"    testscript.go:609: WORK=/tmp", "        > stdout x", "        1", "        2", "        3", "        4", "        FAIL: x.txtar:13: no match", "        frasier verify"}
	var heard, shown strings.Builder
	s := newSeen(&heard)
	for name, said := range map[string][]string{"TestA": lines, "TestStory": story, "TestBare": {"no more memory"}, "TestFine": {"    a_test.go:2: fine"}} {
		for _, line := range said {
			raw, err := json.Marshal(event{Action: "output", Package: "p", Test: name, Output: line + "\n"})
			if err != nil {
				t.Fatal(err)
			}
			s.add(raw)
		}
		s.add([]byte(`{"Action":"` + map[bool]string{true: "skip", false: "fail"}[name == "TestFine"] + `","Package":"p","Test":"` + name + `"}`))
	}
	s.show(&shown)
	want := "why p TestA:\n    a_test.go:1: a table\n    a_test.go:9: M14 hostile pages: not measured\n        \tonly 24 of 25 pages\n" +
		"why p TestBare:\nno more memory\n" +
		"why p TestStory:\n    testscript.go:609: WORK=/tmp\n        > stdout x\n        1\n        2\n        3\n        FAIL: x.txtar:13: no match\n"
	if got, rest, _ := strings.Cut(shown.String(), "=== RUN"); got != want || !strings.Contains(rest, "row 199") {
		t.Errorf("shown first:\n%s\nwant:\n%s", got, want)
	}
}

// What a test leaves to "make check" is no skip where a share of another commit runs it, and one in the whole.
func TestWhatIsLeftToTheCheckIsNoSkip(t *testing.T) {
	said := `{"Action":"attr","Package":"p","Test":"TestA","Key":"left","Value":"make check"}
{"Action":"skip","Package":"p","Test":"TestA"}
`
	for defers, want := range map[bool]string{true: "", false: "skipped: p TestA"} {
		s := newSeen(io.Discard)
		s.defers = defers
		if err := s.read(strings.NewReader(said + `{"Action":"pass","Package":"p","Test":"TestB"}`)); err != nil {
			t.Fatal(err)
		}
		if got := s.skips(); (got == nil) != (want == "") || got != nil && got.Error() != want {
			t.Errorf("leaving to the check allowed %v: %v, want %q", defers, got, want)
		}
	}
}

// Whoever wants a shorter run is told where its time goes.
func TestTheSlowestPackagesAreNamed(t *testing.T) {
	s := newSeen(io.Discard)
	ends := `{"Action":"pass","Package":"github.com/frasier-cos/frasier/llm","Elapsed":2.4}
{"Action":"pass","Package":"github.com/frasier-cos/frasier/llm","Test":"TestA","Elapsed":99}
{"Action":"fail","Package":"github.com/frasier-cos/frasier/cmd","Elapsed":61}
{"Action":"pass","Package":"github.com/frasier-cos/frasier/bot","Elapsed":1}
`
	if err := s.read(strings.NewReader(ends)); err != nil {
		t.Fatal(err)
	}
	if got := s.slowest(2); got != "cmd 61 s, llm 2 s" {
		t.Errorf("slowest: %q", got)
	}
	if got := s.slowest(9); !strings.HasSuffix(got, "bot 1 s") {
		t.Errorf("of more than there are: %q", got)
	}
}

// The page has the lines between which the table goes.
func TestTheTableHasItsPlace(t *testing.T) {
	raw, err := os.ReadFile("../../../docs/performance.md")
	if err != nil {
		t.Fatal(err)
	}
	first := []row{{what: "chaos", figure: "21 of 21 trials", seed: 7, took: 61 * time.Second, commit: "abc"}}
	stages := []string{"lint", "chaos"}
	page, err := place(string(raw), merged("", first, stages))
	if err != nil || !strings.Contains(page, "| chaos | 21 of 21 trials | 7 | 61 | abc |\n\nNot run whole since this table is kept: lint.\n"+below) {
		t.Errorf("%v", err)
	}
	if _, err := place("no lines", ""); err == nil {
		t.Error("a page without the lines is taken")
	}
	// A stage that was not run keeps its row; one that is no more has none.
	second := []row{{what: "lint", figure: "0 issues", commit: "def"}}
	if got := merged(page, second, stages); !strings.HasSuffix(got, "| lint | 0 issues | 0 | 0 | def |\n| chaos | 21 of 21 trials | 7 | 61 | abc |\n") {
		t.Errorf("got %q", got)
	}
	if got := merged(page, second, []string{"lint"}); strings.Contains(got, "chaos") {
		t.Errorf("got %q", got)
	}
}

// A target runs as often on a busy machine as on an idle one, and every one of
// the tree is run: the few that run less often are there and say why.
func TestFuzzTargetsRunByCount(t *testing.T) {
	t.Chdir("../../..")
	targets, err := fuzzers(".")
	if err != nil || len(targets) < 20 {
		t.Fatalf("%d targets, %v", len(targets), err)
	}
	proof := stages("proof", 7, parts{targets: targets})
	for _, f := range targets {
		i := slices.IndexFunc(proof, func(s stage) bool { return s.name == f.stage().name })
		if i < 0 {
			t.Errorf("the proof does not run %v", f)
			continue
		}
		args := proof[i].args
		after := slices.Index(args, "-fuzztime") + 1
		if want := fmt.Sprint(f.runs(), "x"); args[after] != want || !slices.Contains(args, "^"+f.target+"$") || !slices.Contains(args, f.folder) {
			t.Errorf("%v runs as %q, want %s of it", f, args, want)
		}
		if _, less := fewerRuns()[f]; !less && f.runs() != manyRuns {
			t.Errorf("%v runs %d times, want %d", f, f.runs(), manyRuns)
		}
	}
	for f, less := range fewerRuns() {
		if !slices.Contains(targets, f) || less.runs < 1000 || less.runs >= manyRuns || less.why == "" {
			t.Errorf("%v: %d runs because %q: no target, no smaller number, or no reason", f, less.runs, less.why)
		}
	}
}

func TestChoose(t *testing.T) {
	all := stages("proof", 7, parts{targets: []fuzzed{{"./llm", "FuzzX"}, {"./llm/prompt", "FuzzX"}}})
	got, err := choose(all, []string{"chaos", "fuzz"})
	if err != nil || !slices.Equal(names(got), []string{"chaos", "fuzz llm.FuzzX", "fuzz llm/prompt.FuzzX"}) {
		t.Errorf("got %v, %v", names(got), err)
	}
	if got, err := choose(all, nil); err != nil || len(got) != len(all) {
		t.Errorf("got %v, %v", names(got), err)
	}
	if _, err := choose(all, []string{"chaoss"}); err == nil {
		t.Error("an unknown stage is taken")
	}
}
