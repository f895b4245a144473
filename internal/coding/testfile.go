package coding

import (
	"path"
	"slices"
	"strings"
)

// testNames tells by which names an ecosystem knows the files of its tests. Names are without their extension.
type testNames struct {
	extensions []string // none: any
	folders    []string // anywhere above the file, in any case
	folderEnds []string // of a folder's name, as it is written
	whole      []string // in any case
	begins     []string // in any case
	ends       []string // in any case
	words      []string // at the end, or the beginning, of a name in capitals: CartTest, TestCart
}

var testFiles = []testNames{ //nolint:gochecknoglobals // a constant list
	{
		folders: []string{"test", "tests", "spec", "specs", "__tests__", "__snapshots__", "testdata", "unittests", "e2e", "unit-tests", "integration-tests", "integration_tests", "functional-tests", "e2e-tests", "smoke-tests", "acceptance-tests"},
		begins:  []string{"test_"},
		ends:    []string{"_test", ".test", ".spec", "_spec"},
	},
	{extensions: []string{".t"}, folders: []string{"t"}, begins: []string{""}}, // Perl
	{extensions: []string{".bats", ".feature", ".snap"}, begins: []string{""}},
	{extensions: []string{".py", ".rs"}, whole: []string{"tests", "test"}, begins: []string{"tests_"}, ends: []string{"_tests"}},
	{extensions: []string{".c", ".cc", ".cpp", ".cxx", ".h", ".hpp", ".m", ".mm"}, whole: []string{"tests", "test"}, begins: []string{"test-", "tests_"}, ends: []string{"_tests", "_unittest", "_unittests", "-test", "-tests"}},
	{extensions: []string{".js", ".jsx", ".ts", ".tsx", ".mjs", ".cjs", ".mts", ".cts", ".vue"}, folders: []string{"cypress", "step_definitions"}, whole: []string{"test", "tests"}, ends: []string{".cy", ".e2e", "-test", "-spec", ".test-d", "-e2e", ".e2e-spec"}},
	{extensions: []string{".rb"}, folders: []string{"step_definitions"}},
	{extensions: []string{".java", ".kt", ".kts", ".scala", ".groovy"}, folders: []string{"androidtest", "integrationtest", "testfixtures"}, words: []string{"Test", "Tests", "TestCase", "Spec", "IT"}},
	{extensions: []string{".cs", ".fs", ".vb"}, folderEnds: []string{".Test", ".Tests", ".UnitTests", ".IntegrationTests", ".Specs"}, words: []string{"Test", "Tests", "Specs"}},
	{extensions: []string{".swift"}, folderEnds: []string{"Tests"}, words: []string{"Test", "Tests"}},
	{extensions: []string{".php", ".hs", ".m", ".mm", ".dart"}, folderEnds: []string{"Tests"}, words: []string{"Test", "Tests", "Spec"}},
	{extensions: []string{".r"}, begins: []string{"test-"}},
	{extensions: []string{".sh", ""}, begins: []string{"test-"}, ends: []string{"-test", "-tests", "_tests"}},
	{extensions: []string{".jl"}, whole: []string{"runtests"}},
}

// IsTestFile reports whether a path is one of a test by the conventions of the
// usual languages.
func IsTestFile(name string) bool {
	base := path.Base(name)
	ext := path.Ext(base)
	stem := strings.TrimSuffix(base, ext)
	above := strings.Split(path.Dir(name), "/")
	return slices.ContainsFunc(testFiles, func(n testNames) bool {
		return (len(n.extensions) == 0 || slices.Contains(n.extensions, strings.ToLower(ext))) && n.matchesName(stem, above)
	}) || slices.Contains(above, "t") // Perl's, with what its tests read
}

func (n testNames) matchesName(stem string, above []string) bool {
	low := strings.ToLower(stem)
	for _, folder := range above {
		if slices.Contains(n.folders, strings.ToLower(folder)) || slices.ContainsFunc(n.folderEnds, func(s string) bool { return strings.HasSuffix(folder, s) }) {
			return true
		}
	}
	return slices.Contains(n.whole, low) ||
		slices.ContainsFunc(n.begins, func(s string) bool { return strings.HasPrefix(low, s) }) ||
		slices.ContainsFunc(n.ends, func(s string) bool { return strings.HasSuffix(low, s) }) ||
		slices.ContainsFunc(n.words, func(s string) bool { return isWordOf(stem, s) })
}

