package cmd_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestDeployReadsSettingsAsSystemdDoes compares with what the rules of systemd's
// parser (src/basic/env-file.c of version 257) make of the same
// file. Nothing that stands there is run.
func TestDeployReadsSettingsAsSystemdDoes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "frasier.env")
	write(t, path, strings.Join([]string{
		"# A comment \\", "COMMENT=1", "; another", "FRASIER_NORTH_STAR=$30k a month", " LEAD = inner  space\t ", "D=\"a\\\"b\\\\c\\$d\\`e\\qf\"",
		"S='it'\"'\"'s $HOME `id`'", "JOINED=one\\", "two", "ESCAPED=a\\ b\\tc", "EMPTY=", "no assignment", "1DIGIT=2", "LINES=\"one", "two\"", "HASH=a # b",
		"RUN=$(touch " + filepath.Join(dir, "run") + ")", "TICK=`touch " + filepath.Join(dir, "run") + "`", "CRLF=x\r", "LAST=é",
	}, "\n"), 0o600)
	function := regexp.MustCompile(`(?ms)^environment\(\) \{.*?^\}`).FindString(read(t, "../deploy.sh"))
	cmd := exec.CommandContext(t.Context(), "bash", "-euc", function+"\nenvironment \"$1\"", "bash", path)
	raw, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Split(strings.TrimSuffix(string(raw), "\x00"), "\x00")
	want := []string{
		"FRASIER_NORTH_STAR=$30k a month", "LEAD=inner  space", "D=a\"b\\c$d`e\\qf", "S=it's $HOME `id`", "JOINED=onetwo", "ESCAPED=a btc", "EMPTY=",
		"LINES=one\ntwo", "HASH=a # b", "RUN=$(touch " + filepath.Join(dir, "run") + ")", "TICK=`touch " + filepath.Join(dir, "run") + "`", "CRLF=x", "LAST=é",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("read (-want +got):\n%s", diff)
	}
	if _, err := os.Stat(filepath.Join(dir, "run")); err == nil {
		t.Error("something in the file was run")
	}
}

// without gives this machine's programs but those.
func without(t *testing.T, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, from := range []string{"/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin", "/sbin"} {
		entries, err := os.ReadDir(from)
		if err != nil {
			continue
		}
		for _, e := range entries {
			if slices.Contains(names, e.Name()) {
				continue
			}
			if err := os.Symlink(filepath.Join(from, e.Name()), filepath.Join(dir, e.Name())); err != nil && !errors.Is(err, fs.ErrExist) {
				t.Fatal(err)
			}
		}
	}
	return dir
}

// TestDeployOnABareServer has no curl, an empty list of packages, and a Go where
// go.dev has it unpacked, which is not in sudo's PATH.
func TestDeployOnABareServer(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	curl, err := exec.LookPath("curl")
	if err != nil {
		t.Fatal("this test needs curl: apt install curl")
	}
	bare := without(t, "curl", "go", "gcc", "apt-get")
	s.write(filepath.Join(s.bin, "gcc"), "#!/bin/sh\n", 0o755)
	s.write(filepath.Join(s.bin, "apt-get"), fmt.Sprintf("#!/bin/sh\necho \"$*\" >>%s/apt.log\ncase \"$*\" in\n*install*curl) [ -e %s/fresh ] || { echo no package >&2; exit 100; }; ln -s %s %s/curl ;;\n*update*) touch %s/fresh ;;\nesac\n",
		s.root, s.root, curl, s.bin, s.root), 0o755)
	built := s.release("own")
	own := func(version string) {
		s.write(filepath.Join(s.root, "usr/local/go/bin/go"), fmt.Sprintf("#!/bin/sh\nif [ \"$1\" = env ]; then echo %s; exit; fi\ncp %s/* \"$4\"\n", version, built), 0o755)
	}
	deploy := func() (int, string) {
		cmd := exec.CommandContext(t.Context(), "../deploy.sh", "--root", s.root)
		cmd.Env = append(s.env(), "PATH="+s.bin+":"+bare)
		out, err := cmd.CombinedOutput()
		if cmd.ProcessState == nil {
			t.Fatal(err)
		}
		return cmd.ProcessState.ExitCode(), string(out)
	}
	if code, out := deploy(); code != 1 || !strings.Contains(out, "needs Go 1.26") {
		t.Errorf("without a Go: exit %d, %s", code, out)
	}
	own("go1.25.9")
	if code, out := deploy(); code != 1 || !strings.Contains(out, "usr/local/go/bin/go is Go 1.25.9") {
		t.Errorf("with an old Go: exit %d, %s", code, out)
	}
	own("go1.26.8")
	if code, out := deploy(); code != 0 || !strings.Contains(out, "needs a bot token") {
		t.Errorf("with a new Go: exit %d, %s", code, out)
	}
	if log := read(t, filepath.Join(s.root, "apt.log")); !strings.HasPrefix(log, "update") {
		t.Errorf("apt-get was called with %q, want update first", log)
	}
}

func TestDeploySaysHow(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	if code, out := s.deploy("--help"); code != 0 || !strings.Contains(out, "--release DIR") {
		t.Errorf("--help: exit %d, %s", code, out)
	}
	if code, _ := s.deploy("--nosuch"); code != 2 {
		t.Errorf("a wrong flag: exit %d, want 2", code)
	}
}
