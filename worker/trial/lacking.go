package trial

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/testreport"
	"github.com/frasier-cos/frasier/worker/fence"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// sign matches a program's words for something that it needs and that is not there.
type sign struct {
	said *lazyregexp.Regexp // its groups name the thing
	of   kind
}

// The kind of what is missing decides what helps, and how sure the sign is.
type kind int

const (
	program kind = iota // a shell looked for it, and ended for want of it
	tool                // whoever said so is that tool's own starter
	module              // of Python
	gem                 // of Ruby
	parcel              // of Node
	folder              // of what was installed for the repository
	version             // another than the one that is here
	fetched             // what a package manager would have brought
)

// The usual shells, starters and tools give these signs. Of what is a name of the repository's own
// code they say the same, so modules, gems and packages count where the repository declares them
// or the check names them.
var signs = []sign{ //nolint:gochecknoglobals // a constant list
	{lazyregexp.New(`(?m)(?:^|: )(?:line )?\d+: ([\w.+-]+): (?:command )?not found\s*$`), program},
	{lazyregexp.New(`(?m)^(?:\S*/)?(?:ba|z|k|da)?sh: ([\w.+-]+): (?:command )?not found\s*$`), program},
	{lazyregexp.New(`(?m)^(?:pyenv|rbenv|asdf|nodenv): ([\w.+-]+): command not found`), tool},
	{lazyregexp.New(`(?mi)(?:^|: )command not found: ([\w.+-]+)\s*$`), tool},
	{lazyregexp.New(`(?m)^g?make(?:\[\d+\])?: ([\w.+-]+): No such file or directory`), program},
	{lazyregexp.New(`(?m)env: ['‘"]?([\w.+-]+)['’"]?: No such file or directory`), program},
	{lazyregexp.New(`: (?:\S*/)?([\w.+-]+)(?:\s.*)?: bad interpreter`), program},
	{lazyregexp.New(`exec: "([\w.+-]+)": executable file not found`), tool},
	{lazyregexp.New(`C compiler "([\w.+-]+)" not found`), tool},
	{lazyregexp.New("linker [`'\"]([\\w.+-]+)[`'\"] not found"), tool},
	{lazyregexp.New(`spawn ([\w.+-]+) ENOENT`), tool},
	{lazyregexp.New(`Command "?([\w.@/+-]+)"? not found`), tool},
	{lazyregexp.New("no such (?:sub)?command: [`'\"]?([\\w-]+)"), tool},
	{lazyregexp.New(`(?m)^(?:\S*/)?(?:python|pypy)[\d.]*: No module named ([\w]+)`), module},
	{lazyregexp.New(`(?:ModuleNotFoundError|ImportError): No module named '?(\w+)`), module},
	{lazyregexp.New(`Cannot find (?:module|package) '\S*/node_modules/((?:@[\w.-]+/)?[\w.-]+)`), folder},
	{lazyregexp.New(`Cannot find (?:module|package) '((?:@[\w.-]+/)?[a-zA-Z][\w.-]*)(?:/[\w./-]*)?'`), parcel},
	{lazyregexp.New(`(node_modules) state file`), folder},
	{lazyregexp.New(`Could not open input file: (vendor/[\w./-]+)`), folder},
	{lazyregexp.New(`Could not find gem '([\w-]+)`), tool},
	{lazyregexp.New(`Could not find ([\w-]+)-\d[\w.]* in (?:any of the sources|locally installed gems)`), tool},
	{lazyregexp.New(`cannot load such file -- ([\w-]+)`), gem},
	{lazyregexp.New(`main class org\.(gradle\.wrapper)`), tool},
	{lazyregexp.New(`cannot find module providing package (\S+): module lookup disabled by GOPROXY=off`), fetched},
	{lazyregexp.New(`(?:^|[\s:])([\w./~-]+)@[\w.+-]+: module lookup disabled by GOPROXY=off`), fetched},
	{lazyregexp.New(`no required module provides package (\S+?);`), fetched},
	{lazyregexp.New("no matching package named `([\\w-]+)` found"), fetched},
	{lazyregexp.New("failed to (?:get|download|fetch) `([\\w-]+)[ `]"), fetched},
	{lazyregexp.New(`the artifact ([\w.:-]+) has not been downloaded`), fetched},
	{lazyregexp.New(`Could not (?:resolve|transfer|find) (?:artifact )?([\w.-]+:[\w.:-]+[\w])`), fetched},
	{lazyregexp.New(`requires (go >= [\d.]+|rustc [\d.]+)`), version},
	{lazyregexp.New(`your Gemfile specified [~>= ]*([\d.]+)`), version},
	{lazyregexp.New(`(?s)EBADENGINE.{0,400}?[Rr]equired:? (\{[^}]*\})`), version},
	{lazyregexp.New(`toolchain '([\w.-]+)' is not installed`), version},
	{lazyregexp.New(`[Nn]o interpreter found for ([Pp]ython [\w.]+)`), version},
	{lazyregexp.New("pyenv: version [`']([\\w.]+)' is not installed"), version},
	{lazyregexp.New(`JAVA_HOME is not set and no '(java)' command`), tool},
	{lazyregexp.New(`No (\.NET SDK)s were found`), version},
}

