package sealed_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/frasier-cos/frasier/internal/sealed"
)

func openKey(t *testing.T, home string) sealed.Key {
	t.Helper()
	k, err := sealed.Open(home)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func TestASecretOpensWithItsKeyAndPlace(t *testing.T) {
	home := t.TempDir()
	box := openKey(t, home).Seal("ghp_secret", "github")
	if bytes.Contains(box, []byte("ghp_secret")) {
		t.Error("the secret stands in what was sealed")
	}
	if got, err := openKey(t, home).Open(box, "github"); err != nil || got != "ghp_secret" {
		t.Errorf("opened: %q, %v", got, err)
	}
	if got, err := openKey(t, home).Open(box, "gitea"); !errors.Is(err, sealed.ErrKey) {
		t.Errorf("another place opens it: %q, %v", got, err)
	}
	if got, err := openKey(t, t.TempDir()).Open(box, "github"); !errors.Is(err, sealed.ErrKey) {
		t.Errorf("another key opens it: %q, %v", got, err)
	}
	for i := range box {
		bad := bytes.Clone(box)
		bad[i] ^= 1
		if _, err := openKey(t, home).Open(bad, "github"); !errors.Is(err, sealed.ErrKey) {
			t.Fatalf("byte %d may be altered: %v", i, err)
		}
	}
}

func TestOneKeyForProcessesThatBeginAtOnce(t *testing.T) {
	home := filepath.Join(t.TempDir(), "new")
	boxes := make([][]byte, 8)
	var wait sync.WaitGroup
	for i := range boxes {
		wait.Go(func() {
			k, err := sealed.Open(home)
			if err != nil {
				t.Error(err)
				return
			}
			boxes[i] = k.Seal("s", "x")
		})
	}
	wait.Wait()
	for i, box := range boxes {
		if _, err := openKey(t, home).Open(box, "x"); err != nil {
			t.Errorf("what process %d sealed: %v", i, err)
		}
	}
	info, err := os.Stat(filepath.Join(home, "connections.key"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the key's file: %v, %v", info, err)
	}
	if left, err := os.ReadDir(home); err != nil || len(left) != 1 {
		t.Errorf("left in the folder: %v, %v", left, err)
	}
}

func TestADamagedKeyIsRefused(t *testing.T) {
	home := t.TempDir()
	if err := os.WriteFile(filepath.Join(home, "connections.key"), []byte("short"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := sealed.Open(home); err == nil {
		t.Error("a damaged key is taken")
	}
}

// Whoever reads the key can use every token in a copy of the database, so a file of which others have any right is not used.
func TestAKeyThatOthersMayReadIsRefused(t *testing.T) {
	home := t.TempDir()
	openKey(t, home)
	path := filepath.Join(home, "connections.key")
	for _, mode := range []os.FileMode{0o640, 0o604, 0o620, 0o602, 0o644, 0o660, 0o700 | 0o010} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		_, err := sealed.Open(home)
		if err == nil || !strings.Contains(err.Error(), "chmod 600 "+path) || !strings.Contains(err.Error(), fmt.Sprintf("%04o", mode)) {
			t.Errorf("with the rights %04o: %v", mode, err)
		}
	}
	for _, mode := range []os.FileMode{0o600, 0o400} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		openKey(t, home)
	}
}