// A word in a name in capitals begins with one and is followed by one: Tester.java and Latest.java are no tests.
func isWordOf(stem, word string) bool {
	if rest, is := strings.CutSuffix(stem, word); is {
		return rest == "" || word != "IT" || rest[len(rest)-1] >= 'a' && rest[len(rest)-1] <= 'z'
	}
	rest, is := strings.CutPrefix(stem, "Test")
	return is && word == "Test" && rest != "" && rest[0] >= 'A' && rest[0] <= 'Z'
}

// InlineTests reports whether files of this name hold tests beside the code.
func InlineTests(name string) bool { return path.Ext(name) == ".rs" && !IsTestFile(name) }

// IsTest reports whether the file is one of a test, by its name or as the founder said.
func (f FileChange) IsTest() bool { return f.Test || IsTestFile(f.Path) }

// HasTest reports whether a path is one of a test in the repository: by its name, or as the founder said.
func (r Repository) HasTest(name string) bool {
	return IsTestFile(name) || slices.ContainsFunc(r.Policy.Tests, func(glob string) bool { return matchGlob(glob, name) })
}

// matchGlob reports whether a path is one that a pattern means: * stands for what is in one part of it, ** for any parts. A pattern
// without a slash is about names in any folder.
func matchGlob(glob, name string) bool {
	if !strings.Contains(glob, "/") {
		is, _ := path.Match(glob, path.Base(name)) //nolint:errcheck // only good patterns are kept
		return is
	}
	return matchParts(strings.Split(strings.TrimSuffix(glob, "/"), "/"), strings.Split(name, "/"))
}

func matchParts(glob, name []string) bool {
	if len(glob) == 0 {
		return len(name) == 0
	}
	if glob[0] == "**" {
		return len(name) > 0 && (matchParts(glob, name[1:]) || len(glob) > 1 && matchParts(glob[1:], name) || len(glob) == 1)
	}
	if len(name) == 0 {
		return false
	}
	is, _ := path.Match(glob[0], name[0]) //nolint:errcheck // as above
	return is && matchParts(glob[1:], name[1:])
}

// IsTestGlob reports whether a pattern may say which files are tests: it is well formed, stays in the repository, and does not
// mean all files.
func IsTestGlob(glob string) bool {
	_, err := path.Match(glob, "x")
	return err == nil && strings.Trim(glob, "*/.?") != "" && !strings.HasPrefix(glob, "/") && !slices.Contains(strings.Split(glob, "/"), "..")
}

// TouchesTests reports whether a change of the file is one of tests, in a file of their own or beside the code.
func (f FileChange) TouchesTests() bool {
	if f.Test || !InlineTests(f.Path) {
		return f.IsTest()
	}
	_, before := SplitTests(f.Before)
	_, after := SplitTests(f.After)
	return before != after
}

// SplitTests parts a file into its code and the modules of tests in it: those that stand at its left edge, from
// #[cfg(test)] to the brace that ends them.
func SplitTests(text string) (code, tests string) {
	var c, t strings.Builder
	lines := slices.Collect(strings.Lines(text))
	for i := 0; i < len(lines); i++ {
		end := endOfModule(lines, i)
		for ; i < end; i++ {
			t.WriteString(lines[i])
		}
		if i < len(lines) {
			c.WriteString(lines[i])
		}
	}
	return c.String(), t.String()
}

// It is the number of the line after the module that begins there; that of the line itself where none does.
func endOfModule(lines []string, at int) int {
	if strings.TrimRight(lines[at], "\r\n ") != "#[cfg(test)]" {
		return at
	}
	n := at + 1
	for n < len(lines) && strings.HasPrefix(lines[n], "#[") {
		n++
	}
	if n == len(lines) || !strings.HasPrefix(lines[n], "mod ") && !strings.HasPrefix(lines[n], "pub mod ") || !strings.Contains(lines[n], "{") {
		return at
	}
	if strings.HasSuffix(strings.TrimSpace(lines[n]), "}") {
		return n + 1
	}
	for n++; n < len(lines); n++ {
		if strings.TrimRight(lines[n], "\r\n ") == "}" {
			return n + 1
		}
	}
	return at
}
