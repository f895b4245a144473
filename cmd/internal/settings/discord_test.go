package settings_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/cmd/internal/settings"
)

// T02: people, servers and channels are numbers. Names and roles can be had by
// others.
func TestNamesAreNoFounders(t *testing.T) {
	bad := []string{
		"ana", "Ana", "@ana", "ana#1234", "<@80351110224678912>", "<@!80351110224678912>", "<@&80351110224678912>", "@everyone", "@here", "everyone", "*", "all",
		"80351110224678912x", "x80351110224678912", "8035 1110224678912", "80351110224678912;1", "0", "00000000000000000", "1", "12", "-80351110224678912",
		"+80351110224678912", "8.0351110224678912e16", "0x11d7f5f0c1c0000", "８０３５１１１０２２４６７８９１２", "803511102246789128035111022", "role:80351110224678912", "owner", "admin",
		"id=80351110224678912", "80351110224678912,ana", "ana,80351110224678912", "80351110224678912, @here", "null", "none", "true", "1e5", "80351110224678912\\n1", "\u200b80351110224678912",
		"٨٠٣٥١١١٠٢٢٤٦٧٨٩١٢", "https://discord.com/users/80351110224678912",
	}
	for _, name := range []string{"FRASIER_FOUNDERS", "FRASIER_CHANNELS", "FRASIER_GUILD"} {
		for _, v := range bad {
			_, err := settings.Load([]string{name + "=" + v}, t.TempDir())
			var set *settings.Error
			if !errors.As(err, &set) || set.Name != name || !strings.Contains(set.Fix, "Copy ID") {
				t.Errorf("%s=%q: %v, want the line to fix", name, v, err)
			}
		}
	}
	if len(bad) < 40 {
		t.Errorf("%d forms, want 40", len(bad))
	}
	s, err := settings.Load([]string{"FRASIER_FOUNDERS=80351110224678912, 80351110224678913", "FRASIER_GUILD=80351110224678914"}, t.TempDir())
	if err != nil || len(s.Founders) != 2 || s.Founders[1] != "80351110224678913" || s.Guild != "80351110224678914" {
		t.Errorf("numbers: %+v, %v", s.Founders, err)
	}
}

func TestATokenNeedsAFounder(t *testing.T) {
	for env, want := range map[string]bool{"": false, "DISCORD_TOKEN=x FRASIER_FOUNDERS=80351110224678912": true} {
		s, err := settings.Load(strings.Fields(env), t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		if on, err := s.Discord(); on != want || err != nil {
			t.Errorf("%q: Discord is %v, %v; want %v", env, on, err, want)
		}
	}
	s, err := settings.Load([]string{"DISCORD_TOKEN=x"}, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	var set *settings.Error
	if _, err := s.Discord(); !errors.As(err, &set) || !strings.Contains(err.Error(), "frasier init") {
		t.Errorf("a token and nobody: %v, want an error that names frasier init", err)
	}
}

func TestWriteKeepsWhatIsThere(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, ".env")
	old := "# mine\nOPENROUTER_API_KEY='k=1'\nexport DISCORD_TOKEN=old\n\nPATH_OF_OTHERS=x"
	if err := os.WriteFile(path, []byte(old), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := settings.Write(dir, map[string]string{"DISCORD_TOKEN": "new", "FRASIER_FOUNDERS": "80351110224678912"}); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := "# mine\nOPENROUTER_API_KEY='k=1'\nDISCORD_TOKEN=new\n\nPATH_OF_OTHERS=x\nFRASIER_FOUNDERS=80351110224678912\n"
	if d := cmp.Diff(want, string(got)); d != "" {
		t.Errorf(".env (-want +got):\n%s", d)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v; want 0600", info.Mode(), err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Errorf("%d files are left, %v; want .env alone", len(entries), err)
	}
}
