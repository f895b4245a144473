package cmd_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	_ "github.com/frasier-cos/frasier/cmd/internal/testing/hooktest" // what the commands are built of: a change of it makes a kept result old

	"github.com/frasier-cos/frasier/internal/testing/testlevel"
)

// TestMain builds the three commands with what stories change: stories start
// real processes and may kill them. The binary is not the tests' own, which has
// much more to set up at each start.
func TestMain(m *testing.M) {
	flag.Parse()                                           // else the flag that is set here is read again from the command line
	if err := flag.Set("test.parallel", "6"); err != nil { // a story is two processes and more: few at once end sooner
		panic(err)
	}
	debug.SetGCPercent(400) // the fake servers' descriptions of real ones are large
	dir, err := commands()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	code := m.Run()
	if err := os.RemoveAll(dir); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 2
	}
	os.Exit(code)
}

// commands builds bot, worker and frasier into a folder, which PATH begins with
// from then on, and returns it.
func commands() (string, error) {
	dir, err := os.MkdirTemp("", "frasier-commands")
	if err != nil {
		return "", err
	}
	frasier := filepath.Join(dir, "frasier")
	args := []string{"build", "-ldflags=-s -w", "-o", frasier} // without what debuggers read it is linked in half the time
	if testlevel.Raced {
		args = append(args, "-race")
	}
	if out, err := exec.CommandContext(context.Background(), "go", append(args, "./internal/testing/commandtest")...).CombinedOutput(); err != nil {
		return "", fmt.Errorf("build the commands: %w\n%s", err, out)
	}
	for _, name := range []string{"bot", "worker"} {
		if err := os.Link(frasier, filepath.Join(dir, name)); err != nil {
			return "", err
		}
	}
	return dir, os.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
}

// forms are the ways the product runs: everything in one process, or bot and
// worker as two, either started first, or the two with Discord for a door, the
// last once more with kills.
func forms() []string {
	return []string{"one", "bot-first", "worker-first", "discord", restarted}
}

// TestStories tells every story in one form, which hangs on its name; make
// proof tells each in every form.
func TestStories(t *testing.T) {
	for form, files := range shared(t, stories(), forms()) {
		t.Run(form, func(t *testing.T) {
			t.Parallel()
			p := scripts(t, "", form)
			p.Files = files
			testscript.Run(t, p)
		})
	}
}

// stories are the patterns of the files with stories that are told in every form: those of nouns stand in their folders.
func stories() []string { return []string{"testdata/story/*.txtar", "../bot/command/*/*.txtar"} }

// shared deals stories out to forms.
func shared(t *testing.T, patterns, forms []string) map[string][]string {
	t.Helper()
	var files []string
	for _, p := range patterns {
		found, err := filepath.Glob(p)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	if len(files) == 0 {
		t.Fatalf("no stories in %q", patterns)
	}
	out := map[string][]string{}
	for _, file := range files {
		for n, form := range forms {
			if testlevel.Proof() || testlevel.Pick(filepath.Base(file), len(forms)) == n {
				out[form] = append(out[form], file)
			}
		}
	}
	return out
}

// TestTool tells what concerns the commands of the tool alone.
func TestTool(t *testing.T) {
	t.Parallel()
	testscript.Run(t, scripts(t, "testdata/tool", "one"))
}

func scripts(t *testing.T, dir, form string) testscript.Params {
	t.Helper()
	return testscript.Params{
		Dir: dir, WorkdirRoot: workdir(t), RequireExplicitExec: true, RequireUniqueNames: true,
		Setup: func(e *testscript.Env) error { return setUp(e, form) },
		Condition: func(word string) (bool, error) {
			switch word {
			case "killed": // processes are, in this form
				return form == restarted, nil
			case "server": // the database is no file: inSchema says so
				return false, nil
			case "one": // process does all, and nobody talks with it
				return form == "one", nil
			case "discord": // the founder is there, with threads and cards
				return form == "discord", nil
			}
			return false, fmt.Errorf("unknown condition %q", word)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"llm": startModel, "web": startWeb, "deliver": deliver, "say": say, "sources": checkSources, "incall": countCalls, "jq": field,
			"clean": checkClean, "edits": editWeb, "asked": checkAsked, "prompted": checkPrompts, "begin": begin, "until": waitUntil, "interrupt": interrupt, "fill": fill, "code": exitCode, "link": link, "goon": goOn, "release": release, "tamper": tamper, "clock": setClock,
			"shop": makeShop, "repository": commitAll, "agent": installAgent, "untouched": checkUntouched, "forge": serveForge, "person": actAtForge, "modules": serveModules, "nowalls": hideWalls,
			"draw": drawPicture, "thinker": serveThinker, "record": record, "speech": serveSpeech, "files": takeFiles, "receiver": startReceiver, "tracker": serveLinear, "people": actInLinear, "tracked": waitForLinear, "received": checkReceived, "knocker": startKnocker, "knock": knock, "notion": startNotion, "calendars": startCalendars, "mailbox": startMailbox, "mail": layMail, "mails": listMail, "google": startGoogle, "toolserver": startToolServer,
		},
	}
}
