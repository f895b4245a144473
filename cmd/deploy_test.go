package cmd_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/testing/discordtest"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
)

// systemctl stands in for the real one: it writes down how it was called and
// starts and stops what the units name, below ROOT.
const systemctl = `#!/usr/bin/env bash
set -uo pipefail
echo "$*" >>"$ROOT/systemctl.log"
verb="$1"; shift
if [ -e "$ROOT/fail-$verb" ]; then rm "$ROOT/fail-$verb"; exit 1; fi
run="$ROOT/run"; mkdir -p "$run"
alive() { [ -f "$1" ] && [ -d "/proc/$(cat "$1")" ] && ! grep -q '^State:.Z' "/proc/$(cat "$1")/status"; }
start() {
  local unit="$1" file="$ROOT/etc/systemd/system/$1"
  [ -f "$file" ] || file="$ROOT/etc/systemd/system/${unit%%@*}@.service"
  alive "$run/$unit" && return 0
  (
    while IFS= read -r line; do case "$line" in [A-Z]*=*) export "$line" ;; esac; done <"$ROOT/etc/frasier/frasier.env"
    while IFS= read -r line; do export "${line#Environment=}"; done < <(grep '^Environment=' "$file")
    export FRASIER_HOME="$ROOT/var/lib/frasier" CREDENTIALS_DIRECTORY="$run/credentials-$unit"
    rm -rf "$CREDENTIALS_DIRECTORY"; mkdir -p "$CREDENTIALS_DIRECTORY"
    while IFS=: read -r name path; do cp -p "$ROOT$path" "$CREDENTIALS_DIRECTORY/${name#LoadCredential=}"; done < <(grep '^LoadCredential=' "$file")
    cd "$ROOT/var/lib/frasier"
    line="$(sed -n 's/^ExecStart=//p' "$file")"
    case "$line" in "/usr/bin/env "*) read -r _ name line <<<"$line"; export "$name" ;; esac
    exec setsid "$ROOT$line" </dev/null >>"$ROOT/$unit.log" 2>&1
  ) &
  echo $! >"$run/$unit"
}
case "$verb" in
  start) for u in "$@"; do case "$u" in --*) ;; *) start "$u" ;; esac; done ;;
  stop)
    for p in "$@"; do for f in "$run"/$p; do
      [ -f "$f" ] || continue
      pid="$(cat "$f")"; kill "$pid" 2>/dev/null
      for _ in $(seq 400); do alive "$f" || break; sleep 0.05; done
      kill -9 "$pid" 2>/dev/null; rm -f "$f"
    done; done ;;
  is-active) alive "$run/${!#}" ;;
esac
exit $?
`

// server is a machine to install on.
type server struct {
	t                 *testing.T
	root, bin, listen string
	wait              string // seconds that deploy gives a bot to become ready
	discord           *discordtest.Server
	scene             discordtest.Scene
}

func newServer(t *testing.T) *server {
	t.Helper()
	s := &server{t: t, wait: "200", root: t.TempDir(), bin: t.TempDir(), discord: discordtest.Start(t, discordtest.Options{Lax: true})}
	s.scene = s.discord.Scene()
	s.write(filepath.Join(s.bin, "systemctl"), systemctl, 0o755)
	var lc net.ListenConfig
	// The bot is given a port that was free: on an address of the loopback that
	// is nobody else's, so nobody takes it before the bot does, or between two.
	own := make([]byte, 3)
	if _, err := rand.Read(own); err != nil {
		t.Fatal(err)
	}
	l, err := lc.Listen(t.Context(), "tcp", fmt.Sprintf("127.%d.%d.%d:0", 16+own[0]%200, own[1], 1+own[2]%250))
	s.ok(err)
	s.listen = l.Addr().String()
	s.ok(l.Close())
	t.Cleanup(func() {
		s.systemctl("stop", "frasier-bot.service", "frasier-worker@*.service", "frasier-coder@*.service")
	})
	return s
}