// A command which a shell or a program like it was to start was not found.
var unstarted = lazyregexp.New(`(?i)\b(?:error|status|code|exit)[ :]+12[67]\b`)

// It also says what helps; empty for a check that ran. Only one in which no test ran can have
// lacked anything.
func (r Runner) describeLacking(ctx context.Context, s Subject, command string, exit int, out testreport.Report) (string, error) {
	if exit == 0 || len(out.Passing)+len(out.Failing) > 0 {
		return "", nil
	}
	for _, sign := range signs {
		m := sign.said.FindStringSubmatch(out.All)
		if m == nil {
			continue
		}
		name := m[1]
		switch sign.of {
		case program:
			if exit != 126 && exit != 127 && !unstarted.MatchString(out.All) {
				continue
			}
		case module, gem, parcel:
			known, err := r.isDeclared(ctx, s, command, name)
			if err != nil {
				return "", err
			}
			if !known {
				continue
			}
		case fetched:
			if s.Phase == coding.TrialRed || s.Phase == coding.TrialOld { // of a change without half of its files
				continue
			}
		case tool, folder, version:
		}
		if sign.of == program || sign.of == tool {
			want, err := r.findWanted(ctx, s, name)
			if err != nil {
				return "", err
			}
			if want != "" {
				return fmt.Sprintf("%s is missing where checks run, and the repository wants %s; %s", name, want, describeRemedy(version, want, command, "")), nil
			}
		}
		return fmt.Sprintf("%s is missing where checks run; %s", name, describeRemedy(sign.of, name, command, out.All)), nil
	}
	if unserved := unservedLine.FindStringSubmatch(out.All); unserved != nil {
		return fmt.Sprintf("the service %s is not there where checks run (it %s); frasier repo set %s service names another, or none", unserved[1], unserved[2], s.Repository.Name), nil
	}
	return "", nil
}

// unservedLine reads the fence's word of a service that was not there for a check.
var unservedLine = lazyregexp.New(`(?m)^` + fence.ServiceFault + `([a-z0-9-]+) (.*?)(?:; it said:)?$`)

// In these files a repository says what it needs of others.
var manifests = []string{ //nolint:gochecknoglobals // a constant list
	"requirements.txt", "requirements-dev.txt", "requirements-test.txt", "dev-requirements.txt", "test-requirements.txt", "pyproject.toml", "setup.py", "setup.cfg", "Pipfile", "environment.yml", "tox.ini",
	"package.json", "Gemfile", "composer.json",
}

// starters are tools that are begun by their module's name, and that no repository calls a part of
// its own.
var starters = []string{"pytest", "tox", "nox", "mypy", "ruff", "flake8", "coverage", "pylint", "black", "pip", "build", "poetry", "uv", "hatch", "django", "nose2", "behave", "rspec", "minitest", "jest", "mocha", "vitest", "typescript"} //nolint:gochecknoglobals // a constant list

