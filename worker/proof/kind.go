package proof

import (
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
)

// A change must show what its kind must show. What is missing of that a person may let through; of a step that an older
// version planned, nobody.
func applyKind(f Facts, out *Ruling, before, green []coding.Trial) {
	if f.Kind.Value == "" {
		applyOldLaw(f, out, before, green)
		return
	}
	out.Kind = coding.DecideKind(f.Kind, f.Change.Files)
	why := explainOtherKind(f, out.Kind)
	if why != "" {
		out.Kind = coding.KindFeature
	}
	lacks := ""
	switch out.Kind {
	case coding.KindDocs:
		out.Notes = append(out.Notes, onlyWords)
	case coding.KindSettings, coding.KindDependency:
		out.Notes = append(out.Notes, "Only "+map[coding.ChangeKind]string{coding.KindSettings: "settings", coding.KindDependency: "dependencies"}[out.Kind]+" are changed, which no test shows: the checks pass as they did, and no test had to fail first.")
	case coding.KindTests:
		lacks = findNewTests(out, before, green)
	case coding.KindRefactor:
		out.Notes = append(out.Notes, "It was ordered as a refactoring: the tests that were there pass as they were, and none had to fail first.")
		lacks = ruleRefactor(f, out, green)
	case coding.KindRemoval:
		out.Notes = append(out.Notes, "It was ordered as a removal: it only takes away, so no test had to fail first.")
	case coding.KindFix, coding.KindFeature:
		out.Red, lacks = findRedProof(f, before, green)
	}
	switch {
	case why == "":
	case out.Red != "" && f.Kind.From != coding.FromOrder:
		out.Notes = append(out.Notes, fmt.Sprintf("It was planned as %s, and is more than that: %s. It is proven as a feature.", f.Kind.Value, why))
	default:
		out.Findings = append(out.Findings, coding.GuardFinding{Rule: "C17", Text: fmt.Sprintf("it was to be %s, and is more than that: %s", f.Kind.Value, why)})
	}
	if lacks != "" {
		out.Findings = append(out.Findings, coding.GuardFinding{Rule: "C14", Text: lacks})
	}
}

// ruleRefactor asks about names that others may use and that go or change, and returns what is missing: tests that run what it changes.
func ruleRefactor(f Facts, out *Ruling, green []coding.Trial) string {
	// A test that only moves is there as it was, and one that no longer runs is missing by its name.
	if slices.ContainsFunc(green, func(t coding.Trial) bool { return len(t.Passing) > 0 }) {
		out.Findings = slices.DeleteFunc(out.Findings, func(g coding.GuardFinding) bool {
			return g.Rule == "C5" && slices.ContainsFunc(f.Change.Files, func(x coding.FileChange) bool { return x.Path == g.Path && x.Gone() && isMoved(x, f.Change.Files) })
		})
	}
	out.Findings = append(out.Findings, findExported(f)...)
	lacks, note := findIdleLines(f)
	if note != "" {
		out.Notes = append(out.Notes, note)
	}
	return lacks
}

const onlyWords = "Only words for people are changed: no behaviour is claimed, so no test had to fail first."

func applyOldLaw(f Facts, out *Ruling, before, green []coding.Trial) {
	if f.Change.OnlyProse() {
		out.Notes = append(out.Notes, onlyWords)
		return
	}
	red, why := findRedProof(f, before, green)
	if out.Red = red; red == "" {
		out.Reasons = append(out.Reasons, why)
	}
}

// A change may be more than what it was called; empty for one that is not.
func explainOtherKind(f Facts, kind coding.ChangeKind) string {
	named := f.Kind.Value
	if f.Kind.From == coding.FromDoubt || f.Kind.From == coding.FromDefault || kind == coding.KindDocs {
		return ""
	}
	names := func(is func(coding.FileChange) bool) string {
		var out []string
		for _, x := range f.Change.Files {
			if is(x) {
				out = append(out, coding.ShownPath(x.Path))
			}
		}
		const most = 3
		if n := len(out); n > most {
			out = append(out[:most], fmt.Sprintf("%d more", n-most))
		}
		return strings.Join(out, ", ")
	}
	switch named {
	case coding.KindDocs, coding.KindTests, coding.KindSettings, coding.KindDependency:
		if kind == named || named == coding.KindSettings && kind == coding.KindDependency {
			return ""
		}
		return "it changes " + names(func(x coding.FileChange) bool {
			k := coding.ClassifyFiles([]coding.FileChange{x})
			return k != named && k != coding.KindDocs
		})
	case coding.KindRefactor:
		renames := ListRenames(f.Change.Files, f.Words)
		if touched := names(func(x coding.FileChange) bool {
			return x.IsTest() && !isMoved(x, f.Change.Files) && !onlyRenames(x, renames)
		}); touched != "" {
			return "it changes the tests in " + touched
		}
	case coding.KindRemoval:
		if adds := names(func(x coding.FileChange) bool {
			return !x.IsTest() && !coding.IsProse(x.Path) && addsLines(x)
		}); adds != "" {
			return "it adds lines to " + adds
		}
	case coding.KindFix, coding.KindFeature:
	}
	return ""
}

// A file that stands under another name in the change is moved.
func isMoved(f coding.FileChange, files []coding.FileChange) bool {
	return (f.Fresh() || f.Gone()) && slices.ContainsFunc(files, func(o coding.FileChange) bool {
		return o.Path != f.Path && (f.Fresh() && o.Gone() && o.Before == f.After || f.Gone() && o.Fresh() && o.After == f.Before)
	})
}

// Braces and commas are what is left around something that was taken out.
func addsLines(f coding.FileChange) bool {
	_, come := compareLines(f.Before, f.After)
	return f.Binary && !f.Gone() || strings.Trim(come, " \t\r\n(){}[];,") != ""
}

// A change of tests alone brings at least one with a new name, which passes. The text says what is missing.
func findNewTests(out *Ruling, before, green []coding.Trial) string {
	var fresh []string
	for _, g := range green {
		b, _ := findTrial(before, g.Name)
		for _, name := range g.Passing {
			if !slices.Contains(b.Passing, name) && !slices.Contains(b.Failing, name) {
				fresh = append(fresh, name)
			}
		}
	}
	if len(fresh) == 0 {
		return "it changes nothing but tests, and no check names a new one that passes"
	}
	out.Notes = append(out.Notes, "Only tests are changed, so none had to fail first. New and passing"+formatTestNames(fresh)+".")
	return ""
}
