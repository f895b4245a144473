package proof

import (
	"maps"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
)

// ListRenames returns the names that others may use to which a change gives others, as its order says: it names both, the old one is
// gone, the new one was not there, and what users depend on besides is as it was. Tests that break for want of the old name alone are not
// bent when they name the new one.
func ListRenames(files []coding.FileChange, words string) (out []coding.Rename) {
	said := anyWord.FindAllString(words, -1)
	before, after := collectNames(files, func(x coding.FileChange) string { return x.Before }), collectNames(files, func(x coding.FileChange) string { return x.After })
	for _, where := range slices.Sorted(maps.Keys(before)) {
		for _, name := range slices.Sorted(maps.Keys(before[where])) {
			from := memberOf(name)
			if _, there := after[where][name]; there || !slices.Contains(said, from) {
				continue
			}
			if to := findNewName(name, before[where], after[where], said); to != "" && to != from && !slices.Contains(out, coding.Rename{From: from, To: to}) {
				out = append(out, coding.Rename{From: from, To: to})
			}
		}
	}
	return out
}

// findNewName returns what the order calls a name from now on: of several the one that it names nearest to it. Empty for none.
func findNewName(name string, had, has exported, said []string) (to string) {
	from := memberOf(name)
	nearest := 0
	for _, other := range slices.Sorted(maps.Keys(has)) {
		is := memberOf(other)
		_, old := had[other]
		if old || strings.TrimSuffix(other, is) != strings.TrimSuffix(name, from) || !slices.Contains(said, is) {
			continue
		}
		if has[other].text != coding.ReplaceNames([]coding.Rename{{From: from, To: is}}, had[name].text) {
			continue
		}
		if far := distance(said, from, is); to == "" || far < nearest {
			to, nearest = is, far
		}
	}
	return to
}

// distance tells how far two words stand from each other at least; one that comes behind is nearer.
func distance(said []string, from, to string) int {
	least := 2 * len(said)
	for i, x := range said {
		for j, y := range said {
			switch {
			case x != from || y != to:
			case j > i:
				least = min(least, 2*(j-i)-1)
			default:
				least = min(least, 2*(i-j))
			}
		}
	}
	return least
}

func memberOf(name string) string { return name[strings.LastIndex(name, ".")+1:] }

// onlyRenames reports whether a file of tests has nothing else changed but the names that the order names, and what its tests are called.
func onlyRenames(f coding.FileChange, all []coding.Rename) bool {
	before, after := strings.Split(f.Before, "\n"), strings.Split(f.After, "\n")
	if len(all) == 0 || f.Fresh() || f.Gone() || f.OldMode != f.NewMode || len(before) != len(after) {
		return false
	}
	for i, was := range before {
		if now := after[i]; bare(was) != bare(now) && bare(coding.ReplaceNames(all, was)) != bare(now) && !isHeadRenamed(was, now) {
			return false
		}
	}
	return true
}

// describeRenames tells the reader in what the tests that ran as they were differ from what they were.
func describeRenames(f Facts, all []coding.Rename) string {
	if len(all) == 0 || !slices.ContainsFunc(f.Change.Files, func(x coding.FileChange) bool { return x.TouchesTests() && !x.Fresh() }) {
		return ""
	}
	named := make([]string, 0, len(all))
	for _, r := range all {
		named = append(named, r.To+" for "+r.From)
	}
	return "The tests that were there ran with the names that the order gives: " + strings.Join(named, ", ") + "."
}

func bare(line string) string { return strings.Join(strings.Fields(line), " ") }

// isHeadRenamed reports whether two lines begin a test under two names. Whether it still runs shows by its name.
func isHeadRenamed(was, now string) bool {
	w, n := testHead.FindStringSubmatch(was), testHead.FindStringSubmatch(now)
	return w != nil && n != nil && strings.Replace(was, w[1]+w[2], n[1]+n[2], 1) == now
}
