package proof

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/redact"
)

// Guarded looks for what weakens the tests or the checks of a change, and for
// what must not come in at all. In come the files of the change and the names
// of tests that passed before and are gone.
func Guarded(files []coding.FileChange, gone []string) []coding.GuardFinding {
	var out []coding.GuardFinding
	add := func(f coding.FileChange, rule string, line int, text string, refused bool) {
		out = append(out, coding.GuardFinding{Rule: rule, Path: f.Path, Line: line, Text: text, Refused: refused})
	}
	for _, f := range files {
		checkForm(f, add)
		checkLines(f, add)
		findPretence(f, files, add)
		findReaching(f, add)
		findHidden(f, add)
		findSourceReader(f, files, add)
		if !f.IsTest() {
			continue
		}
		switch gone, come := compareLines(f.Before, f.After); {
		case f.Gone():
			add(f, "C5", 0, "the test file "+f.Path+" is deleted", false)
		case countAsserts(f.Path, come) < countAsserts(f.Path, gone):
			add(f, "C5", 0, fmt.Sprintf("%s asserts less than before: %s instead of %d", f.Path, prose.Count(countAsserts(f.Path, f.After), "line"), countAsserts(f.Path, f.Before)), false)
		}
	}
	for _, name := range gone {
		out = append(out, coding.GuardFinding{Rule: "C4", Text: "the test " + name + " passed before and is gone"})
	}
	if n, l := computeSize(files); n > codeFilesAsk || l > codeLinesAsk {
		out = append(out, coding.GuardFinding{Rule: "C8", Text: fmt.Sprintf("the change is large: %d files, %d lines", n, l)})
	}
	return out
}

type finder = func(f coding.FileChange, rule string, line int, text string, refused bool)

func checkForm(f coding.FileChange, add finder) {
	base := path.Base(f.Path)
	switch {
	case f.NewMode == "120000":
		add(f, "C8", 0, f.Path+" is a symbolic link", true)
	case f.NewMode == "160000":
		add(f, "C8", 0, f.Path+" is a repository inside the repository", true)
	case slices.Contains(strings.Split(strings.ToLower(f.Path), "/"), ".git"), strings.HasPrefix(f.Path, "/"), slices.Contains(strings.Split(f.Path, "/"), ".."):
		add(f, "C8", 0, f.Path+" leads out of the tree", true)
	case f.Size > org.CodeFileBytes:
		add(f, "C8", 0, fmt.Sprintf("%s has %d bytes", f.Path, f.Size), true)
	case f.NewMode == "100755" && f.OldMode != "100755":
		add(f, "C8", 0, f.Path+" becomes a program that can be started", false)
	case f.Binary && !f.Gone():
		add(f, "C8", 0, f.Path+" is no text", false)
	}
	switch {
	case f.Fresh() && isStandIn(f.Path):
		add(f, "C6", 0, f.Path+" stands in for what runs the tests", false)
	case isCI(f.Path):
		add(f, "C6", 0, f.Path+decides, false)
	case slices.Contains([]string{"AGENTS.md", "CLAUDE.md", ".mcp.json", ".envrc", ".gitattributes", ".gitmodules"}, base), hasFolder(f.Path, ".claude", ".codex"):
		add(f, "C12", 0, f.Path+" gives orders to whoever works on the code", false)
	}
}

func hasFolder(name string, folders ...string) bool {
	return slices.ContainsFunc(strings.Split(path.Dir(name), "/"), func(d string) bool { return slices.Contains(folders, d) })
}

const decides = " decides how the code is checked"

// IsAboutCI reports whether a finding is that a change touches a file which decides how the code is checked, and not what that file does.
func IsAboutCI(f coding.GuardFinding) bool { return f.Rule == "C6" && f.Text == f.Path+decides }

// Such files decide how code is checked or who may change it.
func isCI(name string) bool {
	base := strings.ToLower(path.Base(name))
	switch {
	case hasFolder(name, "workflows") && strings.HasPrefix(name, ".github/"), hasFolder(name, ".circleci", ".buildkite", ".ci"):
		return true
	case strings.HasPrefix(base, ".golangci"), strings.HasPrefix(base, ".eslintrc"), strings.HasPrefix(base, "eslint.config"), strings.HasPrefix(base, "tsconfig"):
		return true
	}
	return slices.Contains([]string{
		".gitlab-ci.yml", ".travis.yml", "jenkinsfile", "azure-pipelines.yml", ".pre-commit-config.yaml", ".coveragerc", "codecov.yml",
		"mypy.ini", "ruff.toml", ".ruff.toml", ".flake8", "tox.ini", "pytest.ini", "conftest.py", "makefile", "codeowners", "license",
	}, base)
}

