package workspace_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// A source is read wherever it lies, whatever letters its path has and whoever its files belong to, and read again when
// that changes.
func TestSourcesOfAllNamesAndOwners(t *testing.T) {
	t.Parallel()
	const made = `git init -q -b main "$1" && cd "$1" && echo one > a.txt && git add -A && git -c user.name=f -c user.email=f@x commit -q -m one; `
	for name, c := range map[string]struct{ script, source, branch string }{
		"percent":        {made, "50% off", "main"},
		"escape":         {made, "a%41b", "main"},
		"many":           {made, "F# & Ä?*[x]", "main"},
		"colon":          {made, "x:y", "main"},
		"owner":          {made + `chown -R 4321:4321 .`, "theirs", "main"},
		"owner of .git":  {made + `chown -R 4321:4321 .git`, "theirs", "main"},
		"owner of files": {made + `chown 4321:4321 .`, "theirs", "main"},
		"bare":           {made + `git clone -q --bare . "../bare one?.git" && chown -R 4321:4321 "../bare one?.git"`, "bare one?.git", "main"},
		"worktree":       {made + `git worktree add -q ../side%41 -b side && chown -R 4321:4321 .git`, "side%41", "side"},
		"link":           {made + `ln -s "$PWD" "../ссылка 1" && chown -R 4321:4321 .`, "ссылка 1", "main"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if strings.Contains(c.script, "chown") && os.Geteuid() != 0 {
				t.Skip("only an administrator gives files away")
			}
			home := t.TempDir()
			first := c.source
			if c.branch == "side" || strings.Contains(c.script, "../") {
				first = "first"
			}
			script(t, c.script, filepath.Join(home, first))
			y := workspace.Dir{Home: t.TempDir()}
			r, top, err := y.Add(t.Context(), coding.Repository{Name: "shop", Source: filepath.Join(home, c.source)})
			if err != nil || r.Ref != c.branch || len(top) != 1 || top[0] != "a.txt" {
				t.Fatalf("%+v with %q, %v", r, top, err)
			}
			was, note, err := y.Base(t.Context(), coding.CodeOrder{Repository: r})
			if err != nil || note != "" {
				t.Fatalf("%s, %v", note, err)
			}
			if c.branch != "main" || strings.Contains(c.script, "--bare") {
				return
			}
			script(t, `cd "$1" && echo two > a.txt && git -c safe.directory='*' -c user.name=f -c user.email=f@x commit -q -a -m two`, filepath.Join(home, first))
			if os.Geteuid() == 0 {
				script(t, `chown -R 4322:4322 "$1"`, filepath.Join(home, first))
			}
			if now, note, err := y.Base(t.Context(), coding.CodeOrder{Repository: r}); err != nil || note != "" || now == was {
				t.Errorf("after its owner changed: still %v, %q, %v", now == was, note, err)
			}
		})
	}
}

func script(t *testing.T, text, dir string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "/bin/sh", "-ec", text, "sh", dir)
	cmd.Env = append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v: %s", text, err, out)
	}
}

// What somebody else's folder says is never started: a clone that lacks files would have git fetch them by what it names.
func TestAPartialCloneIsRefused(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	script(t, `git init -q -b main "$1/from" && cd "$1/from" && echo one > a.txt && git add -A && git -c user.name=f -c user.email=f@x commit -q -m one && git config uploadpack.allowFilter true
		git clone -q --no-checkout --filter=blob:none "file://$1/from" "$1/shop" && cd "$1/shop" && git config remote.origin.url "ext::touch $1/started" && git config protocol.ext.allow always && git config remote.origin.uploadpack "touch $1/started;"`, home)
	y := workspace.Dir{Home: t.TempDir()}
	_, _, err := y.Add(t.Context(), coding.Repository{Name: "shop", Source: filepath.Join(home, "shop")})
	var no *workspace.UnusableError
	if !errors.As(err, &no) || !strings.Contains(no.Text, "partial clone") {
		t.Errorf("added: %v", err)
	}
	if _, err := os.Stat(filepath.Join(home, "started")); err == nil {
		t.Error("what the clone names was started")
	}
}

// What old tools wrote of names and times harms nobody; what is not whole is refused with what is missing.
func TestOldAndDamagedHistories(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	script(t, `mkdir -p "$1" && cd "$1" && git init -q -b main old && cd old && echo one > a.txt && git add -A && tree=$(git write-tree) &&
git update-ref refs/heads/main $(printf 'tree %s\nauthor A <a@b> 1313584730 +051800\ncommitter  <a@b> 1313584730 +051800\n\none\n' $tree | git hash-object -t commit -w --stdin --literally) &&
git clone -q -c transfer.fsckObjects=false . ../damaged && cd ../damaged && blob=$(git rev-parse HEAD:a.txt) && rm -f .git/objects/$(echo $blob | cut -c1-2)/$(echo $blob | cut -c3-)`, home)
	y := workspace.Dir{Home: t.TempDir()}
	if _, top, err := y.Add(t.Context(), coding.Repository{Name: "old", Source: filepath.Join(home, "old")}); err != nil || len(top) != 1 {
		t.Errorf("a history with an odd time zone: %q, %v", top, err)
	}
	var no *workspace.UnusableError
	if _, _, err := y.Add(t.Context(), coding.Repository{Name: "damaged", Source: filepath.Join(home, "damaged")}); !errors.As(err, &no) || !strings.Contains(no.Text, "not whole: unable to read ") || !strings.Contains(no.Text, "git fsck") {
		t.Errorf("one that lacks a file: %v", err)
	}
}
