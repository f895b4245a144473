// Package proof decides whether a change of code is done. In come the change and
// how it was tried; out comes a ruling with its reasons. It is pure: nothing is
// read, run or stored.
package proof

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
)

// Facts hold what code knows about a change when it decides about it.
type Facts struct {
	Change coding.Change
	Checks []string                          // of the repository
	Hook   string                            // the command that runs before each of them; empty for none
	Trials []coding.Trial                    // of the round
	Kind   coding.Sourced[coding.ChangeKind] // as it was ordered or planned; empty for a step that an older version planned
	Words  string                            // of the order
	// OwnPackages says that its checks had other packages than the code before it.
	OwnPackages bool
}

// commands are those whose ends decide how a check ends.
func (f Facts) commands() []string {
	if f.Hook == "" {
		return f.Checks
	}
	return append(slices.Clone(f.Checks), f.Hook)
}

// Ruling holds what code decides about a change.
type Ruling struct {
	Reasons  []string              // why it is not done; none: it is, as far as code can tell
	Findings []coding.GuardFinding // what waits for a person, or is refused
	Allowed  []coding.GuardFinding // what a person let through
	Red      string                // which tests failed before the change and pass after it
	Kind     coding.ChangeKind     // whose rules it was judged by; empty for those of an older version
	Notes    []string              // what the reader must know
}

// Done reports whether nothing stands against the change.
func (r Ruling) Done() bool { return len(r.Reasons) == 0 && len(r.Findings) == 0 }

// Asks reports whether nothing but what a person may let through stands against the change.
func (r Ruling) Asks() bool {
	return len(r.Reasons) == 0 && len(r.Findings) > 0 && !slices.ContainsFunc(r.Findings, func(f coding.GuardFinding) bool { return f.Refused })
}

// Let returns the ruling after a person let the change through. What nobody may let through stays.
func (r Ruling) Let() Ruling {
	var left []coding.GuardFinding
	for _, f := range r.Findings {
		if f.Refused {
			left = append(left, f)
		} else {
			r.Allowed = append(r.Allowed, f)
		}
	}
	r.Findings = left
	return r
}

// Rule decides whether a change is done: it changes something, every
// check passes on its tree and none is worse than on the base, it shows what
// its kind must show, no result is a matter of luck, and it weakens no check. It
// is pure.
func Rule(f Facts) Ruling {
	var out Ruling
	if f.Change.Tree == "" || len(f.Change.Files) == 0 {
		out.Reasons = append(out.Reasons, "nothing is changed")
		return out
	}
	if onlyBlanks(f.Change.Files) {
		out.Reasons = append(out.Reasons, "only blanks are changed")
	}
	if len(f.Checks) == 0 {
		out.Reasons = append(out.Reasons, "I know no way to check this repository, so nothing is proven: name the command that does with frasier repo set NAME check")
	}
	before, green := coding.TrialsOf(f.Trials, coding.TrialBefore, ""), coding.TrialsOf(f.Trials, coding.TrialGreen, f.Change.Tree)
	renames := ListRenames(f.Change.Files, f.Words)
	var gone []string
	for _, name := range f.Checks {
		t, ran := findTrial(green, name)
		b, _ := findTrial(before, name)
		why, note := findGreenFault(name, t, ran, b)
		if why != "" {
			out.Reasons = append(out.Reasons, why)
		}
		if note != "" {
			out.Notes = append(out.Notes, note)
		}
		gone = append(gone, dropRenamed(t.Missing, f.Change.Files, t.Passing, renames)...)
	}
	out.Findings = slices.Concat(Guarded(f.Change.Files, gone), findDeciding(f.Change.Files, f.commands()), findBentTests(f, before, green), findProbed(f), findSleight(f), findBuilding(f))
	if note := describeRenames(f, renames); note != "" {
		out.Notes = append(out.Notes, note)
	}
	if len(f.Checks) > 0 {
		applyKind(f, &out, before, green)
	}
	return out
}

// Unchecked says which checks could not run on the code as it is, and why; empty when all did. What is made of it could
// not be checked either.
func Unchecked(before []coding.Trial) string {
	var out []string
	for _, t := range before {
		if why := t.NotRun(); why != "" {
			out = append(out, fmt.Sprintf("the check %q could not run: %s", t.Name, why))
		}
	}
	return strings.Join(out, "; ")
}