func (s *server) ok(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

func (s *server) write(path, text string, mode os.FileMode) {
	s.t.Helper()
	s.ok(os.MkdirAll(filepath.Dir(path), 0o750))
	s.ok(os.WriteFile(path, []byte(text), mode))
	s.ok(os.Chmod(path, mode))
}

func (s *server) env() []string {
	return []string{"PATH=" + s.bin + ":" + os.Getenv("PATH"), "HOME=" + s.root, "ROOT=" + s.root, "FRASIER_HEALTH_WAIT=" + s.wait}
}

func (s *server) systemctl(args ...string) {
	s.t.Helper()
	cmd := exec.CommandContext(context.WithoutCancel(s.t.Context()), filepath.Join(s.bin, "systemctl"), args...)
	cmd.Env = s.env()
	if out, err := cmd.CombinedOutput(); err != nil {
		s.t.Errorf("systemctl %v: %v: %s", args, err, out)
	}
}

// release is a folder with the three programs; mark makes them differ from
// other releases.
func (s *server) release(mark string) string {
	s.t.Helper()
	built, err := exec.LookPath("frasier")
	s.ok(err)
	dir := s.t.TempDir()
	for _, name := range []string{"bot", "worker", "frasier"} {
		s.ok(copyMarked(filepath.Join(dir, name), built, mark))
	}
	return dir
}

// copyMarked copies a program, which does not care what stands behind its end.
func copyMarked(to, from, mark string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	out, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY, 0o755)
	if err != nil {
		return errors.Join(err, in.Close())
	}
	_, err = io.Copy(out, in)
	_, marked := out.WriteString(mark)
	return errors.Join(err, marked, out.Close(), in.Close())
}

// deploy runs the script and returns its exit code and what it printed.
func (s *server) deploy(args ...string) (int, string) {
	s.t.Helper()
	ctx, stop := context.WithTimeout(s.t.Context(), 5*time.Minute)
	defer stop()
	cmd := exec.CommandContext(ctx, "../deploy.sh", append([]string{"--root", s.root}, args...)...)
	cmd.Env = s.env()
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		s.t.Fatalf("deploy: %v", err)
	}
	return cmd.ProcessState.ExitCode(), string(out)
}

// set writes the settings and the token that an operator writes.
func (s *server) set() {
	s.t.Helper()
	s.write(filepath.Join(s.root, "etc/frasier/frasier.env"), fmt.Sprintf("FRASIER_FOUNDERS=%s\nFRASIER_NORTH_STAR=$30k a month\nFRASIER_LISTEN=%s\nFRASIER_DISCORD_URL=%s\nFRASIER_POLL=100ms\n",
		s.scene.Founder, s.listen, s.discord.API()), 0o644)
	s.write(filepath.Join(s.root, "etc/frasier/credentials/DISCORD_TOKEN"), s.discord.Token()+"\n", 0o600)
}

func (s *server) current() string {
	s.t.Helper()
	to, err := os.Readlink(filepath.Join(s.root, "opt/frasier/current"))
	s.ok(err)
	return to
}

func (s *server) calls() string {
	raw, err := os.ReadFile(filepath.Join(s.root, "systemctl.log"))
	if err != nil {
		return ""
	}
	return string(raw)
}

// ready asks the bot whether it is.
func (s *server) ready() bool {
	req, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, "http://"+s.listen+"/readyz", nil)
	s.ok(err)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return false
	}
	s.ok(res.Body.Close())
	return res.StatusCode == http.StatusOK
}

// installed is a server on which the first release runs.
func installed(t *testing.T) (*server, string) {
	t.Helper()
	s := newServer(t)
	first := s.release("first")
	if code, out := s.deploy("--release", first); code != 0 || !strings.Contains(out, "needs a bot token") {
		t.Fatalf("a first install: exit %d; want the list of what is missing:\n%s", code, out)
	}
	if strings.Contains(s.calls(), "start") {
		t.Fatalf("something was started without a token:\n%s", s.calls())
	}
	s.set()
	if code, out := s.deploy("--release", first, "--workers", "2"); code != 0 || !s.ready() {
		t.Fatalf("an install: exit %d, ready %v:\n%s", code, s.ready(), out)
	}
	return s, first
}

func TestDeployTwiceChangesNothing(t *testing.T) {
	t.Parallel()
	s, first := installed(t)
	before := s.calls()
	if !strings.Contains(before, "start --no-block frasier-bot.service frasier-worker@1.service frasier-worker@2.service frasier-coder@1.service") {
		t.Errorf("bot, two workers and one for code were not started:\n%s", before)
	}
	code, out := s.deploy("--release", first, "--workers", "2")
	if code != 0 || !strings.Contains(out, "nothing to change") {
		t.Errorf("the second time: exit %d:\n%s", code, out)
	}
	for _, line := range strings.Split(strings.TrimPrefix(s.calls(), before), "\n") {
		if line != "" && !strings.HasPrefix(line, "enable") && !strings.HasPrefix(line, "is-active") {
			t.Errorf("the second time: systemctl %s", line)
		}
	}
	for path, mode := range map[string]os.FileMode{"var/lib/frasier": 0o700, "etc/frasier/credentials": 0o700, "etc/frasier/credentials/DISCORD_TOKEN": 0o600} {
		info, err := os.Stat(filepath.Join(s.root, path))
		s.ok(err)
		if info.Mode().Perm() != mode {
			t.Errorf("%s has mode %o, want %o", path, info.Mode().Perm(), mode)
		}
	}
}

