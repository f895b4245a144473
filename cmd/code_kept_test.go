package cmd_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"database/sql"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
)

// TestOldTurnsGoOn continues a change of code that an older version left: the archive was made by the program of
// commit cf3e27ac, killed while it waited for the answer of the fourth turn. With the program of today it goes on there: nothing
// that was paid is asked for again.
func TestOldTurnsGoOn(t *testing.T) {
	t.Parallel()
	dir := workdir(t)
	unpackTar(t, filepath.Join("testdata", "turns-kept.tar.gz"), dir)
	belongHere(t, filepath.Join(dir, "home", "frasier.db"), filepath.Join(dir, "checkout"))
	coding, err := llmtest.ReadCoding(filepath.Join(dir, "turns"))
	if err != nil {
		t.Fatal(err)
	}
	llm, url := llmtest.Start(t, llmtest.Options{Coding: coding})
	env := []string{
		"HOME=" + dir, "FRASIER_HOME=" + filepath.Join(dir, "home"), "PATH=" + os.Getenv("PATH"), "FRASIER_LLM_URL=" + url, "OPENROUTER_API_KEY=a key",
		"FRASIER_POLL=30ms", "FRASIER_LISTEN=", "TZ=UTC", "STORY_WAIT=2ms", "STORY_PATIENCE=20s",
	}
	if out, err := start(t, dir, env, "run", "roadmap.md", "-out", "out"); err != nil {
		t.Fatalf("run: %v\n%s", err, out)
	}
	turns := 0
	for _, r := range llm.Requests() {
		switch r.Stage {
		case org.StageTurn:
			if turns++; turns > 1 {
				t.Errorf("turn %d of today was asked for, want one", turns)
			}
			for _, shown := range []string{"replace in fee.sh", "sh check.sh: 2 tests passed"} {
				if !strings.Contains(r.Prompt, shown) {
					t.Errorf("the fourth turn does not know of %q", shown)
				}
			}
		case org.StageEnrich, org.StagePlan, org.StageClassify:
			t.Errorf("%s is paid again", r.Stage)
		}
	}
	if turns != 1 {
		t.Errorf("%d turns were asked for, want the fourth alone", turns)
	}
	out, err := start(t, dir, env, "diff", "p1")
	if err != nil || !strings.Contains(out, `+echo "$1" | tr , .`) {
		t.Errorf("diff: %v\n%s", err, out)
	}
	if out, err := start(t, dir, env, "verify"); err != nil || strings.Contains(out, "WRONG") {
		t.Errorf("verify: %v\n%s", err, out)
	}
}

// belongHere makes the repositories of a data folder those of this machine.
func belongHere(t *testing.T, path, source string) {
	t.Helper()
	machine, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.ExecContext(t.Context(), `UPDATE repositories SET source = ?, machine = ?`, source, machine)
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
}

// unpackTar unpacks an archive of files and folders.
func unpackTar(t *testing.T, archive, dir string) {
	t.Helper()
	raw, err := os.ReadFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		at := filepath.Join(dir, filepath.FromSlash(h.Name))
		if h.FileInfo().IsDir() {
			err = os.MkdirAll(at, 0o700)
		} else {
			var raw []byte
			if raw, err = io.ReadAll(r); err == nil {
				err = os.WriteFile(at, raw, 0o600)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}