// A change bends tests to fit when some that were there no longer pass as they were.
func findBentTests(f Facts, before, green []coding.Trial) []coding.GuardFinding {
	i := slices.IndexFunc(f.Change.Files, func(x coding.FileChange) bool { return x.TouchesTests() && !x.Fresh() })
	if i < 0 {
		return nil
	}
	var out []coding.GuardFinding
	for _, t := range coding.TrialsOf(f.Trials, coding.TrialOld, "") {
		b, _ := findTrial(before, t.Name)
		g, _ := findTrial(green, t.Name)
		if fault, _ := findGreenFault(t.Name, t, true, b); fault != "" && g.Good() {
			out = append(out, coding.GuardFinding{Rule: "C5", Path: f.Change.Files[i].Path, Text: "with the tests that were there as they were, " + fault})
		}
	}
	return out
}

func onlyBlanks(files []coding.FileChange) bool {
	bare := func(text string) string { return strings.Join(strings.Fields(text), "") }
	return !slices.ContainsFunc(files, func(f coding.FileChange) bool {
		return f.Binary || f.Fresh() != f.Gone() || f.OldMode != f.NewMode || bare(f.Before) != bare(f.After)
	})
}

func findTrial(all []coding.Trial, name string) (coding.Trial, bool) {
	i := slices.IndexFunc(all, func(t coding.Trial) bool { return t.Name == name })
	if i < 0 {
		return coding.Trial{}, false
	}
	return all[i], true
}

// The note is for a check that fails no worse than it did on the base.
func findGreenFault(name string, t coding.Trial, ran bool, before coding.Trial) (fault, note string) {
	switch {
	case !ran:
		return name + " did not run on this change", ""
	case t.Flaky && before.Name != "" && len(t.Failing) > 0 && t.Reason == "" && isSubset(t.Failing, before.Failing):
		return "", name + " passed once and failed once" + formatTestNames(t.Failing) + "; these failed before this change already"
	case t.Flaky:
		return name + " passed once and failed once on the same tree" + formatTestNames(t.Failing), ""
	case t.Good():
		return "", ""
	case t.NotRun() != "":
		return name + " could not run: " + t.NotRun(), ""
	case t.Reason != "":
		return name + " did not end by itself: " + t.Reason + describeLonger(t), ""
	case before.Name != "" && !before.Good() && len(t.Failing) > 0 && isSubset(t.Failing, before.Failing):
		return "", name + " failed before this change already" + formatTestNames(t.Failing) + "; " + cmp.Or(t.Unserved(), "it is not worse now")
	}
	return name + " fails" + formatTestNames(t.Failing) + describeCutOff(t), ""
}

// Programs say so that ask for the network where there is none.
//
//nolint:gochecknoglobals // a constant list
var unheard = []string{
	"no such host", "could not resolve host", "temporary failure in name resolution", "name or service not known", "network is unreachable", "enotfound", "eai_again", "dial tcp",
}

// It also says what helps.
func describeCutOff(t coding.Trial) string {
	if why := t.Unanswered(); why != "" {
		return " (" + why + ")"
	}
	said := strings.ToLower(t.Tail)
	if len(t.Failing) > 0 || !slices.ContainsFunc(unheard, func(s string) bool { return strings.Contains(said, s) }) {
		return ""
	}
	return " (it asks for the network, which checks do not have: keep what it needs in the repository, as go mod vendor does)"
}

func describeLonger(t coding.Trial) string {
	if !strings.Contains(t.Reason, "longer than") {
		return ""
	}
	return " (frasier repo set NAME minutes N gives it more)"
}

func isSubset(some, all []string) bool {
	return !slices.ContainsFunc(some, func(s string) bool { return !slices.Contains(all, s) })
}

func formatTestNames(tests []string) string {
	const most = 3
	switch n := len(tests); {
	case n == 0:
		return ""
	case n > most:
		return fmt.Sprintf(": %s and %d more", strings.Join(tests[:most], ", "), n-most)
	}
	return ": " + strings.Join(tests, ", ")
}