func TestDeployDryRunChangesNothing(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	first := s.release("first")
	code, out := s.deploy("--release", first, "--dry-run")
	left, err := os.ReadDir(s.root)
	s.ok(err)
	if code != 0 || len(left) != 0 {
		t.Errorf("exit %d, left %v:\n%s", code, left, out)
	}
	// What it says is what the run without it does.
	if code, text := s.deploy("--release", first); code != 0 {
		t.Fatalf("exit %d:\n%s", code, text)
	}
	s.ok(filepath.WalkDir(s.root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Base(path) == "systemctl.log" {
			return err
		}
		if !strings.Contains(out, path) && !strings.Contains(out, filepath.Dir(path)) {
			t.Errorf("the dry run did not say that it would write %s:\n%s", path, out)
		}
		return nil
	}))
	for _, call := range strings.Split(strings.TrimSpace(s.calls()), "\n") {
		if !strings.Contains(out, "systemctl "+call) {
			t.Errorf("the dry run did not say that it would run systemctl %s:\n%s", call, out)
		}
	}
}

func TestDeployUpgrades(t *testing.T) {
	testlevel.Need(t)
	t.Parallel()
	s, _ := installed(t)
	old := s.current()
	code, out := s.deploy("--release", s.release("second"), "--workers", "2")
	if code != 0 || s.current() == old || !s.ready() {
		t.Fatalf("an upgrade: exit %d, current %s, ready %v:\n%s", code, s.current(), s.ready(), out)
	}
	kept, err := filepath.Glob(filepath.Join(s.root, "var/lib/frasier/backups/*"))
	s.ok(err)
	if len(kept) == 0 {
		t.Error("no backup was made before the upgrade")
	}
}

// shim puts a tool before the real one that fails when its arguments match.
func (s *server) shim(tool, pattern string) {
	s.t.Helper()
	path, err := exec.LookPath(tool)
	s.ok(err)
	s.write(filepath.Join(s.bin, tool), fmt.Sprintf("#!/usr/bin/env bash\ncase \"$*\" in %s) echo spoilt >&2; exit 1 ;; esac\nexec %s \"$@\"\n", pattern, path), 0o755)
}

// spoilt is one way in which a step of an upgrade fails.
type spoilt struct {
	spoil func(s *server, release string)
	says  string
}

// plantedFailures are the steps of the script by name, each with the ways in which it
// is made to fail.
func plantedFailures() map[string][]spoilt {
	const broken = "#!/bin/sh\nexit 1\n"
	shim := func(tool, pattern, says string) spoilt {
		return spoilt{func(s *server, _ string) { s.shim(tool, pattern) }, says}
	}
	fails := func(verb, says string) spoilt {
		return spoilt{func(s *server, _ string) { s.write(filepath.Join(s.root, "fail-"+verb), "", 0o600) }, says}
	}
	tool := func(when, says string) spoilt { // the new tool fails at one of its commands
		return spoilt{func(s *server, r string) {
			s.ok(os.Rename(filepath.Join(r, "frasier"), filepath.Join(r, "worker")))
			s.write(filepath.Join(r, "frasier"), "#!/usr/bin/env bash\nif [ \"$1\" = "+when+" ]; then exit 1; fi\nexec -a frasier \"$(dirname \"$0\")/worker\" \"$@\"\n", 0o755)
		}, says}
	}
	return map[string][]spoilt{
		"preflight": {shim("uname", "-m", "there is no build for")},
		"take":      {{func(s *server, r string) { s.ok(os.Remove(filepath.Join(r, "worker"))) }, "is missing"}},
		"account":   nil, // below --root there is no user
		"folders":   {shim("chmod", `0700*credentials*`, "spoilt")},
		"settings": {{func(s *server, _ string) {
			s.ok(os.Remove(filepath.Join(s.root, "etc/frasier/credentials/BRAVE_API_KEY")))
			s.shim("mv", "*BRAVE_API_KEY*")
		}, "spoilt"}},
		"place": {shim("install", "*", "spoilt")},
		"keep":  {shim("cp", "*frasier-bot.service*", "spoilt")},
		"services": {{func(s *server, _ string) {
			for _, unit := range []string{"frasier-bot.service", "frasier-worker@.service", "frasier-coder@.service"} {
				s.write(filepath.Join(s.root, "etc/systemd/system", unit), oldUnit, 0o644)
			}
			s.shim("mv", "*frasier-coder@.service*")
		}, "spoilt"}},
		"reload":  {fails("daemon-reload", "old version goes on")},
		"enable":  {fails("enable", "old version goes on")},
		"upgrade": nil, // its parts are the turns
		"rehearse": {
			tool("verify", "cannot work with a copy"),
			tool("doctor", "doctor found what stands in its way"),
			{func(s *server, _ string) {
				s.write(filepath.Join(s.root, "var/lib/frasier/frasier.db"), "no database", 0o600)
			}, "cannot be backed up"},
		},
		"halt": {fails("stop", "did not stop")},
		"save": {{func(s *server, _ string) {
			at := filepath.Join(s.current(), "frasier")
			s.ok(os.Rename(at, at+".real"))
			s.write(at, "#!/usr/bin/env bash\ncase \"$*\" in *backups) exit 1 ;; esac\nexec -a frasier \"$0.real\" \"$@\"\n", 0o755)
		}, "no backup could be made"}},
		"turn":   {shim("ln", "*", "spoilt"), shim("mv", "'-T '*", "spoilt")},
		"launch": {fails("start", "do not start")},
		"await": {
			{func(s *server, r string) { s.write(filepath.Join(r, "bot"), broken, 0o755) }, "did not come up"},
			{func(s *server, r string) { s.write(filepath.Join(r, "bot"), "#!/bin/sh\nexec sleep 600\n", 0o755) }, "did not come up"},
		},
		"start_fresh": nil, // after an upgrade there is nothing to start
	}
}

