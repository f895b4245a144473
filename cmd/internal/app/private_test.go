package app_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/cmd/internal/settings"
)

// A data folder that everybody may change is refused with what to do; one that
// others may list is used, and doctor says so.
func TestDataFolderOfOthers(t *testing.T) {
	t.Parallel()
	for mode, want := range map[os.FileMode]string{0o777: "run: chmod 700", 0o702: "run: chmod 700", 0o755: "others on this machine can list", 0o700: "", 0o770: ""} {
		home := filepath.Join(t.TempDir(), "home")
		if err := os.Mkdir(home, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(home, mode); err != nil {
			t.Fatal(err)
		}
		s, err := settings.Load([]string{"FRASIER_HOME=" + home}, t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		a, err := app.Open(t.Context(), "tool", s, app.Hooks{}, io.Discard)
		if mode&0o002 != 0 {
			if refused := new(app.UnusableError); !errors.As(err, &refused) || !strings.Contains(err.Error(), want) {
				t.Errorf("mode %o: %v, want %q", mode, err, want)
			}
			if left, err := os.ReadDir(home); err != nil || len(left) > 0 {
				t.Errorf("mode %o: something was written: %v, %v", mode, left, err)
			}
			continue
		}
		if err != nil {
			t.Fatalf("mode %o: %v", mode, err)
		}
		said := ""
		for _, c := range a.CheckStorage(t.Context()) {
			if !c.OK {
				t.Errorf("mode %o: %s: %s", mode, c.Name, c.Detail)
			}
			if c.Name == "folder" {
				said = c.Detail
			}
		}
		if !strings.Contains(said, want) || want == "" && said != "" {
			t.Errorf("mode %o: doctor says %q, want %q", mode, said, want)
		}
		if err := a.Close(t.Context()); err != nil {
			t.Error(err)
		}
	}
}
