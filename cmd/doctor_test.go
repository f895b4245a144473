package cmd_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/testing/discordtest"
)

// broken is one environment that doctor must see through.
type broken struct {
	name  string
	env   []string
	place func(t *testing.T, dir string) []string // puts something into dir; returns more settings
	// says matches the line with what is wrong and what to do about it.
	says string
}

func file(name, text string) func(*testing.T, string) []string {
	return func(t *testing.T, dir string) []string {
		t.Helper()
		write(t, filepath.Join(dir, name), text, 0o600)
		return nil
	}
}

func write(t *testing.T, path, text string, mode os.FileMode) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
}

// made is a home with a sound database, changed by spoil.
func made(spoil func(t *testing.T, db string)) func(*testing.T, string) []string {
	return func(t *testing.T, dir string) []string {
		t.Helper()
		if code, out := runs(t, dir, surroundings(dir), "status"); code != 0 {
			t.Fatalf("status: exit %d: %s", code, out)
		}
		spoil(t, filepath.Join(dir, "home", "frasier.db"))
		return nil
	}
}

func surroundings(dir string, more ...string) []string {
	return append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "FRASIER_HOME=" + filepath.Join(dir, "home")}, more...)
}

func ok(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// answers is a model endpoint that answers everything with one status.
func answers(status int) func(*testing.T, string) []string {
	return func(t *testing.T, _ string) []string {
		t.Helper()
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) }))
		t.Cleanup(s.Close)
		return []string{"FRASIER_LLM_URL=" + s.URL + "/v1"}
	}
}

// discordWith is a Discord in some state.
func discordWith(o discordtest.Options, change func(*discordtest.Server, discordtest.Scene), more ...string) func(*testing.T, string) []string {
	return func(t *testing.T, _ string) []string {
		t.Helper()
		o.Lax = true
		d := discordtest.Start(t, o)
		scene := d.Scene()
		if change != nil {
			change(d, scene)
		}
		return append([]string{"FRASIER_DISCORD_URL=" + d.API(), "DISCORD_TOKEN=" + d.Token(), "FRASIER_FOUNDERS=" + scene.Founder}, more...)
	}
}

const signedIn = "DISCORD_TOKEN=a-token-of-the-fake"