// The proof failed on the old code with the change's tests and passes on the changed tree. Tests
// that failed before the change came count for nothing.
func findRedProof(f Facts, before, green []coding.Trial) (proof, why string) {
	red := coding.TrialsOf(f.Trials, coding.TrialRed, "")
	if len(red) == 0 {
		return "", "the change brings no test, so nothing shows that it does what was asked"
	}
	var passed []string
	for _, t := range red {
		g, ran := findTrial(green, t.Name)
		b, _ := findTrial(before, t.Name)
		if p, tried := findTrial(coding.TrialsOf(f.Trials, coding.TrialPackages, ""), t.Name); tried && !p.Good() {
			if b.Good() || len(p.Failing) == 0 || !isSubset(p.Failing, b.Failing) {
				return "", t.Name + " fails on the old code with the new packages alone" + formatTestNames(p.Failing) + ", so that it fails there with the change's tests shows nothing"
			}
		}
		switch {
		case t.Flaky:
			return "", t.Name + " with the change's tests passed once and failed once on the old code"
		case !ran || t.Reason != "":
			continue
		}
		for _, name := range t.Failing {
			if slices.Contains(g.Passing, name) && !slices.Contains(b.Failing, name) {
				passed = append(passed, name)
			}
		}
		if len(passed) > 0 {
			return "failed first" + formatTestNames(passed), ""
		}
		whole := t.Exit != 0 && len(t.Failing) == 0 && g.Good() && b.Good()
		if whole && len(g.Passing) > 0 { // a suite that names its tests did not even start
			if name := findMissingName(t.Tail, f.Change.Files); name != "" {
				return "did not build first: " + name + " was missing", ""
			}
			if at := findAssertedFile(t.Tail, f.Change.Files); at != "" {
				return "failed first: an assertion in " + at, ""
			}
			continue
		}
		if whole {
			return t.Name + " failed first", ""
		}
	}
	return "", describeIdle(red, before)
}

// A change that has no proof shows nothing by its tests.
func describeIdle(red, before []coding.Trial) string {
	var names []string
	for _, t := range red {
		b, _ := findTrial(before, t.Name)
		switch {
		case t.NotRun() != "":
			return t.Name + " could not run on the old code with the change's tests: " + t.NotRun()
		case t.Reason != "":
			return t.Name + " did not end by itself on the old code with the change's tests: " + t.Reason + describeLonger(t)
		case !t.Good() && len(t.Failing) == 0 && b.Good():
			return t.Name + " fails on the old code with the change's tests, and not for want of what the change brings, so they prove nothing"
		}
		for _, name := range t.Passing {
			if !slices.Contains(b.Passing, name) {
				names = append(names, name)
			}
		}
	}
	return "the change's own tests pass without it, so they prove nothing" + formatTestNames(names)
}

// The change must add the name outside its tests.
func findMissingName(output string, files []coding.FileChange) string {
	for _, m := range regexp.MustCompile(`undefined: (?:\w+\.)?(\w+)|unknown field (\w+) in struct|implicit declaration of function .(\w+).|no member named .(\w+).|undefined reference to .(\w+).|.(\w+). undeclared|undefined \(type .* has no field or method (\w+)\)|cannot find \w+ .(\w+).|has no (?:exported )?member .?'?(\w+)|NameError: name '(\w+)'|cannot import name '(\w+)'|No module named '(?:\w+\.)*(\w+)'`).FindAllStringSubmatch(output, -1) {
		name := strings.Join(m[1:], "")
		word := regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `\b`)
		if slices.ContainsFunc(files, func(f coding.FileChange) bool {
			return !f.IsTest() && (word.MatchString(f.After) && !word.MatchString(f.Before) || f.Fresh() && matchTarget(name, f.Path))
		}) {
			return name
		}
	}
	return ""
}

// An assertion in that file ended the whole suite; empty for none.
func findAssertedFile(output string, files []coding.FileChange) string {
	for _, m := range regexp.MustCompile(`([\w./-]+):\d+:[^\n]*\bAssertion\b[^\n]*\bfailed\b`).FindAllStringSubmatch(output, -1) {
		i := slices.IndexFunc(files, func(f coding.FileChange) bool {
			return f.IsTest() && (f.Path == m[1] || strings.HasSuffix(m[1], "/"+f.Path) || strings.HasSuffix(f.Path, "/"+m[1]))
		})
		if i >= 0 {
			return files[i].Path
		}
	}
	return ""
}

// RuleOnMerge decides about a change merged with those before it: every check
// must pass on the merged tree as it did on the change's own.
func RuleOnMerge(checks []string, tree string, trials []coding.Trial) []string {
	var out []string
	before, merged := coding.TrialsOf(trials, coding.TrialBefore, ""), coding.TrialsOf(trials, coding.TrialMerged, tree)
	for _, name := range checks {
		t, ran := findTrial(merged, name)
		b, _ := findTrial(before, name)
		if why, _ := findGreenFault(name, t, ran, b); why != "" {
			out = append(out, "merged with the changes before it, "+why)
		}
	}
	return out
}
