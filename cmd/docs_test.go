package cmd_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/cmd/internal/cli"
	"github.com/frasier-cos/frasier/cmd/internal/settings"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
)

func page(t *testing.T, name string) string {
	t.Helper()
	raw, err := os.ReadFile("../docs/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// The table of settings is the code's, both ways.
func TestDocsNameTheSettings(t *testing.T) {
	s, err := settings.Load(nil, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(page(t, "settings.md"), "`FRASIER_MODEL_T1` `_T2` `_T3` `_X`", "FRASIER_MODEL_T1 FRASIER_MODEL_T2 FRASIER_MODEL_T3 FRASIER_MODEL_X")
	known := map[string]bool{}
	for _, r := range s.Rows {
		known[r.Name] = true
		if !strings.Contains(text, r.Name) {
			t.Errorf("docs/settings.md does not name the setting %s", r.Name)
		}
	}
	for _, name := range regexp.MustCompile(`\b(?:FRASIER_[A-Z0-9_]+|OPENROUTER_API_KEY|BRAVE_API_KEY)\b`).FindAllString(text, -1) {
		if !known[name] {
			t.Errorf("docs/settings.md names %s, which is no setting", name)
		}
	}
}

// The commands of the page on the shell are those that help lists; those of nouns may stand in the page on commands,
// which is written from what they say of themselves.
func TestDocsNameTheCommands(t *testing.T) {
	var out, complaints bytes.Buffer
	if code := cli.Run(t.Context(), cli.Process{Args: []string{"help"}, Out: &out, Err: &complaints}); code != 0 {
		t.Fatalf("help: exit %d: %s", code, complaints.String())
	}
	text, of := page(t, "shell.md"), page(t, "commands.md")
	for _, m := range regexp.MustCompile(`(?m)^  frasier ([a-z]+)`).FindAllStringSubmatch(out.String(), -1) {
		if !regexp.MustCompile(`\b`+m[1]+`\b`).MatchString(text) && !strings.Contains(of, "\n    frasier "+m[1]) {
			t.Errorf("neither docs/shell.md nor docs/commands.md names the command %s", m[1])
		}
	}
}

// Who follows the page on the shell or the one on Discord has the three programs: the line
// that builds them is carried out as it stands there.
func TestDocsInstallThePrograms(t *testing.T) {
	if !testlevel.Check() {
		testlevel.LeaveToCheck(t, "links every program: make check")
	}
	t.Parallel()
	lines := map[string]bool{}
	for _, page := range []string{"../docs/shell.md", "../docs/discord.md"} {
		found := regexp.MustCompile(`(?m)^ +(go install .*)$`).FindAllStringSubmatch(read(t, page), -1)
		if len(found) != 1 {
			t.Fatalf("%s has %d lines that install the programs, want 1", page, len(found))
		}
		lines[found[0][1]] = true
	}
	for line := range lines {
		bin := t.TempDir()
		words := strings.Fields(line)
		cmd := exec.CommandContext(t.Context(), words[0], words[1:]...)
		cmd.Dir, cmd.Env = "..", append(os.Environ(), "GOBIN="+bin)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", line, err, out)
		}
		for _, name := range []string{"bot", "worker"} {
			if _, err := os.Stat(filepath.Join(bin, name)); err != nil {
				t.Errorf("%s: %v", line, err)
			}
		}
		out, err := exec.CommandContext(t.Context(), filepath.Join(bin, "frasier"), "version").CombinedOutput()
		if err != nil || !strings.HasPrefix(string(out), "frasier ") {
			t.Errorf("%s, then frasier version: %v, %s", line, err, out)
		}
	}
}

// Each test that the page on security names is there.
func TestSecurityNamesTests(t *testing.T) {
	raw, err := os.ReadFile("../docs/security.md")
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	err = filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		all.Write(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	names := regexp.MustCompile("`((?:Test|Fuzz)\\w+)`").FindAllStringSubmatch(string(raw), -1)
	for _, m := range names {
		if !strings.Contains(all.String(), "func "+m[1]+"(") {
			t.Errorf("docs/security.md names %s, which is no test", m[1])
		}
	}
	if len(names) < 15 {
		t.Errorf("docs/security.md names %d tests, want 15 at least: does the pattern still fit?", len(names))
	}
}

// The words for states in the page for developers are the code's.
func TestDocsNameTheStates(t *testing.T) {
	raw, err := os.ReadFile("../docs/develop.md")
	if err != nil {
		t.Fatal(err)
	}
	text := func(all ...any) string {
		var out []string
		for _, s := range all {
			out = append(out, fmt.Sprint(s))
		}
		return strings.Join(out, ", ")
	}
	for thing, states := range map[string]string{
		"project":  text(org.ProjectActive, org.ProjectPaused, org.ProjectCompleted, org.ProjectPartial, org.ProjectFailed, org.ProjectCancelled),
		"mission":  text(org.MissionPlanning, org.MissionInProgress, org.MissionPaused, org.MissionCompleted, org.MissionPartial, org.MissionFailed, org.MissionCancelled),
		"step":     text(org.StepPending, org.StepInProgress, org.StepInReview, org.StepCompleted, org.StepFailed, org.StepCancelled),
		"delivery": text(org.DeliveryQueued, org.DeliverySending, org.DeliverySent, org.DeliveryAbandoned),
	} {
		if !regexp.MustCompile(`(?m)^\| ` + thing + ` \| ` + states + `(;| \|)`).MatchString(string(raw)) {
			t.Errorf("docs/develop.md does not name the states of a %s as %s", thing, states)
		}
	}
}

// commandLines finds the lines that call frasier in a page: those in its blocks
// of code, and the pieces of code in its text. A line in which words stand for
// one another, as "approve|deny ID", is several.
func commandLines(page string) []string {
	var out []string
	add := func(text string) {
		for _, m := range regexp.MustCompile(`(?:^|[\s/;(])frasier ([a-z][^#;&<>)\n]*)`).FindAllStringSubmatch(text, -1) {
			words := strings.Fields(strings.NewReplacer("[", "", "]", "", "\"", "", "'", "").Replace(m[1]))
			if len(words) == 0 {
				continue
			}
			for _, name := range strings.Split(words[0], "|") {
				out = append(out, strings.Join(append([]string{name}, words[1:]...), " "))
			}
		}
	}
	for i, part := range strings.Split(page, "```") {
		if i%2 == 1 {
			add(part)
			continue
		}
		for _, line := range strings.Split(part, "\n") {
			if strings.HasPrefix(line, "    ") {
				add(line)
			}
		}
		for _, m := range regexp.MustCompile("`([^`\n]+)`").FindAllStringSubmatch(part, -1) {
			add(m[1])
		}
	}
	return out
}

// Each call of frasier in the README and in the pages names a command that
// there is, with flags and arguments that it takes. A setting that cannot be
// read stops it right after that, so that nothing is carried out.
func TestDocsCallCommandsThatParse(t *testing.T) {
	pages, err := filepath.Glob("../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, page := range append(pages, "../README.md") {
		raw, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range commandLines(string(raw)) {
			n++
			args := strings.Fields(line)
			if len(args) > 0 && (args[0] == "help" || args[0] == "completion") { // they read no settings
				continue
			}
			var complaints bytes.Buffer
			code := cli.Run(t.Context(), cli.Process{Args: args, Env: []string{"FRASIER_POLL=never"}, Dir: t.TempDir(), Out: &complaints, Err: &complaints})
			if code != cli.Config || !strings.Contains(complaints.String(), "FRASIER_POLL") {
				t.Errorf("%s: \"frasier %s\" exits %d: %s", page, line, code, complaints.String())
			}
		}
	}
	if n < 40 {
		t.Errorf("%d calls of frasier in the pages, want 40 at least: does the pattern still fit?", n)
	}
}

// Every file that the guide for developers names is there.
func TestDevelopNamesFilesThatExist(t *testing.T) {
	raw, err := os.ReadFile("../docs/develop.md")
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile("`((?:bot|cmd|docs|internal|llm|schema|store|worker)/[A-Za-z0-9_./-]+)`").FindAllStringSubmatch(string(raw), -1)
	if len(named) < 50 {
		t.Errorf("%d files are named, want the course", len(named))
	}
	for _, m := range named {
		if _, err := os.Stat("../" + m[1]); err != nil {
			t.Errorf("docs/develop.md names %s: %v", m[1], err)
		}
	}
}
