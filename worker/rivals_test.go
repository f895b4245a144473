package worker_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/worker"
	"github.com/frasier-cos/frasier/worker/fence"
	"github.com/frasier-cos/frasier/worker/proof"
	"github.com/frasier-cos/frasier/worker/trial"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// arena is a repository in which changes are made against each other.
type arena struct {
	t      *testing.T
	runner trial.Runner
	repo   coding.Repository
	commit string
	tree   string
	before []coding.Trial
}

const arenaCheck = "for t in tests/*.sh; do . ./$t; done > out.tap\ncat out.tap\n! grep -q '^not ok' out.tap\n"

func newArena(t *testing.T) *arena {
	t.Helper()
	walls, err := fence.New()
	if err != nil {
		t.Fatal(err)
	}
	source := t.TempDir()
	for at, text := range map[string]string{"check.sh": arenaCheck, "fee.sh": "echo \"$1\"\n", "tests/whole.sh": "test \"$(sh fee.sh 7)\" = 7 && echo ok 1 - whole || echo not ok 1 - whole\n"} {
		at = filepath.Join(source, at)
		if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o700), os.WriteFile(at, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	a := &arena{t: t, runner: trial.Runner{Fence: walls, Workspaces: workspace.Dir{Home: t.TempDir()}, Now: time.Now}}
	a.repo, _, err = a.runner.Workspaces.Add(t.Context(), coding.Repository{Name: "shop", Source: source, Checks: []string{"sh check.sh"}})
	a.ok(err)
	a.commit, _, err = a.runner.Workspaces.Base(t.Context(), coding.CodeOrder{Repository: a.repo})
	a.ok(err)
	a.tree, err = a.runner.Workspaces.Tree(t.Context(), a.repo, a.commit)
	a.ok(err)
	a.before, err = a.runner.Run(t.Context(), a.subject(coding.TrialBefore, a.tree))
	a.ok(err)
	return a
}

func (a *arena) ok(err error) {
	a.t.Helper()
	if err != nil {
		a.t.Fatal(err)
	}
}

func (a *arena) subject(phase, tree string) trial.Subject {
	return trial.Subject{Repository: a.repo, Step: "s1", Phase: phase, Tree: tree, Before: a.before}
}

// enter tries a change, as one of those that compete; an empty text deletes a file.
func (a *arena) enter(files map[string]string) proof.Contender {
	a.t.Helper()
	var edits []workspace.Edit
	for at, text := range files {
		e := workspace.Edit{Path: at}
		if text != "" {
			e.Text = &text
		}
		edits = append(edits, e)
	}
	tree, err := a.runner.Workspaces.Write(a.t.Context(), a.repo, a.tree, edits)
	a.ok(err)
	c, err := a.runner.Workspaces.Between(a.t.Context(), a.repo, a.commit, tree)
	a.ok(err)
	tried, err := a.runner.Try(a.t.Context(), a.subject(coding.TrialGreen, tree), c)
	a.ok(err)
	ruling := proof.Rule(proof.Facts{Change: c, Checks: a.repo.Checks, Trials: slices.Concat(a.before, tried.Trials), Kind: coding.Sourced[coding.ChangeKind]{Value: coding.KindFeature, From: coding.FromOrder}, Words: "read what is asked"})
	return proof.Contender{Change: c, Ruling: ruling}
}

// compete runs the tests of each on the other.
func (a *arena) compete(one, other proof.Contender) []proof.Contender {
	a.t.Helper()
	all := []proof.Contender{one, other}
	for i, j := range []int{1, 0} {
		if len(all[i].Ruling.Reasons)+len(all[j].Ruling.Reasons) > 0 || all[i].Change.Tree == all[j].Change.Tree {
			continue
		}
		alone, on, err := a.runner.TryOn(a.t.Context(), a.subject(coding.TrialGreen, all[i].Change.Tree), all[i].Change, all[j].Change)
		a.ok(err)
		if proof.Worse(alone, on) {
			all[j].Beaten++
			all[i].Beats++
		}
	}
	return all
}

// pair is a change and one that is worse in a known way.
type pair struct {
	name          string
	better, worse map[string]string
}

func tapTest(n int, name, in, out string) string {
	return fmt.Sprintf("test \"$(sh fee.sh %s)\" = %s && echo ok %d - %s || echo not ok %d - %s\n", in, out, n, name, n, name)
}

// listPairs are pairs of changes: each asks for two inputs to be read as others, and the worse one has a fault of one of six kinds.
func listPairs(n int) []pair {
	var out []pair
	for i := range n {
		x, y := fmt.Sprintf("a%d", i), fmt.Sprintf("b%d", i)
		both := fmt.Sprintf("case \"$1\" in %s) echo %d;; %s) echo %d;; *) echo \"$1\";; esac\n", x, i+10, y, i+20)
		test := tapTest(2, "reads "+x, x, fmt.Sprint(i+10))
		more := test + tapTest(3, "reads "+y, y, fmt.Sprint(i+20))
		good := map[string]string{"fee.sh": both, "tests/more.sh": more}
		half := fmt.Sprintf("case \"$1\" in %s) echo %d;; *) echo \"$1\";; esac\n", x, i+10)
		p := pair{better: good}
		switch i % 6 {
		case 0:
			p.name, p.worse = "its own test fails", map[string]string{"fee.sh": half, "tests/other.sh": more}
		case 1:
			p.name, p.worse = "it breaks what was there", map[string]string{"fee.sh": strings.Replace(both, "*) echo \"$1\"", "*) echo none", 1), "tests/other.sh": test}
		case 2:
			p.name, p.worse = "it does half of it", map[string]string{"fee.sh": half, "tests/other.sh": test}
		case 3:
			p.name, p.worse = "nothing shows that it does it", map[string]string{"fee.sh": both}
		case 4:
			p.name, p.worse = "it takes a test away", map[string]string{"fee.sh": both, "tests/other.sh": more, "tests/whole.sh": ""}
		case 5:
			p.name, p.worse = "it is far longer", map[string]string{"fee.sh": both + strings.Repeat("unused=1\n", 40), "tests/other.sh": more}
		}
		out = append(out, p)
	}
	return out
}

// newJudge is a back office with a step, whose models are of two families, and say that the change that they are shown first is the better.
func newJudge(t *testing.T) *bench {
	t.Helper()
	b := newBench(t, llmtest.Options{Rules: []llmtest.Rule{{Stage: org.StageCompare, Do: "reply", Reply: `{"why_better":"It is easier to read.","better":"first","items":[{"id":"k1","found_quote":"","why":"It does not apply.","yes":null}],` +
		`"contradictions":[],"top_fixes":[],"missing_implicit":[],"lesson":{"text":"","generalises":false}}`}}})
	b.w.Client.Models = llm.Models{T1: llm.Model{ID: "minimax/minimax-m3"}, X: llm.Model{ID: "google/gemini-2.5-flash-lite"}}
	b.plan(b.piece("one"))
	return b
}

// Of two changes the one with a planted fault loses, whichever comes first, and no model is asked for that. Of two that are alike in all that code
// sees, a model of another family than both authors' says which is the better, without learning whose they are; where there is none, nobody is asked.
func TestProofTakesTheBetterOfTwo(t *testing.T) {
	a, b := newArena(t), newJudge(t)
	judge := func(all []proof.Contender, one, other string) (won int, why, by string) {
		won, why, by, err := worker.JudgeRivals(t.Context(), b.w, b.step("one"), []string{one, other}, all)
		a.ok(err)
		return won, why, by
	}
	right := 0
	pairs := listPairs(testlevel.Count(6, 12, 60))
	for i, p := range pairs {
		better, worse := a.enter(p.better), a.enter(p.worse)
		want, all := 0, []proof.Contender{better, worse}
		if i/6%2 == 1 {
			want, all = 1, []proof.Contender{worse, better}
		}
		won, why, by := judge(a.compete(all[0], all[1]), "anthropic", "anthropic")
		if won == want && why != "" && by == "" {
			right++
			continue
		}
		t.Errorf("pair %d (%s): %d won (%s, by %q), want %d\nbetter: %+v\nworse: %+v", i, p.name, won, why, by, want, better.Ruling, worse.Ruling)
	}
	t.Logf("%d of %d right", right, len(pairs))
	asked := 0
	for i := range testlevel.Count(4, 4, 12) {
		x := fmt.Sprintf("q%d", i)
		test := map[string]string{"tests/more.sh": tapTest(2, "reads "+x, x, "1")}
		one := map[string]string{"fee.sh": fmt.Sprintf("case \"$1\" in %s) echo 1;; *) echo \"$1\";; esac\n", x)}
		two := map[string]string{"fee.sh": fmt.Sprintf("if [ \"$1\" = %s ]; then echo 1; else echo \"$1\"; fi\n", x)}
		one["tests/more.sh"], two["tests/other.sh"] = test["tests/more.sh"], test["tests/more.sh"]
		all := a.compete(a.enter(one), a.enter(two))
		if best, why := proof.Rank(all); len(best) != 2 {
			t.Errorf("two that are alike: best %v (%s)", best, why)
		}
		by := [][3]string{{"anthropic", "anthropic", "google"}, {"google", "anthropic", "minimax"}, {"anthropic", "google", "minimax"}, {"google", "minimax", ""}}[i%4]
		won, why, model := judge(all, by[0], by[1])
		if by[2] == "" {
			if won != 0 || model != "" || !strings.Contains(why, "no model of another family") {
				t.Errorf("with no third family: %d won (%s, by %q)", won, why, model)
			}
			continue
		}
		asked++
		seen := b.server.Requests()
		last := seen[len(seen)-1]
		if family, _, _ := strings.Cut(last.Model, "/"); len(seen) != asked || last.Stage != org.StageCompare || family != by[2] || model == "" {
			t.Errorf("authors %v: %d requests, the last to %s for %s; want %d, to a model of %s", by[:2], len(seen), last.Model, last.Stage, asked, by[2])
		}
		if strings.Contains(last.Prompt, by[0]) || strings.Contains(last.Prompt, by[1]) {
			t.Errorf("the judge learns who made them:\n%s", last.Prompt)
		}
		first := 0 // is shown first
		if strings.Index(last.Prompt, "+if [") < strings.Index(last.Prompt, "+case ") {
			first = 1
		}
		if won != first || !strings.Contains(why, "It is easier to read.") {
			t.Errorf("%d won (%s), want %d, which the judge named", won, why, first)
		}
	}
	t.Logf("%d that are alike went to a model", asked)
}
