package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// office is a founder's machine: his clone, his home with his tools, and Frasier.
type office struct {
	program, dir, from string
	registries         *registries
}

// limit is for one repository: fetching may take 20 minutes, and each check ten.
const limit = 45 * time.Minute

// add has a repository added as its founder would, and returns what he reads at last.
func (o office) add(ctx context.Context, r row) (said string, err error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	home := filepath.Join(o.dir, "home-"+r.Name)
	clone := filepath.Join(home, "src", r.Name)
	defer func() { err = errors.Join(err, removeAll(home)) }()
	if err := o.furnish(home, r); err != nil {
		return "", err
	}
	if err := o.clone(ctx, r, clone); err != nil {
		return "", err
	}
	args := []string{"repo", "add", clone, "--name", r.Name}
	for _, c := range r.Checks {
		args = append(args, "--check", c)
	}
	said, err = o.frasier(ctx, home, args...)
	for _, s := range r.Set {
		if err != nil {
			break
		}
		words := splitWords(s)
		said, err = o.frasier(ctx, home, append([]string{"repo", "set", r.Name}, words...)...)
	}
	if len(r.Set) > 0 && err == nil {
		said, err = o.frasier(ctx, home, "repo", "setup", r.Name)
	}
	return said, err
}

// splitWords parts what a shell would part, with ' around what stays whole.
func splitWords(line string) (out []string) {
	for n, part := range strings.Split(line, "'") {
		if n%2 == 1 {
			out = append(out, part)
			continue
		}
		out = append(out, strings.Fields(part)...)
	}
	return out
}

// furnish makes a home in which the tools of this machine's user are seen, and the settings that name registries.
func (o office) furnish(home string, r row) error {
	if err := os.MkdirAll(filepath.Join(home, "src"), 0o700); err != nil {
		return err
	}
	own, err := os.UserHomeDir()
	if err != nil {
		return err
	}
	for _, tools := range []string{".nvm", ".fnm", ".volta", ".pyenv", ".rustup", ".sdkman", ".asdf"} {
		if _, err := os.Stat(filepath.Join(own, tools)); err != nil {
			continue
		}
		if err := os.Symlink(filepath.Join(own, tools), filepath.Join(home, tools)); err != nil {
			return err
		}
	}
	if len(r.Debian) == 0 {
		return nil
	}
	for name, text := range o.registries.settings(r.Kind) {
		at := filepath.Join(home, name)
		if err := os.MkdirAll(filepath.Dir(at), 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(at, []byte(text), 0o600); err != nil {
			return err
		}
	}
	return nil
}

// clone makes the founder's clone, at the commit that the table was filled for. What is here without its history is
// given a beginning at that commit, since a founder has all of it.
func (o office) clone(ctx context.Context, r row, to string) error {
	from, commit := filepath.Join(o.from, r.From+".git"), r.Commit
	if r.From == "." {
		from, commit = r.From, "HEAD"
	}
	if err := git(ctx, "clone", "--quiet", "--no-checkout", from, to); err != nil {
		return err
	}
	shallow := filepath.Join(to, ".git", "shallow")
	if _, err := os.Stat(shallow); err != nil {
		return git(ctx, "-C", to, "checkout", "--quiet", "-B", "main", commit)
	}
	for _, args := range [][]string{
		{"checkout", "--quiet", "--orphan", "begun", commit}, {"commit", "--quiet", "--no-verify", "-m", "As it is at " + commit}, {"branch", "-M", "begun", "main"}, {"remote", "remove", "origin"},
	} {
		if err := git(ctx, append([]string{"-C", to}, args...)...); err != nil {
			return err
		}
	}
	return os.Remove(shallow)
}

func git(ctx context.Context, args ...string) error {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Env = append(os.Environ(), "GIT_AUTHOR_NAME=founder", "GIT_AUTHOR_EMAIL=founder@example.com", "GIT_COMMITTER_NAME=founder", "GIT_COMMITTER_EMAIL=founder@example.com")
	if text, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("git %s: %w\n%s", strings.Join(args, " "), err, text)
	}
	return nil
}

// frasier runs the program as its founder does, with nothing of this process's own settings. What it refuses is an end
// like any other.
func (o office) frasier(ctx context.Context, home string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, o.program, args...)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = time.Minute
	cmd.Dir = home
	cmd.Env = []string{"HOME=" + home, "FRASIER_HOME=" + filepath.Join(home, "frasier"), "FRASIER_LLM=extractive"}
	for _, v := range os.Environ() {
		if name, _, _ := strings.Cut(v, "="); slices.Contains([]string{"PATH", "TMPDIR", "LANG", "HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy", "NO_PROXY", "no_proxy"}, name) {
			cmd.Env = append(cmd.Env, v)
		}
	}
	var errs strings.Builder
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if ctx.Err() != nil {
		return "", fmt.Errorf("frasier %s: %w: %s", strings.Join(args, " "), context.Cause(ctx), errs.String())
	}
	if ended := (*exec.ExitError)(nil); errors.As(err, &ended) {
		return string(out) + errs.String(), nil
	}
	return string(out), err
}
