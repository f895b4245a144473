package cli_test

import (
	"bytes"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/bot/command"
	"github.com/frasier-cos/frasier/bot/command/noun"

	"github.com/frasier-cos/frasier/cmd/internal/cli"
)

// run carries out one command without a model and returns its exit code and
// all that it said.
func run(t *testing.T, home string, args ...string) (code int, said string) {
	t.Helper()
	var out bytes.Buffer
	code = cli.Run(t.Context(), cli.Process{
		Args: args, Dir: home, In: strings.NewReader("# Oats\n\n- [ ] Find the price of oats\n"), Out: &out, Err: &out,
		Env: []string{"FRASIER_HOME=" + filepath.Join(home, "data"), "FRASIER_LLM=extractive", "FRASIER_LISTEN="},
	})
	return code, out.String()
}

// names lists the commands of help.
func names(t *testing.T) []string {
	t.Helper()
	_, help := run(t, t.TempDir(), "help")
	var out []string
	for _, m := range regexp.MustCompile(`(?m)^  frasier ([a-z]+)`).FindAllStringSubmatch(help, -1) {
		out = append(out, m[1])
	}
	if len(out) < 30 {
		t.Fatalf("help lists %d commands, want 30 at least:\n%s", len(out), help)
	}
	return out
}

// Each command says how it is called, by its flag and by help, and opens
// nothing for it.
func TestHelpOfEachCommand(t *testing.T) {
	t.Parallel()
	for _, name := range names(t) {
		home := t.TempDir()
		for _, args := range [][]string{{name, "--help"}, {name, "-h"}, {"-h", name}, {"help", name}} {
			code, said := run(t, home, args...)
			if code != cli.Done || !strings.HasPrefix(said, "frasier "+name) && name != "help" {
				t.Errorf("%q: exit %d, %q", args, code, said)
			}
		}
		if made, err := filepath.Glob(filepath.Join(home, "*")); err != nil || len(made) > 0 {
			t.Errorf("%s --help made %q, %v", name, made, err)
		}
	}
}

// A command refuses the flags of others, and what is no flag of any.
func TestFlagsWhereTheyAreUsed(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	for _, args := range [][]string{
		{"cancel", "p1", "-out", "x"}, {"cancel", "p1", "-yes"}, {"status", "-n", "3"}, {"doctor", "-to", "x"}, {"chat", "-json"}, {"-live", "run", "x.md"}, {"rules", "--nosuch"}, {"run", "-out"},
	} {
		if code, said := run(t, home, args...); code != cli.Usage || !strings.Contains(said, "flag") && !strings.Contains(said, "needs a value") {
			t.Errorf("%q: exit %d, %q; want 2 and a word about the flag", args, code, said)
		}
	}
	for _, args := range [][]string{
		{"rules", "-json"}, {"-json", "rules"}, {"--json", "rules"}, {"rules", "--json=true"}, {"watch", "-n", "3", "p1"}, {"-n", "3", "watch", "p1"}, {"watch", "p1", "-n=3"}, {"watch", "--lines", "3"}, {"recall", "--", "-out"},
	} {
		if code, said := run(t, home, args...); code != cli.Done {
			t.Errorf("%q: exit %d, %q; want 0", args, code, said)
		}
	}
}

