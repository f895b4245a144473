package trial_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/worker/fence"
	"github.com/frasier-cos/frasier/worker/trial"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// A check sees the files that Git LFS keeps where the founder's folder has them, and never their pointers; where one is
// not there a check that fails on the code as it is says so. A pointer that is a sample is a file like others.
func TestChecksDoNotReadPointers(t *testing.T) {
	t.Parallel()
	walls, err := fence.New()
	if err != nil {
		t.Fatal(err)
	}
	const content = "day,visitors\n1,37\n"
	sum := sha256.Sum256([]byte(content))
	id := hex.EncodeToString(sum[:])
	pointer := fmt.Sprintf("version https://git-lfs.github.com/spec/v1\noid sha256:%s\nsize %d\n", id, len(content))
	const reads, object, inFolder = "grep -q 1,37 data/v.csv", "object", "folder"
	for name, c := range map[string]struct {
		has, holds, check, phase string
		exit                     int
		lacks                    string
	}{
		"in the store of Git LFS":     {object, content, reads, coding.TrialBefore, 0, ""},
		"in the folder":               {inFolder, content, reads, coding.TrialBefore, 0, ""},
		"nowhere":                     {"", "", reads, coding.TrialBefore, 2, "data/v.csv, which Git LFS keeps, is missing where checks run; run git lfs pull in "},
		"another in its place":        {object, strings.Replace(content, "37", "38", 1), "grep -q visitors data/v.csv", coding.TrialBefore, 2, "data/v.csv, which"},
		"nowhere and not needed":      {"", "", "test ! -e data/v.csv", coding.TrialBefore, 0, ""},
		"nowhere, and a change fails": {"", "", "exit 3", coding.TrialGreen, 3, ""},
		"a sample":                    {"", "", "grep -q git-lfs sample/v.csv", coding.TrialBefore, 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			source := t.TempDir()
			write := func(name, text string) {
				t.Helper()
				at := filepath.Join(source, name)
				if err := os.MkdirAll(filepath.Dir(at), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(at, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			write("data/.gitattributes", "*.csv filter=lfs diff=lfs merge=lfs -text\n")
			write("data/v.csv", pointer)
			write("sample/v.csv", pointer)
			script := "git init -q -b main . && git -c filter.lfs.clean=cat add -A && git -c user.name=t -c user.email=a@b commit -qm first"
			if out, err := exec.CommandContext(t.Context(), "sh", "-c", "cd '"+source+"' && "+script).CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			switch c.has {
			case object:
				write(filepath.Join(".git/lfs/objects", id[:2], id[2:4], id), c.holds)
			case inFolder:
				write("data/v.csv", c.holds)
			}
			y := workspace.Dir{Home: t.TempDir()}
			r, _, err := y.Add(t.Context(), coding.Repository{Name: "shop", Source: source, Checks: []string{c.check}})
			if err != nil {
				t.Fatal(err)
			}
			commit, _, err := y.Base(t.Context(), coding.CodeOrder{Repository: r})
			if err != nil {
				t.Fatal(err)
			}
			all, err := trial.Runner{Fence: walls, Workspaces: y, Now: time.Now}.Run(t.Context(), trial.Subject{Repository: r, Step: "s1", Phase: c.phase, Tree: commit})
			if err != nil || len(all) != 1 {
				t.Fatalf("%+v, %v", all, err)
			}
			if why := all[0].NotRun(); all[0].Exit != c.exit || (why == "") != (c.lacks == "") || !strings.HasPrefix(why, c.lacks) {
				t.Errorf("exit %d and %q, want %d and %q: %s", all[0].Exit, why, c.exit, c.lacks, all[0].Tail)
			}
		})
	}
}