func wrongSettings() []broken {
	return []broken{
		{name: "no workers", env: []string{"FRASIER_WORKERS=0"}, says: `FRASIER_WORKERS is "0": write a whole number`},
		{name: "too many workers", env: []string{"FRASIER_WORKERS=65"}, says: `FRASIER_WORKERS is "65": write a whole number`},
		{name: "workers in words", env: []string{"FRASIER_WORKERS=many"}, says: `FRASIER_WORKERS is "many": write a whole number`},
		{name: "half a worker", env: []string{"FRASIER_WORKERS=1.5"}, says: `FRASIER_WORKERS is "1.5": write a whole number`},
		{name: "negative workers", env: []string{"FRASIER_WORKERS=-1"}, says: `FRASIER_WORKERS is "-1": write a whole number`},
		{name: "no poll", env: []string{"FRASIER_POLL=0"}, says: `FRASIER_POLL is "0": write a time`},
		{name: "a poll in words", env: []string{"FRASIER_POLL=often"}, says: `FRASIER_POLL is "often": write a time`},
		{name: "a poll without a unit", env: []string{"FRASIER_POLL=10"}, says: `FRASIER_POLL is "10": write a time`},
		{name: "a poll of an hour", env: []string{"FRASIER_POLL=1h"}, says: `FRASIER_POLL is "1h": write a time`},
		{name: "an unknown provider", env: []string{"FRASIER_LLM=gpt"}, says: `FRASIER_LLM is "gpt": write auto`},
		{name: "a provider without a key", env: []string{"FRASIER_LLM=openrouter"}, says: `FRASIER_LLM is "openrouter": set OPENROUTER_API_KEY`},
		{name: "a model address without a scheme", env: []string{"FRASIER_LLM_URL=localhost:8080"}, says: `FRASIER_LLM_URL is ".*": write a whole address`},
		{name: "a model address of another scheme", env: []string{"FRASIER_LLM_URL=ftp://models.example"}, says: `FRASIER_LLM_URL is ".*": write a whole address`},
		{name: "a model address without a host", env: []string{"FRASIER_LLM_URL=http://"}, says: `FRASIER_LLM_URL is ".*": write a whole address`},
		{name: "a search address", env: []string{"FRASIER_BRAVE_URL=brave"}, says: `FRASIER_BRAVE_URL is "brave": write a whole address`},
		{name: "another search address", env: []string{"FRASIER_SEARXNG_URL=//searx"}, says: `FRASIER_SEARXNG_URL is ".*": write a whole address`},
		{name: "a chat address", env: []string{"FRASIER_DISCORD_URL=discord"}, says: `FRASIER_DISCORD_URL is "discord": write a whole address`},
		{name: "an address for a network", env: []string{"FRASIER_FETCH_ALLOW=10.0.0.1"}, says: `FRASIER_FETCH_ALLOW is "10.0.0.1": write networks`},
		{name: "a network in words", env: []string{"FRASIER_FETCH_ALLOW=everything"}, says: `FRASIER_FETCH_ALLOW is "everything": write networks`},
		{name: "a network that is too narrow", env: []string{"FRASIER_FETCH_ALLOW=10.0.0.0/33"}, says: `FRASIER_FETCH_ALLOW is "10.0.0.0/33": write networks`},
		{name: "a founder by name", env: []string{signedIn, "FRASIER_FOUNDERS=frasier"}, says: `FRASIER_FOUNDERS is "frasier": .*number`},
		{name: "a founder by mention", env: []string{signedIn, "FRASIER_FOUNDERS=@frasier"}, says: `FRASIER_FOUNDERS is .*number`},
		{name: "a role for a founder", env: []string{signedIn, "FRASIER_FOUNDERS=<@&123456789012345678>"}, says: `FRASIER_FOUNDERS is .*number`},
		{name: "no founder", env: []string{signedIn}, says: `FRASIER_FOUNDERS`},
		{name: "a founder's phone number", env: []string{signedIn, "FRASIER_FOUNDERS=12345"}, says: `FRASIER_FOUNDERS is "12345"`},
		{name: "a server by name", env: []string{signedIn, "FRASIER_FOUNDERS=123456789012345678", "FRASIER_GUILD=acme"}, says: `FRASIER_GUILD is "acme"`},
		{name: "a channel by name", env: []string{signedIn, "FRASIER_FOUNDERS=123456789012345678", "FRASIER_CHANNELS=#chief"}, says: `FRASIER_CHANNELS is "#chief"`},
		{name: "health without a port", env: []string{"FRASIER_LISTEN=localhost"}, says: `FRASIER_LISTEN is "localhost"`},
		{name: "health at a port in words", env: []string{"FRASIER_LISTEN=127.0.0.1:health"}, says: `FRASIER_LISTEN is ".*"`},
		{name: "another kind of database", env: []string{"FRASIER_DB=mysql://db/frasier"}, says: `FRASIER_DB is "mysql:.*": `},
		{name: "a database server that is away", env: []string{"FRASIER_DB=postgres://frasier@127.0.0.1:1/frasier"}, says: `✗ data: .*127\.0\.0\.1.*`},
		{name: "a database address that is none", env: []string{"FRASIER_DB=postgres://frasier@[::1/frasier"}, says: `FRASIER_DB|✗ data`},
	}
}