// Shells complete commands, flags where they are used, words and ids.
func TestCompletion(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	for _, c := range []struct {
		args []string
		want string
		not  string
	}{
		{[]string{"ca"}, "cancel\t", "status"},
		{[]string{"memory", ""}, "undo", ""},
		{[]string{"run", "--"}, "--out\t", "--live"},
		{[]string{"completion", ""}, "fish", ""},
		{[]string{"help", "ca"}, "cancel\t", ""},
		{[]string{"status", ""}, ":4", "p1"}, // there is no project, and no database
	} {
		code, said := run(t, home, append([]string{"__complete"}, c.args...)...)
		if code != cli.Done || !strings.Contains(said, c.want) || c.not != "" && strings.Contains(said, c.not) {
			t.Errorf("complete %q: exit %d, %q; want %q and no %q", c.args, code, said, c.want, c.not)
		}
	}
	if made, err := filepath.Glob(filepath.Join(home, "*")); err != nil || len(made) > 0 {
		t.Errorf("completion made %q, %v", made, err)
	}
	if code, said := run(t, home, "run", "-"); code != cli.Done && code != cli.Partial && code != cli.Failed {
		t.Fatalf("run: exit %d, %s", code, said)
	}
	for _, args := range [][]string{{"status", ""}, {"costs", ""}, {"export", "p"}} {
		if code, said := run(t, home, append([]string{"__complete"}, args...)...); code != cli.Done || !strings.HasPrefix(said, "p1\t") {
			t.Errorf("complete %q: exit %d, %q; want p1", args, code, said)
		}
	}
	for _, shell := range []string{"bash", "zsh", "fish"} {
		code, script := run(t, home, "completion", shell)
		if code != cli.Done || !strings.Contains(script, "__complete") {
			t.Errorf("completion %s: exit %d, %d bytes", shell, code, len(script))
		}
		path, err := exec.LookPath(shell)
		if err != nil {
			continue
		}
		check := exec.CommandContext(t.Context(), path, "-n")
		check.Stdin = strings.NewReader(script)
		if out, err := check.CombinedOutput(); err != nil {
			t.Errorf("%s does not read its script: %v, %s", shell, err, out)
		}
	}
}

// refusals are lines that a command of the shell can do nothing with. Nouns say theirs by Shell.Refuses; one
// without any has nothing that it could refuse, and its reason stands here.
var refusals = map[string][][]string{
	"run": {{"run", "nosuch.md"}, {"run"}}, "export": {{"export", "p99"}, {"export"}},
	"diff": {{"diff", "s99"}}, "attach": {{"attach", "s99"}, {"attach"}}, "checks": {{"checks", "s99"}}, "workspaces": {{"workspaces", "open", "nosuch"}},
	"pause": {{"pause", "p99"}, {"pause"}}, "resume": {{"resume", "p99"}, {"resume"}}, "cancel": {{"cancel", "p99"}, {"cancel"}},
	"delete": {{"delete", "p99"}, {"delete", "org-ops-reserved"}, {"delete"}},
	"stage":  {{"stage", "s99", "critique"}, {"stage"}},
	"skill":  {{"skill", "remove", "nosuch"}, {"skill", "add", "nosuch"}}, "prompts": {{"prompts", "nosuch"}}, "repo": {{"repo", "remove", "nosuch"}, {"repo", "add", "nosuch"}, {"repo", "nosuch"}},
	"dashboard": {{"dashboard", "p99"}}, "token": {{"token", "remove", "nosuch"}, {"token", "add"}, {"token", "limit", "nosuch", "5"}, {"token", "limit", "nosuch", "much"}, {"token", "add", "x", "--scope", "all"}, {"token", "add", "x", "--daily", "5"}}, "audit": {{"audit", "--check", "nosuch"}, {"audit", "--seal", "x"}, {"audit", "p1"}}, "replay": {{"replay", "p99"}, {"replay"}},
	"restore": {{"restore", "nosuch"}}, "update": {{"update"}, {"update", "--back"}, {"update", "now"}}, "migrate": {{"migrate"}, {"migrate", "--to", "nowhere"}}, "eval": {{"eval"}, {"eval", "--replay", "nosuch"}}, "watch": {{"watch", "-n", "x"}},
	"connect": {{"connect"}, {"connect", "linear", "ENG", "OPS"}, {"connect", "linear", "http://linear.example.com"}, {"connect", "gitea"}, {"connect", "gitlab", "https://git.example.com"}},
	"mcp":     {{"mcp"}, {"mcp", "nosuch"}},
	"coders":  {{"coders", "try", "nosuch"}, {"coders", "nosuch"}},
	"team":    nil, "rules": nil, // in a shell they list
	"init": nil, "chat": nil, "up": nil, // they talk, and end when told to
	"doctor": nil, "verify": {{"verify-bundle"}, {"verify-bundle", "nosuch"}}, "version": nil, "backup": nil, "completion": {{"completion", "nosuch"}}, "help": {{"help", "nosuch"}}, // they only look
	"key": {{"key", "nosuch"}, {"key", "replace"}},
}

