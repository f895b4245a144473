package cmd_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
)

// TestKilledBesideCode kills the product at random instants while hooks run around a change, while a repository is set up, and while it
// has a service of people: the change is there once the command is given again, no half layer and no folder of a run is left, and no process.
func TestKilledBesideCode(t *testing.T) {
	testlevel.Need(t)
	t.Parallel()
	s := &hired{dir: workdir(t)}
	unpack(t, s.dir, "testdata/code-killed.txtar")
	s.env = []string{
		"HOME=" + s.dir, "FRASIER_HOME=" + filepath.Join(s.dir, "home"), "PATH=" + os.Getenv("PATH"), "FRASIER_LLM=extractive", "FRASIER_POLL=30ms", "FRASIER_LISTEN=", "TZ=UTC",
		"STORY_WAIT=2ms", "STORY_PATIENCE=20s",
	}
	for _, args := range [][]string{{"init", "-q", "-b", "main"}, {"add", "-A"}, {"-c", "user.name=Founder", "-c", "user.email=founder@example.com", "commit", "-q", "-m", "As it was"}} {
		if out, err := exec.CommandContext(t.Context(), "git", append([]string{"-C", filepath.Join(s.dir, "checkout")}, args...)...).CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	s.must(t, "repo", "add", "checkout", "--name", "shop", "--check", "sh check.sh")
	for _, event := range []string{"before_checks", "teardown", "change_made", "after_step"} {
		s.must(t, "repo", "set", "shop", "hook", event, "echo "+event)
	}
	calm := s.change(t, 0)
	for range testlevel.Count(1, 2, 170) {
		s.change(t, calm)
	}
	began := time.Now()
	s.must(t, "repo", "setup", "shop", "--again")
	calm = time.Since(began)
	for range testlevel.Count(1, 2, 170) {
		s.killWithin(t, calm, "repo", "setup", "shop", "--again")
		if out := s.must(t, "repo", "setup", "shop"); !strings.Contains(out, "sh check.sh passes") {
			t.Errorf("after a kill the setup says %q", out)
		}
	}
	s.must(t, "repo", "set", "shop", "service", "web port=5000 life=always python3 web.py")
	for range testlevel.Count(1, 2, 170) {
		s.killWithin(t, 2*time.Second, "up")
	}
	s.must(t, "repo", "set", "shop", "service", "none")
	s.clearUp(t)
	for _, pattern := range []string{"work/shop/*", "layers/shop/*.part", "locks/shown-*"} {
		if left, err := filepath.Glob(filepath.Join(s.dir, "home", "code", pattern)); err != nil || len(left) > 0 {
			t.Errorf("left are %q, %v", left, err)
		}
	}
	t.Logf("%d kills", s.kills)
	s.must(t, "verify")
}

func (s *hired) must(t *testing.T, args ...string) string {
	t.Helper()
	out, err := start(t, s.dir, s.env, args...)
	if err != nil {
		t.Errorf("%v: %v\n%s", args, err, out)
	}
	return out
}

// change has the same change made once more, in a project of its own, killed somewhere within a time and given again; 0 kills never.
func (s *hired) change(t *testing.T, within time.Duration) time.Duration {
	t.Helper()
	s.runs++
	name := fmt.Sprintf("order%d", s.runs)
	if err := os.WriteFile(filepath.Join(s.dir, name+".md"), []byte(fmt.Sprintf("# Fees %d\n\n- [ ] Charge three (%d) !code\n  - patch: fee.diff\n", s.runs, s.runs)), 0o600); err != nil {
		t.Fatal(err)
	}
	if within > 0 {
		s.killWithin(t, within, "run", name+".md", "-repo", "shop", "-out", name)
	}
	began := time.Now()
	s.must(t, "run", name+".md", "-repo", "shop", "-out", name)
	took := time.Since(began)
	found, err := filepath.Glob(filepath.Join(s.dir, name, "*", coding.PatchFile))
	if err != nil || len(found) != 1 || !strings.Contains(read(t, found[0]), "+echo three") {
		t.Errorf("%s has the patches %q, %v", name, found, err)
	}
	if out := s.must(t, "why", fmt.Sprintf("s%d", 2*s.runs-1), "--all"); !strings.Contains(out, "The hook after_step ended well") {
		t.Errorf("%s: its last hook did not run:\n%s", name, out)
	}
	return took
}

// killWithin begins a command, kills it somewhere within a time, and looks for processes that are left.
func (s *hired) killWithin(t *testing.T, within time.Duration, args ...string) {
	t.Helper()
	after := time.Duration(rand.Int64N(int64(within))) //nolint:gosec // any instant will do
	ctx, stop := context.WithTimeout(t.Context(), after)
	defer stop()
	if s.command(ctx, t, args...).Run() == nil {
		return // it was quicker
	}
	s.kills++
	s.wantNoneLeft(t, fmt.Sprintf("%v killed after %s", args, after))
}

// clearUp has the product run until it says no more that something of what died runs.
func (s *hired) clearUp(t *testing.T) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	up := s.command(ctx, t, "up")
	if err := up.Start(); err != nil {
		t.Fatal(err)
	}
	out := s.must(t, "services")
	for end := time.Now().Add(patience); strings.Contains(out, "You can look at:"); out = s.must(t, "services") {
		if time.Now().After(end) {
			t.Errorf("of what died it is said that it runs:\n%s", out)
			break
		}
		<-time.After(200 * time.Millisecond)
	}
	stop()
	if err := up.Wait(); err == nil {
		t.Error("the product ended by itself")
	}
	s.wantNoneLeft(t, "cleared up")
}

func (s *hired) command(ctx context.Context, t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	path, err := exec.LookPath("frasier")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Dir, cmd.Env, cmd.WaitDelay = s.dir, s.env, time.Minute
	return cmd
}

func (s *hired) wantNoneLeft(t *testing.T, when string) {
	t.Helper()
	var left []string
	for range 1200 { // a minute
		if left = s.findLeft(); len(left) == 0 {
			return
		}
		<-time.After(50 * time.Millisecond)
	}
	t.Errorf("%s: %s are left", when, strings.Join(left, ", "))
}
