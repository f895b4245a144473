package settings_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/cmd/internal/settings"
)

func load(t *testing.T, file string, env ...string) (settings.Settings, error) {
	t.Helper()
	dir := t.TempDir()
	if file != "" {
		if err := os.WriteFile(filepath.Join(dir, ".env"), []byte(file), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return settings.Load(env, dir)
}

func TestDefaults(t *testing.T) {
	s, err := load(t, "")
	if err != nil {
		t.Fatal(err)
	}
	if s.LLM != "extractive" || s.Workers != 4 || s.Poll != 10*time.Second || s.Name != "Frasier" || s.DB != filepath.Join("frasier-data", "frasier.db") {
		t.Errorf("defaults: %+v", s)
	}
}

func TestEnvironmentWinsOverTheFile(t *testing.T) {
	s, err := load(t, "FRASIER_NAME=Jet\nFRASIER_WORKERS=2\n", "FRASIER_NAME=Ada")
	if err != nil {
		t.Fatal(err)
	}
	if s.Name != "Ada" || s.Workers != 2 {
		t.Errorf("got name %q and %d workers, want Ada and 2", s.Name, s.Workers)
	}
	for _, r := range s.Rows {
		want := map[string]string{"FRASIER_NAME": "environment", "FRASIER_WORKERS": ".env", "FRASIER_POLL": "default"}[r.Name]
		if want != "" && r.Source != want {
			t.Errorf("%s comes from %q, want %q", r.Name, r.Source, want)
		}
	}
}

func TestProvider(t *testing.T) {
	for _, c := range []struct {
		env  []string
		llm  string
		base string
	}{
		{nil, "extractive", ""},
		{[]string{"OPENROUTER_API_KEY=k"}, "openrouter", settings.OpenRouter},
		{[]string{"FRASIER_LLM_URL=http://127.0.0.1:1/v1/"}, "openrouter", "http://127.0.0.1:1/v1"},
		{[]string{"OPENROUTER_API_KEY=k", "FRASIER_LLM=extractive"}, "extractive", ""},
	} {
		s, err := load(t, "", c.env...)
		if err != nil || s.LLM != c.llm || s.ModelURL != c.base {
			t.Errorf("%v: %q at %q, %v; want %q at %q", c.env, s.LLM, s.ModelURL, err, c.llm, c.base)
		}
	}
}

func TestWrongSettings(t *testing.T) {
	for _, env := range []string{
		"FRASIER_WORKERS=0", "FRASIER_WORKERS=1.5", "FRASIER_WORKERS=65", "FRASIER_POLL=soon", "FRASIER_POLL=1ms", "FRASIER_LLM=gpt",
		"FRASIER_LLM=openrouter", "FRASIER_FETCH_ALLOW=10.0.0.1", "FRASIER_DB=postgres://", "FRASIER_DB=postgres://u:p%zz@h/d", "FRASIER_DB=mysql://db/x",
		"FRASIER_LISTEN=8787", "FRASIER_LISTEN=127.0.0.1:http", "FRASIER_LISTEN=127.0.0.1:70000",
	} {
		_, err := load(t, "", env)
		var bad *settings.Error
		if !errors.As(err, &bad) {
			t.Errorf("%s: %v, want a settings error", env, err)
			continue
		}
		name, _, _ := strings.Cut(env, "=")
		if bad.Name != name || bad.Fix == "" {
			t.Errorf("%s: error names %q with fix %q", env, bad.Name, bad.Fix)
		}
	}
}

func TestUnknownNameInTheFile(t *testing.T) {
	if _, err := load(t, "FRASIER_WORKER=4\n"); err == nil || !strings.Contains(err.Error(), "FRASIER_WORKER") {
		t.Errorf("a misspelt name: %v, want an error that names it", err)
	}
	if _, err := load(t, "PATH_OF_OTHERS=1\n"); err != nil {
		t.Errorf("a name that is not ours: %v, want none", err)
	}
}

func TestAddress(t *testing.T) {
	for _, c := range []struct{ env, bot, worker string }{
		{"", settings.BotAddress, ""},
		{"FRASIER_LISTEN=", "", ""},
		{"FRASIER_LISTEN=127.0.0.1:0", "127.0.0.1:0", "127.0.0.1:0"},
	} {
		s, err := load(t, "", c.env)
		if err != nil {
			t.Fatal(err)
		}
		if s.Address("bot") != c.bot || s.Address("worker") != c.worker {
			t.Errorf("%q: bot %q, worker %q; want %q and %q", c.env, s.Address("bot"), s.Address("worker"), c.bot, c.worker)
		}
	}
}

// One file serves bot and worker, which cannot both listen where it says.
func TestAddressOfTheFileIsTheBots(t *testing.T) {
	s, err := load(t, "FRASIER_LISTEN=127.0.0.1:9000\n")
	if err != nil {
		t.Fatal(err)
	}
	if s.Address("bot") != "127.0.0.1:9000" || s.Address("worker") != "" {
		t.Errorf("bot %q, worker %q; want the bot alone", s.Address("bot"), s.Address("worker"))
	}
	if s, err = load(t, "FRASIER_LISTEN=127.0.0.1:9000\n", "FRASIER_LISTEN=127.0.0.1:9001"); err != nil || s.Address("worker") != "127.0.0.1:9001" {
		t.Errorf("a worker that is told so: %q, %v", s.Address("worker"), err)
	}
}

func TestSecretsDoNotPrint(t *testing.T) {
	s, err := load(t, "", "OPENROUTER_API_KEY=canary-1", "BRAVE_API_KEY=canary-2")
	if err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(s) //nolint:musttag // whatever encodes settings must not show a secret
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{fmt.Sprintf("%v %+v %#v %s", s, s, s, s.ModelKey), string(raw)} {
		if strings.Contains(text, "canary") {
			t.Errorf("a secret prints: %s", text)
		}
	}
	if s.ModelKey.Reveal() != "canary-1" {
		t.Errorf("the key is %q, want canary-1", s.ModelKey.Reveal())
	}
}