func wrongFiles() []broken {
	const key = "OPENROUTER_API_KEY=sk-or-v1-canary\n"
	return []broken{
		{name: "a line of .env", place: file(".env", "FRASIER_NAME=Niles\njust some words\n"), says: `\.env, line 2: .*NAME=value`},
		{name: "an unknown setting", place: file(".env", "FRASIER_COLOUR=blue\n"), says: `FRASIER_COLOUR: there is no such setting`},
		{name: "a misspelt setting", place: file(".env", "FRASIER_WORKER=4\n"), says: `FRASIER_WORKER: there is no such setting.*the nearest is FRASIER_WORKERS`},
		{name: ".env in UTF-16", place: file(".env", "\xff\xfeF\x00R\x00A\x00S\x00=\x001\x00\n\x00"), says: `\.env.*NAME=value`},
		{name: ".env is a folder", place: func(t *testing.T, dir string) []string {
			t.Helper()
			ok(t, os.Mkdir(filepath.Join(dir, ".env"), 0o700))
			return nil
		}, says: `\.env.*file`},
		{name: ".env for everybody", place: func(t *testing.T, dir string) []string {
			t.Helper()
			write(t, filepath.Join(dir, ".env"), key, 0o644)
			return nil
		}, says: `others on this machine can read it; run: chmod 600`},
		{name: ".env elsewhere", place: func(t *testing.T, dir string) []string {
			t.Helper()
			write(t, filepath.Join(dir, "real"), key, 0o600)
			ok(t, os.Symlink("real", filepath.Join(dir, ".env")))
			return nil
		}, says: `is a link; put the file itself there`},
		{name: "a key for everybody", place: func(t *testing.T, dir string) []string {
			t.Helper()
			write(t, filepath.Join(dir, "keys", "OPENROUTER_API_KEY"), "sk-or-v1-canary", 0o644)
			return []string{"CREDENTIALS_DIRECTORY=" + filepath.Join(dir, "keys")}
		}, says: `can be read by everybody.*chmod 600`},
		{name: "a folder for a key", place: func(t *testing.T, dir string) []string {
			t.Helper()
			ok(t, os.MkdirAll(filepath.Join(dir, "keys", "BRAVE_API_KEY"), 0o700))
			return []string{"CREDENTIALS_DIRECTORY=" + filepath.Join(dir, "keys")}
		}, says: `is not a plain file; put the value itself there`},
		{name: "a file for the home", place: file("home", "I am a file"), says: `set FRASIER_HOME to a folder.*home`},
		{name: "a file above the home", env: []string{"FRASIER_HOME=.env/home"}, place: file(".env", ""), says: `set FRASIER_HOME to a folder`},
		{name: "no folder of documents", env: []string{"FRASIER_CORPUS=nowhere"}, says: `nowhere is no folder that can be read; set FRASIER_CORPUS`},
		{name: "a document for the folder", env: []string{"FRASIER_CORPUS=doc.md"}, place: file("doc.md", "# Doc"), says: `doc.md is no folder that can be read; set FRASIER_CORPUS`},
		{name: "no folder of prompts", env: []string{"FRASIER_PROMPTS=nowhere"}, says: `FRASIER_PROMPTS cannot be used; mend .*nowhere`},
		{name: "a file for the prompts", env: []string{"FRASIER_PROMPTS=doc.md"}, place: file("doc.md", "# Doc"), says: `FRASIER_PROMPTS cannot be used; mend .*doc.md`},
		{name: "an unknown prompt", env: []string{"FRASIER_PROMPTS=own"}, place: file("own/stage/sing.md", "Sing."), says: `FRASIER_PROMPTS cannot be used; mend .*sing`},
		{name: "a broken prompt", env: []string{"FRASIER_PROMPTS=own"}, place: file("own/stage/qa.md", "{{if .C.Engineering}}"), says: `FRASIER_PROMPTS cannot be used; mend .*qa`},
		{name: "a prompt with an unknown field", env: []string{"FRASIER_PROMPTS=own"}, place: file("own/stage/qa.md", "{{.C.Salary}}"), says: `FRASIER_PROMPTS cannot be used; mend .*Salary`},
	}
}

func wrongData() []broken {
	const restore = `frasier restore|begin anew|backup`
	change := func(f func(db []byte) []byte) func(*testing.T, string) []string {
		return made(func(t *testing.T, db string) {
			t.Helper()
			raw, err := os.ReadFile(db)
			ok(t, err)
			ok(t, os.WriteFile(db, f(raw), 0o600))
		})
	}
	return []broken{
		{name: "a damaged header", place: change(func(b []byte) []byte { copy(b, "not a database.."); return b }), says: restore},
		{name: "a damaged page", place: change(func(b []byte) []byte { copy(b[4096:], strings.Repeat("x", 4096)); return b }), says: restore},
		{name: "half a database", place: change(func(b []byte) []byte { return b[:len(b)/2] }), says: restore},
		{name: "an emptied database", place: change(func([]byte) []byte { return nil }), says: restore},
		{name: "a lost database", place: made(func(t *testing.T, db string) { t.Helper(); ok(t, os.Remove(db)) }), says: restore},
		{name: "a folder for the database", place: made(func(t *testing.T, db string) {
			t.Helper()
			ok(t, os.Remove(db))
			ok(t, os.Mkdir(db, 0o700))
		}), says: restore},
		{name: "a link to nowhere", place: made(func(t *testing.T, db string) {
			t.Helper()
			ok(t, os.Remove(db))
			ok(t, os.Symlink("nowhere.db", db))
		}), says: restore},
		{name: "another program's database", place: func(t *testing.T, dir string) []string {
			t.Helper()
			other, err := os.ReadFile("testdata/other.db")
			ok(t, err)
			write(t, filepath.Join(dir, "home", "frasier.db"), string(other), 0o600)
			return nil
		}, says: `another program.*Name another file with FRASIER_DB`},
		{name: "text for a database", place: file("home/frasier.db", "Dear diary"), says: restore},
	}
}

