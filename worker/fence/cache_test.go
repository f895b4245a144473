package fence_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/worker/fence"
)

// What a run writes to the cache ends with it, whatever it tries; only one that may fill it leaves something behind.
func TestARunLeavesTheCacheAsItWas(t *testing.T) {
	t.Parallel()
	for name, f := range map[string]*fence.Fence{"overlay": open(t), "copy": fence.WithoutOverlay(open(t))} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			leavesTheCache(t, f)
			if fence.HasOverlay(f) != (name == "overlay") {
				t.Errorf("the cache is an overlay: %v", fence.HasOverlay(f))
			}
		})
	}
}

func leavesTheCache(t *testing.T, f *fence.Fence) {
	t.Helper()
	cache := t.TempDir()
	write(t, filepath.Join(cache, "go-build", "aa"), "compiled")
	attack := `
cat go-build/aa || exit 9
echo forged > go-build/aa; echo forged >> go-build/aa; rm -rf go-build; mkdir -p go-build; echo forged > go-build/aa; echo new > go-build/bb
chmod 700 . 2>/dev/null; ln -s /tree link; mv go-build moved; cat moved/aa`
	e := runIn(t, f, fence.Box{Work: t.TempDir(), Scratch: scratch(t), Cache: cache}, "cd /cache && "+attack)
	if !strings.HasPrefix(e, "compiled") || !strings.HasSuffix(e, "forged\n") {
		t.Errorf("inside it reads and writes: %q", e)
	}
	if got := list(t, cache); got != "go-build/aa=compiled" {
		t.Errorf("after a run that may not fill it the cache holds %s", got)
	}
	runIn(t, f, fence.Box{Work: t.TempDir(), Scratch: scratch(t), Cache: cache, FillCache: true}, "echo more > /cache/go-build/cc")
	if got := list(t, cache); got != "go-build/aa=compiled go-build/cc=more\n" {
		t.Errorf("after a run that may fill it the cache holds %s", got)
	}
	if e := runIn(t, f, fence.Box{Work: t.TempDir(), Scratch: scratch(t), Cache: cache}, "cat /cache/go-build/cc"); e != "more\n" {
		t.Errorf("the next run reads %q, want what was filled in", e)
	}
	if _, err := f.Run(t.Context(), fence.Box{Work: t.TempDir(), Cache: cache}, "/bin/true"); err == nil {
		t.Error("a run without a folder of its own is given the cache")
	}
}

// Files in memory are bounded, since no limit of a process counts them.
func TestMemoryFilesAreBounded(t *testing.T) {
	t.Parallel()
	f := open(t)
	fill := `for at in /tmp /dev/shm; do head -c 400000000 /dev/zero > $at/big 2>/dev/null && echo "$at took it"; rm -f $at/big; done; echo x 2>/dev/null > /dev/new && echo "a file in /dev"; echo ok > /dev/null && echo ok`
	if e := runIn(t, f, fence.Box{Work: t.TempDir()}, fill); e != "ok\n" {
		t.Errorf("without a folder of its own: %q", e)
	}
	scratch := t.TempDir()
	if e := runIn(t, f, fence.Box{Work: t.TempDir(), Scratch: scratch}, "echo here > /tmp/a; "+strings.Replace(fill, "/tmp ", "", 1)); e != "ok\n" {
		t.Errorf("with one: %q", e)
	}
	if raw, err := os.ReadFile(filepath.Join(scratch, "tmp", "a")); err != nil || string(raw) != "here\n" {
		t.Errorf("/tmp lies in the folder of the run: %q, %v", raw, err)
	}
}

func runIn(t *testing.T, f *fence.Fence, b fence.Box, script string) string {
	t.Helper()
	e, err := f.Run(t.Context(), b, "/bin/sh", "-c", script)
	if err != nil || e.Code != 0 {
		t.Fatalf("%s: %+v %s, %v", script, e, e.Output, err)
	}
	return string(e.Output)
}

func write(t *testing.T, at, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(at), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(at, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// list names the files of a folder with what they hold.
func list(t *testing.T, dir string) string {
	t.Helper()
	var all []string
	err := filepath.WalkDir(dir, func(at string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		raw, err := os.ReadFile(at)
		rel, relErr := filepath.Rel(dir, at)
		if relErr != nil {
			return relErr
		}
		all = append(all, rel+"="+string(raw))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(all, " ")
}
