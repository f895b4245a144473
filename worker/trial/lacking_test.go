package trial_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/worker/fence"
	"github.com/frasier-cos/frasier/worker/trial"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// A check that lacks what it is run with says what, by the words of the usual shells, starters and tools; one in which a
// test ran, or in which the repository's own code is what is missing, has failed.
func TestWhatACheckLacks(t *testing.T) {
	t.Parallel()
	walls, err := fence.New()
	if err != nil {
		t.Fatal(err)
	}
	source := t.TempDir()
	for name, text := range map[string]string{
		"requirements.txt": "python_dateutil>=2\n", "package.json": `{"devDependencies":{"left-pad":"^1"}}`, "Gemfile": "gem 'sinatra'\n", ".ruby-version": "3.3.6\n", "Cargo.toml": "[package]\nrust-version = \"1.199\"\n", "fee.py": "x = 1\n", "run.sh": "#!/usr/bin/nosuchshell\n", "Makefile": "test:\n\tnosuchmaker all\n",
	} {
		if err := os.WriteFile(filepath.Join(source, name), []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	say := func(text string, exit int) string { return fmt.Sprintf("printf '%%s\\n' '%s'; exit %d", text, exit) }
	for _, c := range []struct {
		check, lacks, helps string // lacks is empty for a check that failed
		phase               string
	}{
		{"nosuchprogram test", "nosuchprogram", "for all users", ""},
		{"cd . && nosuchprogram test", "nosuchprogram", "", ""},
		{"make test", "nosuchmaker", "", ""},
		{"env nosuchprogram", "nosuchprogram", "", ""},
		{say("bash: line 1: cargo: command not found", 127), "cargo is missing where checks run, and the repository wants rustc 1.199", "rustup", ""},
		{say("zsh: command not found: mvn", 127), "mvn", "apt install maven", ""},
		{say("pyenv: uv: command not found", 127), "uv", "", ""},
		{say("bundler: command not found: rspec", 127), "rspec", "ruby-rspec", ""},
		{say("/usr/bin/python3: No module named pytest", 1), "pytest", "python3-pytest", ""},
		{say("/usr/bin/python3: No module named shop", 1), "", "", ""},
		{say("ModuleNotFoundError: No module named \"python_dateutil\"", 1), "", "", ""},
		{"echo \"ModuleNotFoundError: No module named 'python_dateutil'\"; exit 2", "python_dateutil", "pip install", ""},
		{"echo \"ModuleNotFoundError: No module named 'python_dateutil'\"; exit 2", "", "", coding.TrialRed},
		{"echo \"ModuleNotFoundError: No module named 'prices'\"; exit 2", "", "", ""},
		{"echo \"Error: Cannot find module 'left-pad'\"; exit 1", "left-pad", "node_modules", ""},
		{"echo \"Error: Cannot find module './own.js'\"; exit 1", "", "", ""},
		{"echo \"Error: Cannot find module '/tree/node_modules/ava/entrypoints/cli.mjs'\"; exit 1", "ava", "node_modules", ""},
		{"echo \"Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'left-pad' imported from /tree/a.js\"; exit 1", "left-pad", "node_modules", ""},
		{"echo \"Could not find gem 'puma (~> 6)' in locally installed gems.\"; exit 7", "puma", "", ""},
		{say("cannot load such file -- sinatra (LoadError)", 1), "sinatra", "", ""},
		{say("cannot load such file -- cart (LoadError)", 1), "", "", ""},
		{say("go: go.mod requires go >= 1.99 (running go 1.25; GOTOOLCHAIN=local)", 1), "go >= 1.99", "https://go.dev/dl/go1.99.0.linux", ""},
		{say("error: rustc 1.95.0 is not supported by the following package:\n  price@0.1.0 requires rustc 1.199", 101), "rustc 1.199", "rustup toolchain install 1.199", ""},
		{say("error: toolchain \"1.80.0-x86_64-unknown-linux-gnu\" is not installed", 1), "", "", ""},
		{"echo \"error: toolchain '1.80.0-x86_64-unknown-linux-gnu' is not installed\"; exit 1", "1.80.0-x86", "rustup toolchain install 1.80.0-x86_64-unknown-linux-gnu", ""},
		{say("Your Ruby version is 3.1.2, but your Gemfile specified 3.3.6", 18), "3.3.6", "ruby-build 3.3.6 /usr/local", ""},
		{"echo \"npm error code EBADENGINE\"; echo \"npm error notsup Required: {'node':'>=22.1'}\"; exit 1", "{", "npx n 22.1", ""},
		{say("error: No interpreter found for Python 3.14 in managed installations", 2), "Python 3.14", "uv python install --install-dir /opt/python 3.14", ""},
		{say("sh: 1: ruby: not found", 127), "ruby is missing where checks run, and the repository wants ruby 3.3.6", "ruby-build 3.3.6", ""},
		{say("sh: 1: bundle: not found", 127), "bundle is missing where checks run, and the repository wants ruby 3.3.6", "ruby-build 3.3.6", ""},
		{say("sh: 1: rustc: not found", 127), "rustc is missing where checks run, and the repository wants rustc 1.199", "rustup toolchain install 1.199", ""},
		{say("fee.go:3:8: cannot find module providing package example.com/money: module lookup disabled by GOPROXY=off", 1), "example.com/money", "go mod vendor", ""},
		{say("go: golang.org/x/sys@v0.30.0: module lookup disabled by GOPROXY=off", 1), "golang.org/x/sys", "go mod vendor", ""},
		{say("fee.go:3:8: no required module provides package example.com/money; to add it:\n\tgo get example.com/money", 1), "example.com/money", "go mod vendor", ""},
		{say("fee.go:3:8: no required module provides package example.com/money; to add it:", 1), "", "", coding.TrialRed},
		{"echo 'error: no matching package named `memchr` found'; exit 101", "memchr", "keep it in the repository", ""},
		{"echo 'error: failed to get `serde` as a dependency of package `shop`'; exit 101", "serde", "", ""},
		{say("[ERROR] Cannot access central in offline mode and the artifact junit:junit:jar:4.13.2 has not been downloaded from it before.", 1), "junit:junit:jar:4.13.2", "", ""},
		{say("sh: 1: pnpm: not found", 127), "pnpm", "for all users", ""},
		{say("Could not open input file: vendor/bin/phpunit", 1), "vendor/bin/phpunit", "vendor", ""},
		{"echo 'error: no such command: `nextest`'; exit 101", "nextest", "", ""},
		{say("sh: 1: nosuchprogram: not found", 1), "", "", ""}, // it went on, and failed for another reason
		{"printf 'ok 1 - a\\nnot ok 2 - b\\nsh: 1: jq: not found\\n'; exit 127", "", "", ""},
		{say("assertion failed", 1), "", "", ""},
		{"true", "", "", ""},
	} {
		t.Run(c.check, func(t *testing.T) {
			t.Parallel()
			y := workspace.Dir{Home: t.TempDir()}
			r, _, err := y.Add(t.Context(), coding.Repository{Name: "shop", Source: source, Checks: []string{c.check}})
			if err != nil {
				t.Fatal(err)
			}
			commit, _, err := y.Base(t.Context(), coding.CodeOrder{Repository: r})
			if err != nil {
				t.Fatal(err)
			}
			phase := c.phase
			if phase == "" {
				phase = coding.TrialBefore
			}
			all, err := trial.Runner{Fence: walls, Workspaces: y, Now: time.Now}.Run(t.Context(), trial.Subject{Repository: r, Step: "s1", Phase: phase, Tree: commit})
			if err != nil || len(all) != 1 {
				t.Fatalf("%+v, %v", all, err)
			}
			why := all[0].NotRun()
			if (why == "") != (c.lacks == "") || !strings.HasPrefix(why, c.lacks) || !strings.Contains(why, c.helps) {
				t.Errorf("it lacks %q, want %q with %q", why, c.lacks, c.helps)
			}
			if all[0].Good() != (c.check == "true") {
				t.Errorf("it went well: %v", all[0].Good())
			}
		})
	}
}