// onlyLooks reports whether a command is a noun's that changes nothing.
func onlyLooks(name string) bool {
	return slices.ContainsFunc(command.Commands(), func(c noun.Command) bool { return c.Name == name && !c.Acts })
}

// allRefusals are those that stand here, and those that nouns say.
func allRefusals() map[string][][]string {
	out := maps.Clone(refusals)
	for _, c := range command.Commands() {
		if c.Shell == nil || c.Shell.Refuses == nil {
			continue
		}
		name := strings.Fields(c.Shell.Use)[0]
		out[name] = append([][]string{}, out[name]...)
		for _, line := range c.Shell.Refuses {
			out[name] = append(out[name], strings.Fields(line))
		}
	}
	return out
}

// What does nothing because of what was asked says so by its exit code too, and what asks
// before it does anything has done nothing yet.
func TestRefusalsAreNoSuccess(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	if code, said := run(t, home, "run", "-"); code != cli.Done && code != cli.Partial && code != cli.Failed {
		t.Fatalf("run: exit %d, %s", code, said)
	}
	all := allRefusals()
	for _, name := range names(t) {
		if _, known := all[name]; !known && !onlyLooks(name) {
			t.Errorf("nothing says what `frasier %s` refuses: give its Shell Refuses", name)
		}
	}
	for _, lines := range all {
		for _, line := range lines {
			switch code, said := run(t, home, line...); code {
			case cli.Usage, cli.Failed, cli.BadInput, cli.Config, cli.Waits:
			default:
				t.Errorf("frasier %s: exit %d, %q; want it refused", strings.Join(line, " "), code, said)
			}
		}
	}
	if code, said := run(t, home, "share", "p1"); code != cli.Waits || !strings.Contains(said, "Share") {
		t.Errorf("share p1: exit %d, %q; want 5, since it asks", code, said)
	}
	if code, said := run(t, home, "share", "p1", "sure=yes"); code != cli.Done {
		t.Errorf("share p1 sure=yes: exit %d, %q", code, said)
	}
	if code, said := run(t, home, "delete", "p1"); code != cli.Done || !strings.Contains(said, "out of your lists") {
		t.Errorf("delete p1: exit %d, %q", code, said)
	}
}

// The shell asks before more than two steps are done again, as a chat does, and does nothing until it hears yes.
func TestShellAsksBeforeMuchIsDoneAgain(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	order := "# Oats\n\n1. [ ] Find the price of oats\n2. [ ] Compare it with last year\n3. [ ] Say what follows\n"
	if err := os.WriteFile(filepath.Join(home, "oats.md"), []byte(order), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, said := run(t, home, "run", "oats.md"); code != cli.Done && code != cli.Partial && code != cli.Failed {
		t.Fatalf("run: exit %d, %s", code, said)
	}
	reopened := func() int {
		_, said := run(t, home, "watch", "-n", "1000")
		return strings.Count(said, "step_reopened")
	}
	code, said := run(t, home, "redo", "s1")
	if code != cli.Waits || !strings.Contains(said, "doing 3 steps again") || !strings.Contains(said, "frasier redo s1 sure=yes") {
		t.Errorf("redo s1: exit %d, %q; want 5 and the question", code, said)
	}
	if code, said := run(t, home, "redo", "s1", "--json"); code != cli.Waits || !strings.Contains(said, `"asks"`) {
		t.Errorf("redo s1 --json: exit %d, %q; want 5 and the question", code, said)
	}
	if n := reopened(); n != 0 {
		t.Errorf("%d steps are done again without a yes", n)
	}
	if code, said := run(t, home, "redo", "s1", "only", "the", "north", "sure=yes", "--json"); code != cli.Done || !strings.HasPrefix(said, `["s1",`) {
		t.Errorf("redo s1 sure=yes: exit %d, %q; want the steps", code, said)
	}
	if n := reopened(); n < 3 {
		t.Errorf("%d steps are done again after a yes, want 3 at least", n)
	}
}
