package coding

import (
	"path"
	"slices"
	"strings"
)

// Reading is a pull request of somebody else that a step reads. Nothing of it is merged here.
type Reading struct {
	Place  string // "github.com/acme/shop"
	Number int
	Head   string // the commit that is read
	Base   string // the branch that it is to go into
	Title  string
	Author string // name of the account there
}

// Found holds the findings of a review of a pull request.
type Found struct {
	Base     string          `json:"base"` // the commit that it starts from
	Head     string          `json:"head"`
	Findings []ProvedFinding `json:"findings"`
	// Held are files of it that decide what is run or fetched: they are named, and those of the base are taken in their place.
	Held []string `json:"held,omitempty"`
	// Unshown counts what was said and is left out, because the test that was to show it passes.
	Unshown int    `json:"unshown,omitempty"`
	Said    string `json:"said,omitempty"` // of the whole
}

// ProvedFinding is one thing that is wrong with a pull request, with what shows it.
type ProvedFinding struct {
	ReviewFinding

	Test *FindingTest `json:"test,omitempty"` // nil where no test can show it
}

// FindingTest fails on a pull request as it is.
type FindingTest struct {
	Path    string   `json:"path"`
	Text    string   `json:"text"`    // all of the file
	Failing []string `json:"failing"` // tests that fail with it and did not without it; the name of the check where it names none
	Said    string   `json:"said"`    // the end of what the check wrote
	Base    string   `json:"base"`    // what it says of the code before the change: "passes", "fails", or empty where it does not run there
}

// IsHeld reports whether a file of somebody else's change decides what is run or fetched: locks and manifests, workflows, and what a
// check's command runs. commands are those of the repository.
func IsHeld(name string, commands []string) bool {
	base, dirs := strings.ToLower(path.Base(name)), strings.Split(strings.ToLower(name), "/")
	switch {
	case IsDependencyFile(name):
		return true
	case slices.Contains(dirs[:len(dirs)-1], ".github"), slices.Contains(dirs[:len(dirs)-1], ".gitea"), slices.Contains(dirs[:len(dirs)-1], ".forgejo"), slices.Contains(dirs[:len(dirs)-1], ".circleci"):
		return true
	case slices.Contains([]string{".gitlab-ci.yml", "jenkinsfile", "azure-pipelines.yml", ".travis.yml", ".npmrc", ".yarnrc", ".yarnrc.yml", "makefile", "gnumakefile", "justfile", "taskfile.yml", "rakefile", "tox.ini", "noxfile.py", "setup.py", "setup.cfg", ".gitmodules", ".gitattributes"}, base):
		return true
	}
	for _, c := range commands {
		for _, word := range strings.FieldsFunc(c, func(r rune) bool { return strings.ContainsRune(" \t'\"();|&<>", r) }) {
			if strings.TrimPrefix(path.Clean(word), "./") == name {
				return true
			}
		}
	}
	return false
}
