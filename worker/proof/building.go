package proof

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
)

// findBuilding names files of a change that run, or steer what runs, while packages of its own are made ready: what they
// leave there is what its checks find.
func findBuilding(f Facts) (out []coding.GuardFinding) {
	if !f.OwnPackages {
		return nil
	}
	for _, x := range f.Change.Files {
		if !x.Gone() && buildsPackages(x) {
			out = append(out, coding.GuardFinding{Rule: "C6", Path: x.Path, Text: x.Path + " decides what happens while the packages of the checks are made ready"})
		}
	}
	return out
}

func buildsPackages(x coding.FileChange) bool {
	switch base := path.Base(x.Path); base {
	case "setup.py", "binding.gyp", ".npmrc", ".yarnrc", ".yarnrc.yml", ".pnpmfile.cjs", "pip.conf":
		return true
	case "package.json":
		before, after := parseScripts(x.Before), parseScripts(x.After)
		return slices.ContainsFunc([]string{"preinstall", "install", "postinstall", "prepare", "prebuild"}, func(s string) bool { return before[s] != after[s] })
	case "pyproject.toml":
		return !maps.Equal(listBackend(x.Before), listBackend(x.After))
	}
	return hasFolder(x.Path, ".yarn", "patches")
}

// listBackend returns the lines that say what builds a project of Python.
func listBackend(text string) map[string]bool {
	out := map[string]bool{}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "build-backend") || strings.HasPrefix(line, "backend-path") {
			out[line] = true
		}
	}
	return out
}
