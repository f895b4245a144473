package settings_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/cmd/internal/settings"
)

// The file as editors and people leave it.
func TestFile(t *testing.T) {
	for what, file := range map[string]string{
		"plain": "FRASIER_NAME=Ada\nFRASIER_WORKERS=2\n", "CRLF": "FRASIER_NAME=Ada\r\nFRASIER_WORKERS=2\r\n", "CR": "FRASIER_NAME=Ada\rFRASIER_WORKERS=2",
		"BOM": "\ufeffFRASIER_NAME=Ada\nFRASIER_WORKERS=2", "tabs": "\tFRASIER_NAME\t=\tAda\t\n\tFRASIER_WORKERS=2", "export": "export FRASIER_NAME=Ada\nexport FRASIER_WORKERS=2\n",
		"quotes": "FRASIER_NAME='Ada' # who\nFRASIER_WORKERS=\"2\"\n", "comments": "# mine\n\nFRASIER_NAME=Ada # not Eve\n   # \nFRASIER_WORKERS=2\t# two\n",
	} {
		s, err := load(t, file)
		if err != nil || s.Name != "Ada" || s.Workers != 2 {
			t.Errorf("%s: name %q, %d workers, %v; want Ada and 2", what, s.Name, s.Workers, err)
		}
	}
	for line, want := range map[string]string{
		"FRASIER_NORTH_STAR=$20k a month": "$20k a month", "FRASIER_NORTH_STAR=\"$20k ${HOME} a # month\"": "$20k ${HOME} a # month",
		"FRASIER_NORTH_STAR=a#b": "a#b", "FRASIER_NORTH_STAR=x=y": "x=y", "FRASIER_NORTH_STAR= # none": "$20k a month in revenue",
	} {
		s, err := load(t, line)
		if err != nil || s.NorthStar != want {
			t.Errorf("%s: %q, %v; want %q", line, s.NorthStar, err, want)
		}
	}
}

func TestBadFile(t *testing.T) {
	for file, want := range map[string]string{
		"FRASIER_NAME=Ada\nFRASIER_NAME=Eve\n": "line 2: FRASIER_NAME stands there a second time", "just words": "line 1: ", "\n=x": "line 2: ", "FRASIER_NAME=\"Ada": "line 1: ", "FRASIER_NAME='Ada' Eve": "line 1: ",
		"{\"FRASIER_NAME\": \"Ada\"}": "line 1: ", "FRASIER NAME=Ada": "line 1: ", "include other.env": "line 1: ", "FRASIER_NAME=\xff": "UTF-8", "\xff\xfeF\x00": "UTF-8", "F\x00R\x00": "UTF-8",
		"FRASIER_NAME=" + strings.Repeat("x", 1<<20): "larger than 1 MB", "FRASIER_WORKER=canary": "nearest is FRASIER_WORKERS", "FRASIER_DISCORD_TOKEN=canary": "nearest is DISCORD_TOKEN", "FRASIER_OPENROUTER_KEY=canary": "nearest is OPENROUTER_API_KEY",
	} {
		_, err := load(t, file)
		var bad *settings.Error
		if !errors.As(err, &bad) || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "canary") {
			t.Errorf("%.60q: %v; want a settings error with %q and no value", file, err, want)
		}
	}
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, ".env"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := settings.Load(nil, dir); err == nil || !strings.Contains(err.Error(), "it must be a file") {
		t.Errorf("a pipe: %v", err)
	}
}

// FuzzConfig: a file of settings is refused with one short sentence that holds
// no secret, or read within all bounds; and what is written into it later is
// read back, with the rest as it was.
func FuzzConfig(f *testing.F) {
	for _, s := range []string{
		"", "FRASIER_NAME=Ada\nFRASIER_WORKERS=2\n", "\ufeffexport FRASIER_NAME='Ada'\r\nFRASIER_POLL=1s # x\r", "FRASIER_WORKERS=1e9", "FRASIER_WORKERS=-1\nFRASIER_POLL=-10s", "FRASIER_NAME=\"A\nb\"", "FRASIER_NAME=$HOME",
		"OPENROUTER_API_KEY=x", "FRASIER_FOUNDERS=1,,\"2\"", "FRASIER_FETCH_ALLOW=0.0.0.0/0 ::/0,10.0.0.0/33", "FRASIER_DB=postgres://u:p@h/d?x=%zz", "FRASIER_LISTEN=[::1]:99999", "FRASIER_LLM_URL=http://[", "a: b\nc: &x [*x]", "FRASIER_MODEL_T1=\x00", "FRASIER_COLOUR=\x1b[2J",
	} {
		f.Add([]byte(s))
	}
	const key = "OPENROUTER_API_KEY=canary-123\n"
	f.Fuzz(func(t *testing.T, raw []byte) {
		dir := t.TempDir()
		path := filepath.Join(dir, ".env")
		if err := os.WriteFile(path, slices.Concat([]byte(key), raw), 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := settings.Load(nil, dir)
		if err != nil {
			var bad *settings.Error
			said := strings.ReplaceAll(err.Error(), dir, "")
			if !errors.As(err, &bad) || bad.Fix == "" || len(said) > 700 || strings.ContainsAny(said, "\n\x1b") || strings.Contains(said, "canary") && !strings.Contains(string(raw), "canary") {
				t.Errorf("%q: %q; want one short sentence without the key", raw, said)
			}
			return
		}
		if s.Workers < 1 || s.Workers > 64 || s.Poll < 10*time.Millisecond || s.Poll > 10*time.Minute || s.LLM != "openrouter" && s.LLM != "extractive" || s.ModelKey.Reveal() != "canary-123" {
			t.Errorf("%q: %+v", raw, s)
		}
		if err := settings.Write(dir, map[string]string{"FRASIER_NAME": "Ada"}); err != nil {
			t.Fatal(err)
		}
		again, err := settings.Load(nil, dir)
		if err != nil || again.Name != "Ada" {
			t.Fatalf("%q: name %q, %v after it was written", raw, again.Name, err)
		}
		for i, r := range again.Rows {
			if r != s.Rows[i] && r.Name != "FRASIER_NAME" {
				t.Errorf("%q: %+v became %+v", raw, s.Rows[i], r)
			}
		}
	})
}
