package fence_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/worker/fence"
)

// Where git or the walls are missing, or git is too old, the one line says which and what helps.
func TestWhatIsMissingIsNamed(t *testing.T) {
	for name, c := range map[string]struct {
		version string // what git says of itself; empty: there is none
		want    string // empty: it will do
	}{
		"no git":              {"", "code waits: git is missing here; apt install git (or your system's package of that name)"},
		"an old one":          {"git version 2.34.1", "code waits: git 2.34 is too old here for merging without a folder; install 2.38 or newer"},
		"a very old one":      {"git version 1.9.5.msysgit", "code waits: git 1.9 is too old here for merging without a folder; install 2.38 or newer"},
		"the first that does": {"git version 2.38.0", ""},
		"a later one":         {"git version 2.39.5 (Apple Git-154)", ""},
		"the next":            {"git version 3.0.0-rc1", ""},
		"another tongue":      {"a git of our own", ""},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			t.Setenv("PATH", dir)
			if c.version != "" {
				if err := os.WriteFile(filepath.Join(dir, "git"), []byte("#!/bin/sh\necho '"+c.version+"'\n"), 0o700); err != nil {
					t.Fatal(err)
				}
			}
			said := ""
			if err := fence.Git(t.Context()); err != nil {
				var missing *fence.MissingError
				if said = err.Error(); !errors.As(err, &missing) {
					t.Errorf("%v is a %T, so nobody waits for it", err, err)
				}
			}
			if said != c.want {
				t.Errorf("it says %q, want %q", said, c.want)
			}
			_, err := fence.New()
			if err == nil || err.Error() != "code waits: bubblewrap is missing here; apt install bubblewrap (or your system's package of that name)" {
				t.Errorf("without bubblewrap: %v", err)
			}
		})
	}
}

// A full disk is told as one, so that work waits for room instead of failing for it.
func TestAFullDiskIsNoFailure(t *testing.T) {
	t.Parallel()
	_, err := fence.Own(t.Context(), nil, nil, "/bin/sh", "-c", "cat /dev/zero > /dev/full")
	if !errors.Is(err, org.ErrDisk) || !errors.Is(err, org.ErrDiskFull) || !strings.Contains(err.Error(), "the disk is full: nothing is lost, and work goes on by itself when there is room") {
		t.Errorf("%v, want that the disk is full", err)
	}
	if _, err := fence.Own(t.Context(), nil, nil, "/bin/sh", "-c", "echo no such file >&2; exit 1"); err == nil || errors.Is(err, org.ErrDisk) {
		t.Errorf("%v, want a failure", err)
	}
}
