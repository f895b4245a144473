package workspace_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// plants are the ways in which a repository may tell git to start something. "BAIT" stands for
// a program that leaves its name behind.
func plants() map[string]string {
	return map[string]string{
		"fsmonitor":     "[core]\n\tfsmonitor = BAIT\n",
		"hooks":         "[core]\n\thooksPath = HOOKS\n",
		"clean":         "[filter \"planted\"]\n\tclean = BAIT\n",
		"smudge":        "[filter \"planted\"]\n\tsmudge = BAIT\n",
		"process":       "[filter \"planted\"]\n\tprocess = BAIT\n\trequired = true\n",
		"external diff": "[diff]\n\texternal = BAIT\n",
		"textconv":      "[diff \"planted\"]\n\ttextconv = BAIT\n\tcommand = BAIT\n",
		"merge driver":  "[merge \"planted\"]\n\tdriver = BAIT\n",
		"ssh":           "[core]\n\tsshCommand = BAIT\n",
		"alias":         "[alias]\n\tinit = !BAIT\n\tfetch = !BAIT\n\tapply = !BAIT\n",
		"include":       "[include]\n\tpath = OTHER\n[includeIf \"gitdir:/\"]\n\tpath = OTHER\n",
		"pack objects":  "[uploadpack]\n\tpackObjectsHook = BAIT\n",
		"signing":       "[commit]\n\tgpgSign = true\n[gpg]\n\tprogram = BAIT\n[user]\n\tsigningKey = x\n",
		"pager, editor": "[core]\n\tpager = BAIT\n\teditor = BAIT\n\taskPass = BAIT\n[credential]\n\thelper = !BAIT\n[pager]\n\tdiff-tree = BAIT\n",
		"refs":          "[core]\n\talternateRefsCommand = BAIT\n[submodule]\n\trecurse = true\n[submodule \"sub\"]\n\turl = ext::BAIT\n\tupdate = !BAIT\n\tactive = true\n",
	}
}