// oldUnit is a unit as an older version may have written it.
const oldUnit = "# of an older version\n[Service]\nExecStart=/opt/frasier/current/bot\nLoadCredential=DISCORD_TOKEN:/etc/frasier/credentials/DISCORD_TOKEN\n"

// TestDeployGoesBack has each step of an upgrade fail: the old version runs on,
// with its data and its units. The steps are read from the script.
func TestDeployGoesBack(t *testing.T) {
	testlevel.Need(t)
	t.Parallel()
	script := read(t, "../deploy.sh")
	var steps []string
	for _, m := range regexp.MustCompile(`(?m)^(?:steps|turns)="([a-z_ ]+)"$`).FindAllStringSubmatch(script, -1) {
		steps = append(steps, strings.Fields(m[1])...)
	}
	all := plantedFailures()
	if len(steps) < 15 {
		t.Fatalf("%d steps in the script: does the pattern still fit?", len(steps))
	}
	for _, step := range steps {
		if _, there := all[step]; !there {
			t.Errorf("no failure is planted in the step %s", step)
		}
	}
	for step, ways := range all {
		if !slices.Contains(steps, step) {
			t.Errorf("%s is no step of the script", step)
		}
		for i, c := range ways {
			if !testlevel.Sample(fmt.Sprint(step, i), 12) {
				continue
			}
			t.Run(fmt.Sprint(step, i), func(t *testing.T) {
				t.Parallel()
				s, _ := installed(t)
				before := s.current()
				next := s.release("second")
				units := filepath.Join(s.root, "etc/systemd/system/frasier-bot.service")
				if step == "await" {
					s.wait = "30" // it is waited for in vain
				}
				c.spoil(s, next)
				unit := read(t, units)
				code, out := s.deploy("--release", next, "--workers", "2")
				if code == 0 || !strings.Contains(out, c.says) {
					t.Errorf("exit %d; want a failure that says %q:\n%s", code, c.says, out)
				}
				if s.current() != before {
					t.Errorf("current is %s, was %s", s.current(), before)
				}
				if read(t, units) != unit {
					t.Errorf("the unit of the bot was changed:\n%s", out)
				}
				if !s.ready() && c.says != "cannot be backed up" {
					t.Errorf("the old version does not run:\n%s\n%s", out, s.calls())
				}
			})
		}
	}
}

// TestUnitsAreHardened has systemd judge the units: 20 at most for the bot, 30
// for a worker, and 45 for what makes walls around a repository's code, of 100
// (systemd-analyze(1), security).
func TestUnitsAreHardened(t *testing.T) {
	t.Parallel()
	tool, err := exec.LookPath("systemd-analyze")
	if err != nil {
		if testlevel.Tools() {
			t.Fatal("systemd-analyze is missing (Debian: apt-get install systemd)")
		}
		t.Log("systemd-analyze is not here; make check demands it")
		return
	}
	s := newServer(t)
	if code, out := s.deploy("--release", s.release("first")); code != 0 {
		t.Fatalf("exit %d: %s", code, out)
	}
	for unit, most := range map[string]string{"frasier-bot.service": "20", "frasier-worker@.service": "30", "frasier-coder@.service": "45"} {
		cmd := exec.CommandContext(t.Context(), tool, "security", "--offline=true", "--threshold="+most, "--no-pager", filepath.Join(s.root, "etc/systemd/system", unit))
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s is exposed above %s: %v\n%s", unit, most, err, out)
		}
	}
}
