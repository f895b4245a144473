package settings_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/cmd/internal/settings"
)

// TestBrokenFileKeepsItsSecrets checks that a line that cannot be read is
// named by its number and not shown.
func TestBrokenFileKeepsItsSecrets(t *testing.T) {
	for _, line := range []string{"OPENROUTER_API_KEY canary-123", `BRAVE_API_KEY="canary-123`, "canary-123 x y", "=canary-123{"} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, ".env"), []byte("FRASIER_WORKERS=2\n"+line+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := settings.Load(nil, dir)
		if err == nil {
			continue
		}
		var wrong *settings.Error
		if !errors.As(err, &wrong) || strings.Contains(err.Error(), "canary") || !strings.Contains(err.Error(), "line 2") {
			t.Errorf("line %q: error %q (%T), want a *settings.Error that names line 2 and shows nothing of it", line, err, err)
		}
	}
}

// TestDatabasePasswordIsNotShown checks that no row and no error holds it.
func TestDatabasePasswordIsNotShown(t *testing.T) {
	for _, db := range []string{
		"postgres://u:canary@db.example/frasier", "postgresql://u@db.example/frasier?password=canary", "postgres://u:canary%zz@db/x", "postgres://u:canary@",
	} {
		s, err := settings.Load([]string{"FRASIER_DB=" + db}, t.TempDir())
		if strings.Contains(fmt.Sprint(err, s.Rows, s.Place), "canary") {
			t.Errorf("%s: %v, %v: shown", db, err, s.Rows)
		}
		if err == nil && s.DB != db {
			t.Errorf("database: got %q, want %q", s.DB, db)
		}
	}
}

// TestAddresses checks that what is no address is refused at once.
func TestAddresses(t *testing.T) {
	for _, name := range []string{"FRASIER_LLM_URL", "FRASIER_BRAVE_URL", "FRASIER_SEARXNG_URL"} {
		for _, v := range []string{"notaurl", "ftp://x", "javascript:alert(1)", "http://", "::", "//host/x"} {
			if _, err := settings.Load([]string{name + "=" + v}, t.TempDir()); err == nil || !strings.Contains(err.Error(), name) {
				t.Errorf("%s=%s: error %v, want one that names the setting", name, v, err)
			}
		}
		for _, v := range []string{"http://127.0.0.1:1/v1", "https://host.example"} {
			if _, err := settings.Load([]string{name + "=" + v}, t.TempDir()); err != nil {
				t.Errorf("%s=%s: %v", name, v, err)
			}
		}
	}
}