// marks match lines that weaken a check.
type marks struct{ skip, assert, asks, lax, conflict *regexp.Regexp }

//nolint:gochecknoglobals // made once, never changed
var guardMarks = sync.OnceValue(func() marks {
	m := regexp.MustCompile
	return marks{
		skip:     m(`\bt\.Skip(?:f|Now)?\(|\bb\.Skip|@pytest\.mark\.(?:skip|xfail)|@unittest\.skip|pytest\.skip\(|\b(?:xit|xdescribe|xtest)\(|\b(?:it|test|describe)\.(?:skip|todo)\b|\.only\(|@Ignore\b|@Disabled\b|#\[ignore|#\[cfg\(any\(\)\)\]|\bskip_unless\b|^\s*//go:build ignore\b`),
		assert:   m(`(?i)\bassert|\bexpect\(|\brequire\.|\bt\.(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow)\(|\bcmp\.Diff\(|\bshould\b|\bpanic!|^\s*(?:ok|is|isnt)\(`),
		asks:     m(`\bnot ok\b|(?:^|[;&|!({]|\b(?:if|while|until|then|do))\s*(?:test|\[\[?)\s|^\s*(?:grep|cmp|diff)\s`), // of a shell
		lax:      m(`\|\|\s*true\b|--no-verify\b|continue-on-error:\s*true|\bset \+e\b|--passWithNoTests\b|//\s*nolint\b|#\s*noqa\b|eslint-disable|@ts-ignore|type:\s*ignore`),
		conflict: m(`^(?:<<<<<<<|>>>>>>>)(?: |$)`),
	}
})

// gone are the lines of before that after lacks, come those that only after has.
func compareLines(before, after string) (gone, come string) {
	n := map[string]int{}
	for l := range strings.Lines(before) {
		n[l]++
	}
	var extra, left strings.Builder
	for l := range strings.Lines(after) {
		if n[l] == 0 {
			extra.WriteString(l)
		} else {
			n[l]--
		}
	}
	for l := range strings.Lines(before) {
		if n[l] > 0 {
			n[l]--
			left.WriteString(l)
		}
	}
	return left.String(), extra.String()
}

func countAsserts(name, text string) int {
	n, shell := 0, slices.Contains([]string{".sh", ".bash", ".bats", ".t", ""}, path.Ext(name))
	for l := range strings.Lines(text) {
		if guardMarks().assert.MatchString(l) || shell && guardMarks().asks.MatchString(l) {
			n++
		}
	}
	return n
}

func checkLines(f coding.FileChange, add finder) {
	m := guardMarks()
	had := map[string]int{}
	for l := range strings.Lines(f.Before) {
		had[strings.TrimSpace(l)]++
	}
	held := redact.Find(f.After)
	secrets := map[string]bool{}
	if len(held) > 0 {
		for _, s := range redact.Find(f.Before) {
			secrets[s.Value] = true
		}
	}
	for _, s := range held {
		if !secrets[s.Value] {
			add(f, "C7", 1+strings.Count(f.After[:max(0, strings.Index(f.After, s.Value))], "\n"), "it holds what looks like a secret ("+s.Kind+"); change that key", true)
		}
	}
	n := 0
	for l := range strings.Lines(f.After) {
		n++
		l = strings.TrimRight(l, "\r\n")
		if key := strings.TrimSpace(l); had[key] > 0 {
			had[key]--
			continue
		}
		switch {
		case m.conflict.MatchString(l):
			add(f, "C10", n, "it holds the marks of a conflict", true)
		case m.skip.MatchString(l):
			add(f, "C5", n, "it leaves a test out: "+strings.TrimSpace(l), false)
		case m.lax.MatchString(l):
			add(f, "C6", n, "it makes a check look away: "+strings.TrimSpace(l), false)
		}
	}
}

func computeSize(files []coding.FileChange) (n, changed int) {
	for _, f := range files {
		changed += f.Added + f.Deleted
	}
	return len(files), changed
}