// bait makes a program, and a folder of hooks that are this program.
func bait(t *testing.T, marks, name string) (program, hooks string) {
	t.Helper()
	dir := t.TempDir()
	program, hooks = filepath.Join(dir, "bait"), filepath.Join(dir, "hooks")
	script := fmt.Sprintf("#!/bin/sh\ntouch '%s/%s'\ncat 2>/dev/null || :\n", marks, name)
	if err := os.Mkdir(hooks, 0o700); err != nil {
		t.Fatal(err)
	}
	at := []string{program}
	for _, hook := range []string{
		"pre-commit", "commit-msg", "post-commit", "post-checkout", "post-merge", "pre-merge-commit", "reference-transaction",
		"post-index-change", "pre-auto-gc", "update", "post-update", "pre-receive", "applypatch-msg", "fsmonitor-watchman", "sendemail-validate", "pre-push",
	} {
		at = append(at, filepath.Join(hooks, hook))
	}
	for _, file := range at {
		if err := os.WriteFile(file, []byte(script), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	return program, hooks
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// plant is the configuration of one plant, with its bait.
func plant(t *testing.T, dir, marks, name string) string {
	t.Helper()
	program, hooks := bait(t, marks, strings.ReplaceAll(name, " ", "-"))
	other := filepath.Join(dir, ".git", "other")
	if name == "include" {
		put(t, other, "[core]\n\tfsmonitor = "+program+"\n\thooksPath = "+hooks+"\n")
	}
	for _, hook := range []string{"post-checkout", "reference-transaction", "post-index-change"} {
		raw, err := os.ReadFile(program)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, ".git", "hooks", hook), raw, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	return strings.NewReplacer("BAIT", program, "HOOKS", hooks, "OTHER", other).Replace(plants()[name])
}

// planted is a repository with plants of these names in its configuration, and attributes
// that ask for them. What runs leaves the plant's name among the marks.
func planted(t *testing.T, marks string, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	put(t, filepath.Join(dir, "a.txt"), "one\n")
	put(t, filepath.Join(dir, "b.txt"), "one\n")
	put(t, filepath.Join(dir, ".gitattributes"), "* filter=planted diff=planted merge=planted\n")
	put(t, filepath.Join(dir, ".gitmodules"), "[submodule \"sub\"]\n\tpath = sub\n\turl = ../sub\n")
	for _, args := range [][]string{{"init", "-q", "-b", "main"}, {"add", "-A"}, {"-c", "user.name=f", "-c", "user.email=f@x", "commit", "-q", "-m", "one"}} {
		cmd := exec.CommandContext(t.Context(), "git", append([]string{"-C", dir}, args...)...)
		cmd.Env = []string{"PATH=/usr/local/bin:/usr/bin:/bin"}
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v %s", args, err, out)
		}
	}
	var config strings.Builder
	for _, name := range names {
		config.WriteString(plant(t, dir, marks, name))
	}
	f, err := os.OpenFile(filepath.Join(dir, ".git", "config"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(config.String()); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(dir, ".git", "info", "attributes"), "* filter=planted diff=planted merge=planted\n")
	return dir
}

// all has a yard do everything it can with a source.
func all(t *testing.T, y workspace.Dir, r coding.Repository) {
	t.Helper()
	ctx := t.Context()
	ok := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	r, _, err := y.Add(ctx, r)
	ok(err)
	base, note, err := y.Base(ctx, coding.CodeOrder{Repository: r})
	if ok(err); note != "" {
		t.Fatal(note)
	}
	edit := func(name string) string {
		tree, err := y.Apply(ctx, r, base, []byte("--- a/"+name+"\n+++ b/"+name+"\n@@ -1 +1 @@\n-one\n+two\n"))
		ok(err)
		return tree
	}
	tree := edit("a.txt")
	c, err := y.Between(ctx, r, base, tree)
	ok(err)
	_, _, err = y.TestsOnly(ctx, r, c)
	ok(err)
	dir := y.Folder(r, "s1", "trial")
	ok(y.Fill(ctx, r, dir, tree))
	// A program inside leaves a repository of its own where the files were.
	put(t, filepath.Join(dir, ".git", "config"), "[core]\n\tfsmonitor = "+r.Source+"\n")
	ok(y.Fill(ctx, r, dir, tree))
	ok(os.Symlink(t.TempDir(), filepath.Join(dir, "link")))
	put(t, filepath.Join(dir, ".git"), "gitdir: "+filepath.Join(r.Source, ".git")+"\n")
	ok(y.Fill(ctx, r, dir, tree))
	ok(y.Drop(dir))
	m := coding.Commit{N: 1, Parent: base, Tree: tree, Patch: c.Patch, Message: "Two\n", At: time.Unix(1_800_000_000, 0)}
	m.ID, err = y.Commit(ctx, r, m)
	ok(err)
	_, clash, err := y.Merge(ctx, r, base, m.ID, edit("b.txt"))
	if ok(err); len(clash) > 0 {
		t.Fatalf("two files clash: %v", clash)
	}
	_, _, err = y.Bundle(ctx, coding.CodeOrder{Repository: r, Branch: "frasier/p1", Merged: []coding.Commit{m}})
	ok(err)
}

// Whatever a repository, a repository inside it, or whoever starts the office tells git to
// start, is not started.
func TestNothingPlantedRuns(t *testing.T) {
	marks := t.TempDir()
	outside, _ := bait(t, marks, "environment")
	home := t.TempDir()
	put(t, filepath.Join(home, ".gitconfig"), "[core]\n\tfsmonitor = "+outside+"\n[diff]\n\texternal = "+outside+"\n")
	t.Setenv("HOME", home)
	for _, name := range []string{"GIT_EXTERNAL_DIFF", "GIT_SSH_COMMAND", "GIT_PAGER", "GIT_EDITOR", "GIT_ASKPASS", "GIT_PROXY_COMMAND"} {
		t.Setenv(name, outside)
	}
	var most []string
	apart := []string{"include", "process"} // these would hide others
	for name := range plants() {
		if !slices.Contains(apart, name) {
			most = append(most, name)
		}
	}
	for _, names := range [][]string{most, apart} {
		source := planted(t, marks, names...)
		y := workspace.Dir{Home: t.TempDir()}
		all(t, y, coding.Repository{Name: "shop", Source: source})

		// The same as a part of a plain folder.
		folder := t.TempDir()
		put(t, filepath.Join(folder, "a.txt"), "one\n")
		put(t, filepath.Join(folder, "b.txt"), "one\n")
		put(t, filepath.Join(folder, ".gitattributes"), "* filter=planted diff=planted\n")
		if err := os.CopyFS(filepath.Join(folder, "inside"), os.DirFS(source)); err != nil {
			t.Fatal(err)
		}
		all(t, y, coding.Repository{Name: "folder", Source: folder})
	}
	if ran, err := os.ReadDir(marks); err != nil || len(ran) > 0 {
		t.Errorf("%d plants were run (%v): %v", len(ran), err, ran)
	}
}

// A plant that nothing guards against does run: the bait is one.
func TestTheBaitIsTaken(t *testing.T) {
	t.Parallel()
	marks := t.TempDir()
	source := planted(t, marks, "fsmonitor")
	cmd := exec.CommandContext(t.Context(), "git", "-C", source, "status")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if _, err := os.Stat(filepath.Join(marks, "fsmonitor")); err != nil {
		t.Errorf("plain git did not take the bait: %v", err)
	}
}

// A patch cannot write where git keeps its own, nor through a link, nor out of the tree.
func TestPatchesStayInTheTree(t *testing.T) {
	t.Parallel()
	source := t.TempDir()
	put(t, filepath.Join(source, "a.txt"), "one\n")
	if err := os.Symlink("/tmp", filepath.Join(source, "out")); err != nil {
		t.Fatal(err)
	}
	y := workspace.Dir{Home: t.TempDir()}
	r, _, err := y.Add(t.Context(), coding.Repository{Name: "shop", Source: source})
	if err != nil {
		t.Fatal(err)
	}
	base, _, err := y.Base(t.Context(), coding.CodeOrder{Repository: r})
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{
		".git/hooks/post-checkout", ".git/config", "sub/.git/config", ".GIT/config", ".git", "../x", "a/../../x", "/etc/x", "out/x", "git~1/config", ".git\u200c/config",
	} {
		_, err := y.Apply(t.Context(), r, base, []byte("diff --git a/"+path+" b/"+path+"\nnew file mode 100644\n--- /dev/null\n+++ b/"+path+"\n@@ -0,0 +1 @@\n+x\n"))
		if err == nil {
			t.Errorf("a patch wrote %s", path)
		}
	}
}
