package proof

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/lazyregexp"
)

// findProbed asks about a proof that holds where it must not: with the change as a remark only, or beside tests that must fail and do not.
func findProbed(f Facts) (out []coding.GuardFinding) {
	red, green := coding.TrialsOf(f.Trials, coding.TrialRed, ""), coding.TrialsOf(f.Trials, coding.TrialGreen, f.Change.Tree)
	test := ""
	if i := slices.IndexFunc(f.Change.Files, func(x coding.FileChange) bool { return x.IsTest() && !x.Gone() }); i >= 0 {
		test = f.Change.Files[i].Path
	}
	for _, t := range coding.TrialsOf(f.Trials, coding.TrialRemark, "") {
		r, _ := findTrial(red, t.Name)
		g, _ := findTrial(green, t.Name)
		for _, name := range r.Failing {
			if slices.Contains(g.Passing, name) && slices.Contains(t.Passing, name) {
				out = append(out, coding.GuardFinding{Rule: "C15", Path: test, Text: "the test " + name + " passes where the change stands there as a remark only: it looks at the code instead of running it"})
			}
		}
		if len(r.Failing) == 0 && t.Good() {
			out = append(out, coding.GuardFinding{Rule: "C15", Path: test, Text: t.Name + " passes where the change stands there as a remark only: it looks at the code instead of running it"})
		}
	}
	for _, t := range coding.TrialsOf(f.Trials, coding.TrialProbe, "") {
		for _, name := range t.Canaries {
			if !slices.ContainsFunc(t.Failing, func(x string) bool { return strings.Contains(x, name) }) {
				out = append(out, coding.GuardFinding{Rule: "C15", Path: test, Text: "a test of mine that must fail does not fail beside the change (it compares two numbers that differ), so what tests say of it is not to be believed"})
				break
			}
		}
	}
	return out
}

var (
	// putsInPlace matches an assignment to a name of something else, by whatever it is written: its groups are the name.
	putsInPlace = lazyregexp.New(`\bsetattr\(\s*[\w.]+\s*,\s*["'](\w+)["']|^\s*([A-Za-z_]\w*)\.(\w+)\s*=[^=]|\b[A-Za-z_]\w*\[["'](\w+)["']\]\s*=[^=]|\b(?:vars|globals)\(.*\[["'](\w+)["']\]\s*=[^=]`)
	// equalsAll matches what says that a thing is equal to any other.
	equalsAll = lazyregexp.New(`(?s)\bdef __(?:eq|lt|le|gt|ge|contains|bool)__\([^)]*\)(?:\s*->\s*\w+)?:\s*return True\b|\bequals\(\s*(?:final\s+)?Object\s+\w+\s*\)\s*\{\s*return true\b|\bdef ==\(\w+\)\s*\n?\s*true\b`)
	// reachesIntoTests matches code that takes hold of what runs tests, or of what they assert with.
	reachesIntoTests = lazyregexp.New(`^\s*(?:import|from)\s+(?:unittest|pytest|_pytest)\b|\bTextTestResult\b|\bTestCase\.\w+\s*=|require\(["']node:test["']\)|from\s+["'](?:node:test|vitest|@jest/globals)["']|\bassert(?:\.\w+)*\.\w+\s*=[^=>]|sys\.modules\[`)
	flatConstant     = lazyregexp.New(`(?m)^(?:export\s+)?(?:const|let|var|final|static|public|val|pub|\s)*\b([A-Za-z_]\w*)\s*(?::[^=\n]*)?=\s*(?:true|True|false|False|\d+|"[^"\n]*"|'[^'\n]*');?\s*$`)
	exitsHard        = lazyregexp.New(`\bos\._exit\(|\bsyscall\.Exit\(|process\.reallyExit\(`)
)

// findSleight names what makes tests pass without that the code does what they say: something put in the place of what is changed by the code
// itself, things that are equal to all others, code that takes hold of tests, and words that nothing but a test asks for.
func findSleight(f Facts) (out []coding.GuardFinding) {
	add := func(path string, line int, rule, text string) {
		out = append(out, coding.GuardFinding{Rule: rule, Path: path, Line: line, Text: text})
	}
	declared := map[string]bool{}
	for _, x := range f.Change.Files {
		if !x.IsTest() {
			for l := range strings.Lines(x.After) {
				if m := testHead.FindStringSubmatch(l); m != nil && m[1] != "" && depthOf(l) == 0 {
					declared[m[1]] = true
				}
			}
		}
	}
	for _, x := range f.Change.Files {
		if coding.IsProse(x.Path) || !sourceEnding.MatchString(x.Path) {
			continue
		}
		test := x.IsTest()
		if !test {
			if m := equalsAll.FindString(x.After); m != "" && !strings.Contains(x.Before, m) {
				add(x.Path, 1+strings.Count(x.After[:strings.Index(x.After, m)], "\n"), "C15", "it says that a thing is equal to any other: "+strings.Join(strings.Fields(m), " "))
			}
		}
		walkNewLines(x, func(n int, l string) {
			if m := putsInPlace.FindStringSubmatch(l); m != nil {
				owner, name := m[2], m[1]+m[3]+m[4]+m[5]
				if declared[name] && !slices.Contains([]string{"self", "this", "cls", "exports", "prototype"}, owner) {
					add(x.Path, n, "C5", "it puts something else in the place of what the change is about: "+strings.TrimSpace(l))
				}
			}
			switch {
			case test:
			case reachesIntoTests.MatchString(l):
				add(x.Path, n, "C5", "code that is no test takes hold of what runs tests: "+strings.TrimSpace(l))
			case exitsHard.MatchString(l):
				add(x.Path, n, "C5", "it ends the program without a word, tests too: "+strings.TrimSpace(l))
			}
		})
	}
	return append(out, findBareWords(f.Change.Files)...)
}

// findBareWords names constants that a change brings and that nothing but its tests reads: they say that something is done, and do nothing.
func findBareWords(files []coding.FileChange) (out []coding.GuardFinding) {
	count := func(name string, tests bool) (n int) {
		for _, x := range files {
			if x.IsTest() == tests && !coding.IsProse(x.Path) {
				for _, w := range anyWord.FindAllString(x.After, -1) {
					if w == name {
						n++
					}
				}
			}
		}
		return n
	}
	for _, x := range files {
		if x.IsTest() || !slices.Contains([]string{".py", ".js", ".mjs", ".cjs", ".ts", ".go", ".rb", ".rs", ".java", ".kt", ".cs", ".swift", ".php"}, path.Ext(x.Path)) {
			continue
		}
		walkNewLines(x, func(n int, l string) {
			if m := flatConstant.FindStringSubmatch(strings.TrimRight(l, "\r\n")); m != nil && count(m[1], false) == 1 && count(m[1], true) > 0 {
				out = append(out, coding.GuardFinding{Rule: "C15", Path: x.Path, Line: n, Text: fmt.Sprintf("nothing but a test reads %s, so it shows nothing of what the code does", m[1])})
			}
		})
	}
	return out
}

// walkNewLines takes each line of a file that was not there before.
func walkNewLines(f coding.FileChange, take func(n int, line string)) {
	had := map[string]int{}
	for l := range strings.Lines(f.Before) {
		had[strings.TrimSpace(l)]++
	}
	n := 0
	for l := range strings.Lines(f.After) {
		n++
		if key := strings.TrimSpace(l); had[key] > 0 {
			had[key]--
			continue
		}
		take(n, l)
	}
}
