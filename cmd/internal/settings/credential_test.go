package settings_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/cmd/internal/settings"
)

const key = "sk-or-v1-canary"

// TestCredentials reads the key from the service manager's folder in each
// state that the file may be in.
func TestCredentials(t *testing.T) {
	for _, c := range []struct {
		name   string
		text   string
		mode   os.FileMode
		make   func(t *testing.T, path string) // puts something else at path
		want   string                          // the key; empty when refused or not set
		refuse string                          // in the sentence
	}{
		{name: "plain", text: key, mode: 0o600, want: key},
		{name: "the manager's own mode", text: key, mode: 0o440, want: key},
		{name: "trailing newline", text: key + "\n", mode: 0o600, want: key},
		{name: "CRLF and spaces", text: " " + key + " \r\n", mode: 0o600, want: key},
		{name: "empty", text: "", mode: 0o600},
		{name: "only a newline", text: "\n", mode: 0o600},
		{name: "read by everybody", text: key, mode: 0o604, refuse: "chmod 600"},
		{name: "written by everybody", text: key, mode: 0o602, refuse: "chmod 600"},
		{name: "a folder", make: func(t *testing.T, path string) { t.Helper(); must(t, os.Mkdir(path, 0o700)) }, refuse: "not a plain file"},
		{name: "a link", make: func(t *testing.T, path string) { t.Helper(); must(t, os.Symlink("/etc/passwd", path)) }, refuse: "not a plain file"},
		{name: "a dangling link", make: func(t *testing.T, path string) { t.Helper(); must(t, os.Symlink("/nowhere", path)) }, refuse: "not a plain file"},
		{name: "missing", make: func(*testing.T, string) {}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "OPENROUTER_API_KEY")
			if c.make != nil {
				c.make(t, path)
			} else {
				must(t, os.WriteFile(path, []byte(c.text), 0o600))
				must(t, os.Chmod(path, c.mode))
			}
			s, err := settings.Load([]string{"CREDENTIALS_DIRECTORY=" + dir}, t.TempDir())
			if c.refuse != "" {
				if err == nil || !strings.Contains(err.Error(), c.refuse) || strings.Contains(err.Error(), key) {
					t.Fatalf("error %v, want a sentence with %q and without the key", err, c.refuse)
				}
				return
			}
			if err != nil || s.ModelKey.Reveal() != c.want {
				t.Fatalf("key %q, error %v; want %q", s.ModelKey.Reveal(), err, c.want)
			}
		})
	}
}

// TestCredentialsComeFirst prefers the file to the environment.
func TestCredentialsComeFirst(t *testing.T) {
	dir := t.TempDir()
	must(t, os.WriteFile(filepath.Join(dir, "OPENROUTER_API_KEY"), []byte(key), 0o600))
	s, err := settings.Load([]string{"CREDENTIALS_DIRECTORY=" + dir, "OPENROUTER_API_KEY=old"}, t.TempDir())
	if err != nil || s.ModelKey.Reveal() != key {
		t.Fatalf("key %q, %v", s.ModelKey.Reveal(), err)
	}
	for _, r := range s.Rows {
		if r.Name == "OPENROUTER_API_KEY" && (r.Source != "credentials" || r.Value != "set") {
			t.Errorf("row %+v", r)
		}
	}
}

// TestEnvFileWithASecretIsPrivate refuses a .env file that others can read,
// but only when it holds a secret.
func TestEnvFileWithASecretIsPrivate(t *testing.T) {
	for _, c := range []struct {
		text   string
		mode   os.FileMode
		refuse bool
	}{
		{"OPENROUTER_API_KEY=" + key, 0o600, false},
		{"OPENROUTER_API_KEY=" + key, 0o640, true},
		{"OPENROUTER_API_KEY=" + key, 0o604, true},
		{"OPENROUTER_API_KEY=", 0o644, false},
		{"FRASIER_NAME=Niles", 0o644, false},
		{"DISCORD_TOKEN=" + key, 0o644, true},
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, ".env")
		must(t, os.WriteFile(path, []byte(c.text), 0o600))
		must(t, os.Chmod(path, c.mode))
		_, err := settings.Load(nil, dir)
		if (err != nil) != c.refuse {
			t.Errorf("%q with mode %o: error %v, want refused %v", c.text, c.mode, err, c.refuse)
		}
		if err != nil && (!strings.Contains(err.Error(), "chmod 600") || strings.Contains(err.Error(), key)) {
			t.Errorf("%q: %v", c.text, err)
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
