package coder_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/redact"
	"github.com/frasier-cos/frasier/worker/coder"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// A patch out of which a secret was taken at the door is not what the founder wrote: it is not applied, and he is told which secret.
func TestAPatchThatHeldASecretIsNotApplied(t *testing.T) {
	t.Parallel()
	y := workspace.Dir{Home: t.TempDir()}
	source := t.TempDir()
	if err := os.WriteFile(filepath.Join(source, "config"), []byte("port=80\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	repo, _, err := y.Add(t.Context(), coding.Repository{Name: "shop", Source: source, Checks: []string{"true"}})
	if err != nil {
		t.Fatal(err)
	}
	base, _, err := y.Base(t.Context(), coding.CodeOrder{Repository: repo})
	if err != nil {
		t.Fatal(err)
	}
	for added, fits := range map[string]bool{"port=81": true, "token=" + redact.Mark("GitHub token"): false} {
		patch := "--- a/config\n+++ b/config\n@@ -1 +1 @@\n-port=80\n+" + added + "\n"
		_, err := coder.Given(t.Context(), y, coding.CodeOrder{Repository: repo, Patches: []string{"p.diff"}, Given: []org.File{{Name: "p.diff", Data: []byte(patch)}}}, base)
		var no *coder.NothingError
		if fits && err != nil || !fits && (!errors.As(err, &no) || !strings.Contains(no.Text, "GitHub token")) {
			t.Errorf("%s: %v", added, err)
		}
	}
}
