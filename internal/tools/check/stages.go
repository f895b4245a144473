package main

import (
	"fmt"
	"hash/fnv"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// stage is one command of a run.
type stage struct {
	name   string
	args   []string
	env    []string // beyond the run's own
	tests  bool     // the command is a "go test -json", of which figures are read
	defers bool     // tests may leave to a later stage or commit what "make check" is to run
	figure string   // of another command; empty: the last line that it writes
}

// goTest is a "go test" that the runner reads. Vet is part of lint, and nobody
// debugs these programs: without both a tenth less is compiled.
func goTest(name, limit string, more ...string) stage {
	args := append([]string{"go", "test", "-json", "-vet=off", "-ldflags=-w", "-timeout", limit}, more...)
	return stage{name: name, args: args, tests: true}
}

// notRun begins the last line of a stage that lacks what it is run with. It proves nothing, and its row stays as it was.
const notRun = "not run: "

// How many packages are tested at a time: one more than the
// cores of CI, so that none is idle while the tests of a package wait.
const besideEachOther = "3"

// A level is what a run takes: check for each change, whole and proof before a release.
const (
	levelCheck = "check" // the quick tests, and a share of what is slow, another for each commit
	levelWhole = "whole" // all that the check takes shares of
	levelProof = "proof" // everything, nothing of it a sample
)

// share is a part of what is slow. The check runs one and the race detector's part of it.
type share struct {
	folders []string // whose tests are run at the level check, as far as that changes them; with ... also those below
	named   string   // only tests of these names; empty: all
	raced   string   // the large package that the race detector looks at; of the small ones each third commit has its own
}

// The tests of ./cmd, in four parts; the rest is the fourth. Those of ./store on PostgreSQL take 26 minutes together on a machine that is slow
// at starting programs, and are three shares by their first letter.
const (
	dashboards = "^Test(Dashboard|PublicSite|Docs)"
	kills      = "^Test(Deploy|Killed|Incident|Every|Idle|Replay)"
	chats      = "^TestDiscord"
	rest       = "^Test(Code|Connections|Migrate|Share|Still|Stories|Third|Update)"
)

func listShares() []share {
	return []share{
		{folders: []string{"internal/tools/eval"}, raced: "./worker"},
		{folders: []string{"cmd/internal/tools/recordtest", "worker/..."}, raced: "./llm"},
		{folders: []string{"cmd"}, named: dashboards, raced: "./worker/research"},
		{folders: []string{"cmd"}, named: kills, raced: "./bot/converse"},
		{folders: []string{"cmd"}, named: chats, raced: "./bot/discord"},
		{folders: []string{"cmd"}, named: rest, raced: "./bot/dashboard"},
		{folders: []string{"store/..."}, named: "^Test[A-C]", raced: "./store"},
		{folders: []string{"store/..."}, named: "^Test[D-Q]"},
		{folders: []string{"store/..."}, named: "^Test[R-Z]"},
		{folders: []string{"llm/...", "bot/..."}},
	}
}

// args are the packages and tests of a share, as "go test" takes them, of those that
// the level changes.
func (s share) args(deeper map[string][]string) []string {
	var packages, tests []string
	named := regexp.MustCompile(s.named)
	for _, folder := range slices.Sorted(maps.Keys(deeper)) {
		within := func(f string) bool {
			above, below := strings.CutSuffix(f, "/...")
			return folder == above || below && strings.HasPrefix(folder, above+"/")
		}
		if !slices.ContainsFunc(s.folders, within) {
			continue
		}
		packages = append(packages, "./"+folder)
		for _, name := range deeper[folder] {
			if named.MatchString(name) {
				tests = append(tests, name)
			}
		}
	}
	slices.Sort(tests)
	return append([]string{"-run", "^(" + strings.Join(slices.Compact(tests), "|") + ")$"}, packages...)
}

// What the tree says of itself.
type parts struct {
	raced   []string // packages that the race detector looks at, which .ci/raced lists
	targets []fuzzed
	deeper  map[string][]string // tests by folder that the level check changes
	onFiles []string            // those of the store that it changes where the database is a file
}

// stages lists what a level runs, in order. Whatever is in the check is in the
// whole and in the proof, with no smaller figure.
func stages(level string, seed uint64, of parts) []stage {
	raced := of.raced
	limit := "60m"
	if level == levelProof {
		limit = "4h"
	}
	chaos := []string{"go", "run", "./cmd/internal/tools/chaos", "-seed", fmt.Sprint(seed)}
	if level != levelProof {
		chaos = append(chaos, "-sample", "30s")
	}
	list := []stage{{name: "lint", args: []string{"make", "--no-print-directory", "lint"}}}
	if level == levelCheck {
		all := listShares()
		mine := all[seed%uint64(len(all))]
		raced = dealRaced(raced, seed)
		list = append(list,
			// The command that README gives to whoever clones this, who has no PostgreSQL; the shares have it.
			stage{name: "tests", args: []string{"make", "--no-print-directory", "test", "TESTFLAGS=-json -vet=off"}, env: []string{"TEST_LEVEL=test", "STORE_TEST_URL="}, tests: true, defers: true},
			goTest("deeper", limit, append([]string{"-p", besideEachOther, "-parallel", "24"}, mine.args(of.deeper)...)...))
		list[len(list)-1].env = []string{"STORE_TEST_FILES=^(" + strings.Join(of.onFiles, "|") + ")$"} // the others have just run there
	} else {
		list = append(list, goTest("tests", limit, "-p", besideEachOther, "-parallel", "24", "./..."))
	}
	race := goTest("race", limit, append([]string{"-race", "-p", besideEachOther, "-parallel", "8"}, raced...)...)
	if level != levelProof {
		race.env = []string{"STORE_TEST_URL="} // the other half is the proof's: it takes as long again
		race.args = append(race.args, "-skip", oneByOne)
	}
	// Chaos runs alone: beside the tests its frozen workers outlast what it waits for.
	list = append(list, race, stage{name: "chaos", args: chaos})
	if level == levelProof {
		list = append(list, stage{name: "pdfs", args: []string{"go", "run", "./internal/tools/check/pdfs"}},
			stage{name: "proxies", args: []string{"go", "run", "./internal/tools/check/proxies"}},
			stage{name: "image", args: []string{"go", "run", "./internal/tools/check/image"}},
			stage{name: "boot", args: []string{"go", "run", "./internal/tools/check/boot"}},
			stage{name: "repositories", args: []string{"go", "run", "./internal/tools/check/repositories"}},
			stage{name: "standins", args: []string{"go", "run", "./internal/tools/check/standins"}})
		for _, f := range of.targets {
			list = append(list, f.stage())
		}
	}
	return list
}

// raceShares are into how many parts the small packages are dealt. To link one for the race detector takes longer
// than to run it.
const raceShares = 3

// dealRaced returns the packages that the race detector looks at for one commit.
func dealRaced(all []string, seed uint64) (mine []string) {
	shares, small := listShares(), uint64(0)
	for _, pkg := range all {
		i := slices.IndexFunc(shares, func(s share) bool { return s.raced == pkg })
		if i < 0 {
			if small%raceShares == seed%raceShares {
				mine = append(mine, pkg)
			}
			small++
		} else if uint64(i) == seed%uint64(len(shares)) {
			mine = append(mine, pkg)
		}
	}
	return mine
}

// oneByOne are the longest tests in which one thing happens after another, and those
// that read the source. The race detector has nothing to see in them and makes them ten times as long; the
// tests before it run them, and in the proof it looks at them too.
const oneByOne = "^(TestUpgrade|TestUpgradeKilled|TestDeathAtEveryPoint|TestCodeDiesAtEveryPoint|TestDamagedPages|TestVerifySeesFaults|" +
	"TestRestoreCutShort|TestRestoreRefuses|TestDamage|TestBackupKilled|TestEachLineIsSaidOnceInOrder|TestBombs|TestNothingEscapes|TestNoFormOfSecretIsKept|" +
	"TestEachTableIsMissed|TestAuditChain|TestALargeFolderTakesLittleMemory|TestRecallOnTheSmallWeb|TestTwoHundredCanaries|TestTenThousandTextsCallNobody|" +
	"TestRenderTakesNoTime|TestBadMessagesInAnyOrder|TestLoopsThatTryAgainAreHere|TestEveryEndOfAChangeNamesWhatHelps|TestTemplatesFitTheirPages|TestTemplateFaultsAreFound)$"

// choose returns the stages that are called by one of the names, or all without
// a name. The first word of a stage's name is enough.
func choose(all []stage, called []string) ([]stage, error) {
	if len(called) == 0 {
		return all, nil
	}
	var chosen []stage
	for _, c := range called {
		n := len(chosen)
		for _, s := range all {
			if first, _, _ := strings.Cut(s.name, " "); s.name == c || first == c {
				chosen = append(chosen, s)
			}
		}
		if len(chosen) == n {
			return nil, fmt.Errorf("no stage is called %q; there are %s", c, strings.Join(names(all), ", "))
		}
	}
	return chosen, nil
}

func names(list []stage) []string {
	var out []string
	for _, s := range list {
		out = append(out, s.name)
	}
	return out
}

// seedOf draws chaos's seed from a commit: it changes with the code, and
// whoever has the commit has the seed.
func seedOf(commit string) uint64 {
	h := fnv.New64a()
	fmt.Fprint(h, commit)
	return h.Sum64() % 1_000_000
}

// figures orders and joins what a stage's tests took.
func figures(list []string) string {
	slices.Sort(list)
	return strings.Join(slices.Compact(list), "; ")
}
