package proof

import (
	"maps"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/lazyregexp"
)

// A test's name in the line that it begins with, in the usual languages.
var testHead = lazyregexp.New("^\\s*(?:(?:pub |async |public |private |override )*(?:func|fn|def|fun|void) (?:\\([^)]*\\) )?([A-Za-z_]\\w*)\\s*\\(|(?:it|test)\\(\\s*[\"'`](.+?)[\"'`]\\s*,)")

// dropRenamed leaves out of the tests that are gone those that are there under another name: with the same body but for the
// names that the order gives others, and among those that pass.
func dropRenamed(gone []string, files []coding.FileChange, passing []string, renames []coding.Rename) []string {
	if len(gone) == 0 {
		return nil
	}
	before, after := map[string]string{}, map[string]string{} // bodies by name
	for _, f := range files {
		if f.TouchesTests() {
			addBodies(before, coding.ApplyRenames(renames, f.Before, f.After))
			addBodies(after, f.After)
		}
	}
	runs := map[string]bool{}
	for _, name := range passing {
		runs[lastPart(name)] = true
	}
	taken := map[string]bool{} // one test stands for one
	return slices.DeleteFunc(slices.Clone(gone), func(name string) bool {
		body := before[lastPart(name)]
		if strings.TrimSpace(body) == "" {
			return false
		}
		for _, other := range slices.Sorted(maps.Keys(after)) {
			if _, had := before[other]; !had && !taken[other] && runs[other] && after[other] == body {
				taken[other] = true
				return true
			}
		}
		return false
	})
}

// A body ends before the next line that stands no deeper than its head; a brace there belongs to it.
func addBodies(to map[string]string, text string) {
	lines := strings.Split(text, "\n")
	for i := 0; i < len(lines); i++ {
		m := testHead.FindStringSubmatch(lines[i])
		if m == nil {
			continue
		}
		name, depth := m[1]+m[2], depthOf(lines[i])
		_, rest, _ := strings.Cut(lines[i], name)
		body := []string{rest}
		n := i + 1
		for ; n < len(lines) && (strings.TrimSpace(lines[n]) == "" || depthOf(lines[n]) > depth); n++ {
			body = append(body, lines[n])
		}
		i = n - 1
		if at, twice := to[name]; twice {
			to[name] = at + "\x00" // two of one name stand for none
			continue
		}
		to[name] = strings.Join(strings.Fields(strings.Join(body, " ")), " ")
	}
}

func depthOf(line string) int { return len(line) - len(strings.TrimLeft(line, " \t")) }

// lastPart returns the name of a test as it stands in the source: of "shop.TestFee", "a.py::T::test_fee", "shop::tests::fee" and
// "cart > adds".
func lastPart(name string) string {
	for _, by := range []string{" > ", "::", "#"} {
		if i := strings.LastIndex(name, by); i >= 0 {
			name = name[i+len(by):]
		}
	}
	if !strings.Contains(name, " ") {
		name = name[strings.LastIndex(name, ".")+1:]
	}
	return strings.TrimSuffix(name, "()")
}