// The name must be of what a repository needs of others, and not of its own code, which a change
// may bring.
func (r Runner) isDeclared(ctx context.Context, s Subject, command, name string) (bool, error) {
	if slices.Contains(starters, strings.ToLower(name)) {
		return true, nil
	}
	if s.Phase != coding.TrialBefore && s.Phase != coding.TrialGreen && s.Phase != coding.TrialMerged {
		return false, nil // of a change without half of its files
	}
	flat := strings.NewReplacer("-", "", "_", "", ".", "")
	for _, file := range manifests {
		text, err := r.Workspaces.Read(ctx, s.Repository, s.Tree, file)
		var none *workspace.UnusableError
		if errors.As(err, &none) {
			continue
		}
		if err != nil {
			return false, fmt.Errorf("see what the check %q needs: %w", command, err)
		}
		words := strings.FieldsFunc(flat.Replace(strings.ToLower(text)), func(c rune) bool { return strings.ContainsRune(" \t\r\n\"'<>=~!^,;:[](){}", c) })
		if slices.Contains(words, flat.Replace(strings.ToLower(name))) {
			return true, nil
		}
	}
	return false, nil
}

// Debian's apt has what checks are begun with under these names, where they are other ones.
var packages = map[string]string{ //nolint:gochecknoglobals // a constant list
	"bundle": "ruby-bundler", "bundler": "ruby-bundler", "rspec": "ruby-rspec", "go": "golang-go", "node": "nodejs", "npx": "npm", "cc": "gcc", "c++": "g++", "java": "default-jdk", "javac": "default-jdk",
	"mvn": "maven", "pip": "python3-pip", "pip3": "python3-pip", "pytest": "python3-pytest", "python": "python-is-python3", "poetry": "python3-poetry", "php": "php-cli", "prove": "perl", "tsc": "node-typescript", "ninja": "ninja-build", "postgres": "postgresql", "yarn": "yarnpkg",
}

// apt has these programs under their own name.
var plainPackages = strings.Fields("cargo rustc npm ruby rake make cmake gcc g++ clang gradle maven phpunit composer tox jq bats shellcheck perl python3 redis-server meson ant elixir") //nolint:gochecknoglobals // a constant list

// By the program that a check begins with: what brings all that it would fetch into the repository.
var vendoring = map[string]string{"cargo": "cargo vendor", "mvn": "mvn dependency:copy-dependencies", "./mvnw": "mvn dependency:copy-dependencies", "gradle": "a folder of jars", "./gradlew": "a folder of jars"} //nolint:gochecknoglobals // a constant list

func firstWord(command string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(command), " ")
	return first
}

// Checks see the repository's own files and the system's programs.
func describeRemedy(of kind, name, command, said string) string {
	everybody := "install it there for all users"
	switch {
	case of == folder, of == parcel, isNodeProgram(command, said):
		return "checks have no network and see the repository's files and the system's programs, so keep node_modules or vendor in the repository, or " + everybody
	case of == fetched:
		return "checks have no network, so keep it in the repository, as " + cmp.Or(vendoring[firstWord(command)], "go mod vendor") + " does"
	case of == module:
		return fmt.Sprintf("%s: apt install python3-%s, or pip install --prefix /usr/local %s", everybody, strings.ToLower(name), name)
	case of == version, strings.HasPrefix(name, "gradle."):
		if how := describeInstall(name, said); how != "" {
			return "install that there for all users: " + how
		}
		return "install that there for all users"
	}
	if packages[name] != "" || slices.Contains(plainPackages, name) {
		return everybody + ": apt install " + cmp.Or(packages[name], name)
	}
	return everybody
}

// npm and its like look for such a command in node_modules.
func isNodeProgram(command, said string) bool {
	first, _, _ := strings.Cut(strings.TrimSpace(command), " ")
	return slices.Contains([]string{"npm", "npx", "yarn", "pnpm", "bun"}, first) && strings.Contains(said, "\n> ") || strings.Contains(said, "npm ERR!")
}

// It also says what helps; empty where no file of Git LFS is absent.
func describeWithoutLarge(r coding.Repository, absent []string) string {
	if len(absent) == 0 {
		return ""
	}
	named := absent[0] + ", which Git LFS keeps,"
	if more := len(absent) - 1; more > 0 {
		named = fmt.Sprintf("%s (and %d more), which Git LFS keeps,", absent[0], more)
	}
	helps := "run git lfs pull in " + r.Source
	if r.Kind != coding.RepositoryPath {
		helps = "I don't fetch such files from an address: clone it, run git lfs pull there, and add that folder"
	}
	return fmt.Sprintf("%s is missing where checks run; %s", named, helps)
}