func wrongServices() []broken {
	away := []string{"FRASIER_LLM_URL=http://127.0.0.1:1/v1"}
	return []broken{
		{name: "no model endpoint", env: away, says: `doesn.t answer .*check the network and FRASIER_LLM_URL`},
		{name: "a key that is refused", place: answers(http.StatusUnauthorized), says: `key was refused: check OPENROUTER_API_KEY`},
		{name: "a forbidden key", place: answers(http.StatusForbidden), says: `key was refused: check OPENROUTER_API_KEY`},
		{name: "an endpoint that fails", place: answers(http.StatusInternalServerError), says: `answers 500.*Try again later, or check FRASIER_LLM_URL`},
		{name: "a wrong path", place: answers(http.StatusNotFound), says: `answers 404.*check FRASIER_LLM_URL`},
		{name: "no chat", env: []string{signedIn, "FRASIER_FOUNDERS=123456789012345678", "FRASIER_DISCORD_URL=http://127.0.0.1:1/api"}, says: `✗ discord: Discord cannot be reached.*check the network`},
		{name: "a token that is refused", place: discordWith(discordtest.Options{Token: "another"}, nil, signedIn), says: `✗ discord.*token`},
		{name: "messages that cannot be read", place: discordWith(discordtest.Options{NoContent: true}, nil), says: `✗ discord intent.*Message Content`},
		{name: "a bot in no server", place: discordWith(discordtest.Options{}, func(d *discordtest.Server, s discordtest.Scene) {
			if err := d.Kick(s.Guild); err != nil {
				panic(err)
			}
		}), says: `✗ .*(server|invite|Invite)`},
		{name: "a channel that is closed to the bot", place: func(t *testing.T, dir string) []string {
			t.Helper()
			channel := ""
			more := discordWith(discordtest.Options{}, func(d *discordtest.Server, s discordtest.Scene) {
				channel = s.Chief
				if err := d.Restrict(s.Chief, discordtest.AccessNone); err != nil {
					panic(err)
				}
			})(t, dir)
			return append(more, "FRASIER_CHANNELS="+channel)
		}, says: `✗ .*channel`},
	}
}

// TestDoctorSeesThrough60Environments breaks one thing after the other: doctor
// exits 78 and says what is wrong and what to do, in one sentence, and never
// shows a stack or a secret.
func TestDoctorSeesThrough60Environments(t *testing.T) {
	all := append(append(append(wrongSettings(), wrongFiles()...), wrongData()...), wrongServices()...)
	if len(all) < 60 {
		t.Errorf("%d environments, want 60 at least", len(all))
	}
	for _, b := range all {
		t.Run(b.name, func(t *testing.T) {
			t.Parallel()
			dir := workdir(t)
			env := surroundings(dir, b.env...)
			if b.place != nil {
				env = append(env, b.place(t, dir)...)
			}
			ctx, stop := context.WithTimeout(t.Context(), patience)
			defer stop()
			cmd := exec.CommandContext(ctx, "frasier", "doctor")
			cmd.Dir, cmd.Env = dir, env
			raw, _ := cmd.CombinedOutput() //nolint:errcheck // the exit code is looked at below
			out := string(raw)
			if code := cmd.ProcessState.ExitCode(); code != 78 {
				t.Errorf("exit %d, want 78:\n%s", code, out)
			}
			said := ""
			for _, line := range strings.Split(out, "\n") {
				if regexp.MustCompile(b.says).MatchString(line) && (strings.HasPrefix(line, "✗") || strings.HasPrefix(line, "frasier:")) {
					said = line
				}
			}
			if said == "" {
				t.Errorf("no line says %q:\n%s", b.says, out)
			}
			if len(said) > 700 {
				t.Errorf("that is more than a sentence: %s", said)
			}
			if strings.Contains(out, "goroutine ") || strings.Contains(out, "panic") || strings.Contains(out, "canary") {
				t.Errorf("a stack or a secret is shown:\n%s", out)
			}
		})
	}
}
