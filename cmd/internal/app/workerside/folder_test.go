package workerside

import (
	"os"
	"path/filepath"
	"testing"
)

// What holds keys and messages, or belongs to the system, is no code.
func TestFoldersThatAreNoCode(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	for _, dir := range []string{"shop/.git", "shop/frasier-data", "plain/frasier-data/mirrors", "code"} {
		if err := os.MkdirAll(filepath.Join(base, dir), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("/etc", filepath.Join(base, "link")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		source, home string
		refused      bool
	}{
		{"code", "plain/frasier-data", false},
		{"shop", "shop/frasier-data", false}, // what git does not hold is not copied
		{"shop/frasier-data", "shop/frasier-data", true},
		{"plain", "plain/frasier-data", true},
		{"plain/frasier-data/mirrors", "plain/frasier-data", true},
		{"link", "code", true},
	} {
		if no := refuseFolder(filepath.Join(base, c.source), filepath.Join(base, c.home)); (no != "") != c.refused {
			t.Errorf("%s beside %s: %q, want refused %v", c.source, c.home, no, c.refused)
		}
	}
	for _, system := range []string{"/", "/etc", "/etc/ssh", "/proc/1", "/usr/../etc"} {
		if refuseFolder(system, filepath.Join(base, "code")) == "" {
			t.Errorf("%s is taken for code", system)
		}
	}
	if no := refuseFolder("https://example.org/a/b", base); no != "" {
		t.Errorf("an address: %s", no)
	}
}
